import { useEffect, useRef, useState } from "react";
import { RowField, useRowField } from "./row-field.tsx";

type RowNumberProps = { id: string; field: string; value: number; min: number; label: string };

/** Between digits, and between steps of the arrows, in milliseconds. */
const PAUSE = 400;

/**
 * A number in a row that saves after a pause in the typing, or when it is left; without script, by Enter. It shows what was
 * typed until the save is known, and then what is so.
 */
export function RowNumber({ id, field, value, min, label }: RowNumberProps) {
  const { chosen, problem, save } = useRowField({ id, field });
  const [typed, setTyped] = useState<string | null>(null);
  /** Saves what was typed, after the pause. */
  const waiting = useRef<{ pause: ReturnType<typeof setTimeout>; send: () => void }>();

  // Whoever leaves the page by a key leaves no field before it is gone.
  useEffect(() => () => queueMicrotask(() => waiting.current?.send()), []);

  const type = (text: string) => {
    clearTimeout(waiting.current?.pause);
    waiting.current = undefined;
    setTyped(text);
    // What is emptied is about to be typed anew.
    if (!text) return;
    const send = () => {
      clearTimeout(waiting.current?.pause);
      waiting.current = undefined;
      setTyped(null);
      save(text);
    };
    waiting.current = { pause: setTimeout(send, PAUSE), send };
  };
  const leave = () => {
    if (waiting.current) waiting.current.send();
    else setTyped(null);
  };
  return (
    <RowField id={id} field={field} problem={problem} save={leave}>
      <input
        type="number"
        name="value"
        min={min}
        step={1}
        value={typed ?? chosen ?? String(value)}
        aria-label={label}
        className="row-control min-h-11 w-24"
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={leave}
      />
    </RowField>
  );
}
