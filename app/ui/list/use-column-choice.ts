import { useMemo } from "react";
import { type ColumnChoice, readColumnChoice } from "#app/domain/column-choice.ts";
import { useSave } from "./use-save.ts";

/** The columns that the list shows: as saved or, until the server answers, as chosen. `isIdle`: no save is pending. */
export function useColumnChoice(saved: ColumnChoice) {
  const { pending, answer, save } = useSave<{ problem?: string }>("/columns");
  const columnChoice = useMemo(() => (pending ? readColumnChoice(pending) : saved), [pending, saved]);
  return { columnChoice, save, isIdle: pending === null, problem: answer?.problem };
}
