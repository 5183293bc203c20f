import { useFetcher, useFormAction, useSubmit } from "@remix-run/react";
import { useState } from "react";

let saveCount = 0;

/** A new fetcher key for each save: a second submission of the same fetcher would cancel the first. */
const nextKey = () => `save ${++saveCount}`;

type Save = { key: string; form: FormData | null };

/**
 * Saves a form without a navigation, any number of times in a row. `pending` is the form of the latest save until it is
 * answered, or null. The form is React state, so that a press shows at once, before the components that read fetchers render.
 */
export function useSave<Answer>(action: string) {
  const submit = useSubmit();
  const address = useFormAction(action);
  const [latest, setLatest] = useState<Save>({ key: "no save", form: null });
  const { state, data } = useFetcher<Answer>({ key: latest.key });
  const isAnswered = state === "idle" && data !== undefined;
  const save = (form: FormData) => {
    const key = nextKey();
    setLatest({ key, form });
    submit(form, { method: "post", action: address, navigate: false, fetcherKey: key });
  };
  return { pending: isAnswered ? null : latest.form, answer: data, save };
}
