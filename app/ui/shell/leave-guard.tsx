import { useBlocker } from "@remix-run/react";
import { useEffect, useState } from "react";
import { hasRefusedRows, isHalfDate, isUnsaved, isUnsent, isValueUnsent } from "#app/live/browser/unsaved.ts";
import { placeAt } from "#app/registry/places.ts";
import { button } from "#app/ui/controls/button.tsx";
import { Prompt } from "#app/ui/dialog/prompt.tsx";

type Step = { currentLocation: { pathname: string }; nextLocation: { pathname: string } };

const screenOf = (path: string) => placeAt(path)?.path ?? path;

function isShort(path: string): boolean {
  const { screen } = placeAt(path) ?? {};
  return screen?.path === path && "isShort" in screen;
}

/**
 * Whether a step would drop entries. Another search of the same page keeps its forms, unless a long list needs a
 * network that is not there: an error page would take its place. A dialog keeps the forms of the screen behind it. A
 * step to another screen waits for values that are being saved: the admin would not see there that the server refused
 * one. The redirect of a save cannot be stopped.
 */
function wouldDrop({ currentLocation: { pathname: from }, nextLocation: { pathname: to } }: Step): boolean {
  if (from === to) return !navigator.onLine && !isShort(to) && hasRefusedRows();
  return screenOf(from) === screenOf(to) ? isUnsaved(true) : isUnsaved() || isValueUnsent();
}

/** The browser asks in its own words. */
const ask = (event: Event) => (isUnsaved() || isUnsent()) && event.preventDefault();

/** Asks before a press, Back, a reload or the end of the tab drops entries (docs/product.md, 'Dialogs'). */
export function LeaveGuard() {
  const { reset, proceed } = useBlocker(wouldDrop);
  const isAsking = useAnswers(proceed);
  useEffect(() => {
    // The listener waits for the first entry: with it, some browsers do not cache the page for the Back button.
    const listen = () => addEventListener("beforeunload", ask);
    const end = new AbortController();
    for (const event of ["input", "paste", "submit"]) document.addEventListener(event, listen, end);
    document.addEventListener("keyup", ({ target }) => isHalfDate(target) && listen(), end);
    return () => {
      end.abort();
      removeEventListener("beforeunload", ask);
    };
  }, []);
  return reset && isAsking ? (
    <Prompt
      title="Discard changes?"
      keep="Keep editing"
      onKeep={reset}
      action={
        <button type="button" className={button.danger} onClick={proceed}>
          Discard
        </button>
      }
    >
      <p className="mt-2 mb-4">
        {isUnsaved()
          ? "What you entered is not saved."
          : "A change is still being sent. It may be saved after you leave."}
      </p>
    </Prompt>
  ) : null;
}

/** How long a step waits for an answer before the person is asked, in milliseconds. */
const PATIENCE_MS = 2_000;

/** Lets a stopped step go on once all values are saved. Returns whether the user must be asked. */
function useAnswers(proceed: (() => void) | undefined): boolean {
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (!proceed) return setAsking(false);
    const end = Date.now() + PATIENCE_MS;
    const look = () => {
      const mustAsk = isUnsaved() || (isValueUnsent() && Date.now() > end);
      if (!mustAsk && isValueUnsent()) return;
      clearInterval(timer);
      if (mustAsk) setAsking(true);
      else proceed();
    };
    const timer = setInterval(look, 20);
    look();
    return () => clearInterval(timer);
  }, [proceed]);
  return isAsking;
}
