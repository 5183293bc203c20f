import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { CHECK_SESSION } from "#app/live/browser/session-end.ts";
import type { HitGroup } from "#app/registry/go-to.ts";
import { ForbiddenError, fetchLoaderData } from "#app/remix/loader-data.ts";
import { GoToHits } from "./go-to-hits.tsx";

type Found = { groups: HitGroup[]; hint: string };

/** The pause in the typing after which the dialog searches, in milliseconds. */
const PAUSE_MS = 120;

const NO_ANSWER: Found = { groups: [], hint: "The search did not answer. Type again to repeat it." };

/** 'Go to anything' (docs/product.md, 'Screens'): a search box and a list of links, from the data of the page `/go`. */
export function GoToDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState("");
  const answer = useAnswer(typed);
  const found = answer?.found;
  useEffect(() => dialog.current?.showModal(), []);
  const count = found?.groups.reduce((sum, { hits }) => sum + hits.length, 0);

  /** The arrows move between the box and the links; Enter in the box follows the first link of what was typed. */
  const press = (event: KeyboardEvent<HTMLDialogElement>) => {
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, a")];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.nativeEvent.isComposing || at < 0) return;
    if (!step && !(event.key === "Enter" && at === 0)) return;
    event.preventDefault();
    // Until the answer arrives, the links belong to an earlier text.
    if (answer?.q !== typed) return;
    if (step) stops[(at + step + stops.length) % stops.length]?.focus();
    else stops[1]?.click();
  };

  return (
    <dialog
      ref={dialog}
      aria-labelledby="go-to-title"
      className="dialog go-to"
      onKeyDown={press}
      onClick={(event) => isPlainPress(event) && dialog.current?.close()}
      onClose={onClose}
    >
      <h2 id="go-to-title">Go to anything</h2>
      <input
        type="search"
        maxLength={100}
        autoComplete="off"
        aria-label="Name, number or action"
        className="control mt-4"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p role="status" className="mt-3 text-sm/normal text-muted">
        {found && (found.hint || (answer.q && `${count} found`))}
      </p>
      {found && (
        <div className="go-to-groups" data-current={answer.q === typed || undefined}>
          <GoToHits groups={found.groups} heading="h3" />
        </div>
      )}
      <div className="dialog-foot">
        <button type="button" className="button button-secondary" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  );
}

/** Whether a press follows a link in this tab. */
const isPlainPress = ({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  (target as Element).closest("a") !== null && !button && !ctrlKey && !metaKey && !shiftKey && !altKey;

/** The last hits, and the text that they belong to. Searches at once, and after each pause in the typing. */
function useAnswer(typed: string) {
  const [answer, setAnswer] = useState<{ q: string; found: Found }>();
  useEffect(() => {
    const request = new AbortController();
    const search = async () => {
      const address = `/go?${new URLSearchParams({ q: typed })}`;
      const found = await fetchLoaderData(address, [{ id: "/go" }], request.signal)
        .then((dataOf) => dataOf("/go") as Found)
        .catch((error: unknown) => {
          if (error instanceof ForbiddenError) dispatchEvent(new Event(CHECK_SESSION));
          return NO_ANSWER;
        });
      if (!request.signal.aborted) setAnswer({ q: typed, found });
    };
    const pause = setTimeout(search, typed ? PAUSE_MS : 0);
    return () => {
      clearTimeout(pause);
      request.abort();
    };
  }, [typed]);
  return answer;
}
