import { useEffect, useRef, useState } from "react";
import { RowField, useRowField } from "./row-field.tsx";

type RowNumberProps = { id: string; field: string; value: number; min: number; label: string };

/** The pause after the last digit or arrow step before the number is saved. */
const SAVE_DELAY_MS = 400;

/**
 * A number input in a row that saves after a pause in the typing, or when it loses the focus; without JavaScript, by Enter. It
 * shows the typed number until the save is answered, and then the stored number.
 */
export function RowNumber({ id, field, value, min, label }: RowNumberProps) {
  const { pendingValue, problem, save } = useRowField({ id, field });
  const { draft, setDraft, flush } = useDelayedSave(save);
  return (
    <RowField id={id} field={field} problem={problem} save={flush}>
      <input
        type="number"
        name="value"
        min={min}
        step={1}
        value={draft ?? pendingValue ?? String(value)}
        aria-label={label}
        className="row-control min-h-11 w-24"
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={flush}
      />
    </RowField>
  );
}

/** A text that is saved after a pause in the typing, or at once by `flush`. `draft` is the text until then, or null. */
function useDelayedSave(save: (text: string) => void) {
  const [draft, setDraftState] = useState<string | null>(null);
  const scheduled = useRef<{ timer: ReturnType<typeof setTimeout>; send: () => void }>();

  // A navigation by keyboard removes the input without a blur event, so the save is sent on unmount.
  useEffect(() => () => queueMicrotask(() => scheduled.current?.send()), []);

  const setDraft = (text: string) => {
    clearTimeout(scheduled.current?.timer);
    scheduled.current = undefined;
    setDraftState(text);
    // An empty input is not saved: the admin is about to type a new number.
    if (!text) return;
    const send = () => {
      clearTimeout(scheduled.current?.timer);
      scheduled.current = undefined;
      setDraftState(null);
      save(text);
    };
    scheduled.current = { timer: setTimeout(send, SAVE_DELAY_MS), send };
  };
  const flush = () => {
    if (scheduled.current) scheduled.current.send();
    else setDraftState(null);
  };
  return { draft, setDraft, flush };
}
