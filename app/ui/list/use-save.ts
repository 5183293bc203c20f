import { useFetcher, useFormAction, useSubmit } from "@remix-run/react";
import { useState } from "react";

let saves = 0;

/** Numbers what is sent: a fetcher that is used again while it sends would cut off what it was sending. */
const nextKey = () => `save ${++saves}`;

/** Saves at once and without leaving the page, as often as it is asked to; the fetcher is that of the last save. */
export function useSave<Answer>(action?: string) {
  const submit = useSubmit();
  const address = useFormAction(action);
  const [key, setKey] = useState("no save");
  const fetcher = useFetcher<Answer>({ key });
  const save = (fields: Record<string, string> | HTMLFormElement) => {
    const fetcherKey = nextKey();
    setKey(fetcherKey);
    // At once, so that the next press finds what this one chose.
    submit(fields, { method: "post", action: address, navigate: false, fetcherKey, flushSync: true });
  };
  return { fetcher, save };
}
