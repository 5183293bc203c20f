import { useMemo } from "react";
import type { ColumnChoice } from "#app/domain/list-state.ts";
import { useSave } from "./use-save.ts";

/** The columns that the list shows: as saved or, until the server answers, as chosen. */
export function useColumnChoice(saved: ColumnChoice) {
  const { pending, answer, save } = useSave<{ problem?: string }>("/columns");
  const chosen = useMemo(() => pending && hiddenIn(pending), [pending]);
  const columnChoice = useMemo(() => (chosen ? { ...saved, hidden: chosen } : saved), [saved, chosen]);
  /** `isIdle`: no save is pending. */
  return { columnChoice, save, isIdle: pending === null, problem: answer?.problem };
}

const hiddenIn = (form: FormData) => {
  const shown = form.getAll("shown");
  return form
    .getAll("column")
    .map(String)
    .filter((id) => !shown.includes(id));
};
