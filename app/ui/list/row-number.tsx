import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

type RowNumberProps = { id: string; field: string; value: number; min: number; label: string };

/** Between digits, and between steps of the arrows, in milliseconds. */
const PAUSE = 400;

/**
 * A number in a row that saves after a pause in the typing, or when it is left; without script, by Enter. It shows what was
 * typed until the save is known, and then what is so.
 */
export function RowNumber({ id, field, value, min, label }: RowNumberProps) {
  const fetcher = useFetcher<{ problem?: string }>();
  const [typed, setTyped] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>();
  const { state } = fetcher;

  useEffect(() => {
    if (state === "idle" && !pause.current) setTyped(null);
  }, [state]);
  useEffect(() => () => clearTimeout(pause.current), []);

  const stopWaiting = () => {
    clearTimeout(pause.current);
    pause.current = undefined;
  };
  const save = () => {
    stopWaiting();
    fetcher.submit(form.current);
  };
  const type = (text: string) => {
    stopWaiting();
    setTyped(text);
    // What is emptied is about to be typed anew.
    if (text) pause.current = setTimeout(save, PAUSE);
  };
  const leave = () => {
    if (pause.current) save();
    else if (state === "idle") setTyped(null);
  };
  return (
    <fetcher.Form method="post" ref={form} noValidate onSubmit={stopWaiting}>
      <input type="hidden" name="intent" value="set" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="field" value={field} />
      <input
        type="number"
        name="value"
        min={min}
        step={1}
        value={typed ?? String(fetcher.formData?.get("value") ?? value)}
        aria-label={label}
        className="row-control min-h-11 w-24"
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={leave}
      />
      {fetcher.data?.problem && (
        <p role="alert" className="text-sm text-danger">
          {fetcher.data.problem}
        </p>
      )}
    </fetcher.Form>
  );
}
