import { useFetcher, useSubmit } from "@remix-run/react";
import { useMemo, useState } from "react";
import { type ColumnChoice, readColumnChoice } from "#app/domain/fields/column-choice.ts";

let saveCount = 0;

type Save = { key: string; form: FormData | null };

/**
 * The columns that the list shows: as saved or, until the server answers, as chosen. `isIdle`: no save is pending. The form of the
 * latest save is React state, so that a press shows at once, before the components that read fetchers render. Each save has a fetcher
 * of its own: a second submission of the same fetcher would cancel the first.
 */
export function useColumnChoice(saved: ColumnChoice) {
  const submit = useSubmit();
  const [latest, setLatest] = useState<Save>({ key: "no columns", form: null });
  const { state, data: answer } = useFetcher<{ problem?: string }>({ key: latest.key });
  const pending = state === "idle" && answer !== undefined ? null : latest.form;
  const save = (form: FormData) => {
    const key = `columns ${++saveCount}`;
    setLatest({ key, form });
    submit(form, { method: "post", action: "/columns", navigate: false, fetcherKey: key });
  };
  const columnChoice = useMemo(() => (pending ? readColumnChoice(pending) : saved), [pending, saved]);
  return { columnChoice, save, isIdle: pending === null, problem: answer?.problem };
}
