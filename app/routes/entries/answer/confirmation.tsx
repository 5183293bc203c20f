import { Form, Link } from "@remix-run/react";
import { useEffect, useId, useRef, useState } from "react";
import { button } from "#app/ui/controls/button.tsx";
import { Icon } from "#app/ui/controls/icons.tsx";
import { useBrowserLayoutEffect } from "#app/ui/layout-effect.ts";
import type { SavedEntry, ShownEntry } from "../form/options.ts";
import type { EntryAnswer } from "../saving/answer-entry.ts";

/** The id of the one form that all Undo buttons of the page submit. */
const UNDO_FORM = "undo-entry";

/**
 * The dialog after a save (docs/product.md, 'Service form'). It lies over the title, takes no focus and closes after 3
 * seconds. Without JavaScript a CSS animation closes it.
 */
export function SuccessDialog() {
  const [isOpen, setOpen] = useState(true);
  const titleId = useId();
  useEffect(() => {
    const timer = setTimeout(() => setOpen(false), 3_000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <dialog open={isOpen} aria-labelledby={titleId} className="success">
      <h2 id={titleId} className="font-semibold">
        Success
      </h2>
      <p>Bill item has been created successfully.</p>
    </dialog>
  );
}

/** The links to the form of the next entry. */
export const NextLinks = ({
  another,
  nextHorse,
  horse,
}: {
  another: string;
  nextHorse: string;
  horse: string | undefined;
}) =>
  [
    [another, `Log another for ${horse}`],
    [nextHorse, "Same service, next horse"],
  ].map(([to = "", label]) => (
    <Link
      key={label}
      to={to}
      className={`${button.secondary} min-w-0 whitespace-normal wrap-anywhere`}
      preventScrollReset
    >
      {label}
    </Link>
  ));

/** The dialog and, until the next entry, the saved entry with links to the next form. */
export function Confirmation({ saved }: { saved: SavedEntry }) {
  // The element that had the focus was removed with the posted form.
  useBrowserLayoutEffect(() => document.getElementById("form-title")?.focus(), []);
  return (
    <>
      <SuccessDialog />
      <div className="animate-appear rounded-xl bg-accent-soft p-4 forced-colors:border">
        <h2 className="flex gap-2 font-semibold">
          <Icon name="check" className="mt-1 text-accent-ink" />
          <span className="min-w-0 wrap-anywhere">
            Saved: <span translate="no">{saved.text}</span>
          </span>
        </h2>
        {saved.repetition && <p className="mt-2 wrap-anywhere">{saved.repetition}</p>}
        <p className="mt-3 flex flex-wrap gap-2">
          <NextLinks {...saved} />
          {saved.canUndo && <UndoButton entry={saved} />}
        </p>
      </div>
    </>
  );
}

/** The entries that this device logged today, the newest first. */
export function DeviceEntries({ entries }: { entries: ShownEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="device-title" className="mt-12">
      <h2 id="device-title" className="text-lg font-semibold tracking-tight">
        Today from this device
      </h2>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {entries.map((entry) => (
          <li key={entry.id} className="flex min-h-14 items-center justify-between gap-3 py-1.5">
            <p className="min-w-0 wrap-anywhere">
              {entry.isUndone ? (
                <del translate="no" className="text-muted">
                  {entry.text}
                </del>
              ) : (
                <span translate="no">{entry.text}</span>
              )}{" "}
              <span className="text-sm whitespace-nowrap text-muted">{entry.time}</span>
              {entry.repetition && <span className="block text-sm text-muted">{entry.repetition}</span>}
            </p>
            {entry.canUndo && <UndoButton entry={entry} />}
            {entry.isUndone && <span className="shrink-0 px-3.5 text-sm text-muted">Undone</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function UndoButton({ entry }: { entry: ShownEntry }) {
  return (
    <button type="submit" form={UNDO_FORM} name="undo" value={entry.id} className={`${button.secondary} shrink-0`}>
      Undo<span className="sr-only">{` ${entry.text}`}</span>
    </button>
  );
}

export const UndoneNotice = ({ text }: { text: string }) => (
  <p className="notice">
    Undone: <span translate="no">{text}</span>
  </p>
);

/** Says why an Undo was refused, in sight, wherever the button stands. */
export function UndoProblem({ answer }: { answer: EntryAnswer }) {
  const alert = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the alert scrolls into view at each answer, also at one with the same text as before.
  useEffect(() => alert.current?.scrollIntoView({ block: "nearest" }), [answer]);
  if (!answer.undoProblem) return null;
  return (
    <p ref={alert} role="alert" className="alert mt-6">
      {answer.undoProblem}
    </p>
  );
}

export function UndoEntryForm() {
  return <Form method="post" action="/?index" id={UNDO_FORM} preventScrollReset />;
}
