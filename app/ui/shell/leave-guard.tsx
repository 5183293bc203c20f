import { useBlocker } from "@remix-run/react";
import { useEffect } from "react";
import { routeAt, SCREENS } from "#app/domain/screens.ts";
import { hasRefusedRows, isUnsaved, isUnsent } from "#app/live/browser/unsaved.ts";
import { button } from "#app/ui/controls/button.tsx";
import { Question } from "#app/ui/dialog/question.tsx";

type Step = { currentLocation: { pathname: string }; nextLocation: { pathname: string } };

const screenOf = (path: string) => routeAt(path)?.path ?? path;

const isShort = (path: string) => SCREENS.some((screen) => screen.path === path && "isShort" in screen);

/**
 * Another search of the same page keeps its forms, unless a long list needs a network that is not there: an error page would take its
 * place. A dialog keeps those of the screen behind it. The redirect of a save is no step that could be stopped.
 */
function wouldDrop({ currentLocation: { pathname: from }, nextLocation: { pathname: to } }: Step): boolean {
  if (from === to) return !navigator.onLine && !isShort(to) && hasRefusedRows();
  return isUnsaved(screenOf(from) === screenOf(to));
}

/** The browser asks in its own words. */
const ask = (event: Event) => (isUnsaved() || isUnsent()) && event.preventDefault();

/** Asks before a press, Back, a reload or the end of the tab drops what was entered (docs/product.md, 'Dialogs'). */
export function LeaveGuard() {
  const { state, reset, proceed } = useBlocker(wouldDrop);
  useEffect(() => {
    // Before anything was entered the browser may keep the page for the Back button, which some do not with a listener.
    const listen = () => addEventListener("beforeunload", ask);
    const end = new AbortController();
    for (const event of ["input", "paste", "submit"]) document.addEventListener(event, listen, end);
    return () => {
      end.abort();
      removeEventListener("beforeunload", ask);
    };
  }, []);
  return state === "blocked" ? (
    <Question
      title="Discard changes?"
      keep="Keep editing"
      onKeep={reset}
      action={
        <button type="button" className={button.danger} onClick={proceed}>
          Discard
        </button>
      }
    >
      <p className="mt-2 mb-4">What you entered is not saved.</p>
    </Question>
  ) : null;
}
