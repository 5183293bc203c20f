import { useFetcher, useFormAction, useSubmit } from "@remix-run/react";
import { useState } from "react";

let saves = 0;

/** Numbers what is sent: a fetcher that is used again while it sends would cut off what it was sending. */
const nextKey = () => `save ${++saves}`;

type Saved = { key: string; form: FormData | null };

/**
 * Saves at once and without leaving the page, as often as it is asked to. What was sent last stands until it is answered; it
 * is kept here, so that a press shows it at once without rendering all that follows the fetchers.
 */
export function useSave<Answer>(action?: string) {
  const submit = useSubmit();
  const address = useFormAction(action);
  const [last, setLast] = useState<Saved>({ key: "no save", form: null });
  const { state, data } = useFetcher<Answer>({ key: last.key });
  const isAnswered = state === "idle" && data !== undefined;
  const save = (form: FormData) => {
    const key = nextKey();
    setLast({ key, form });
    submit(form, { method: "post", action: address, navigate: false, fetcherKey: key });
  };
  return { sent: isAnswered ? null : last.form, answer: data, save };
}
