import { Form, Link } from "@remix-run/react";
import { useEffect, useId, useRef, useState } from "react";
import { button } from "#app/ui/controls/button.tsx";
import { sayAll } from "#app/ui/controls/fields/form-field.tsx";
import { Icon } from "#app/ui/controls/icons.tsx";
import { useBrowserLayoutEffect } from "#app/ui/layout-effect.ts";
import type { SavedEntry, ShownEntry } from "../form/options.ts";
import { useTexts } from "../language/use-texts.ts";
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
  const { success, created } = useTexts();
  useEffect(() => {
    const timer = setTimeout(() => setOpen(false), 3_000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <dialog open={isOpen} aria-labelledby={titleId} className="success">
      <h2 id={titleId} className="font-semibold">
        {success}
      </h2>
      <p>{created}</p>
    </dialog>
  );
}

/** The links to the form of the next entry. */
export function NextLinks({ another, nextHorse }: Pick<SavedEntry, "another" | "nextHorse">) {
  const { sameHorse, sameService } = useTexts();
  return [
    [another, sameHorse],
    [nextHorse, sameService],
  ].map(([to = "", label]) => (
    <Link key={label} to={to} className={`${button.secondary} px-2 text-sm`} preventScrollReset>
      {label}
    </Link>
  ));
}

/** The dialog and, until the next entry, a line with the saved entry. Tab reaches the links to the next form before Undo. */
export function Confirmation({ saved }: { saved: SavedEntry }) {
  const texts = useTexts();
  // The element that had the focus was removed with the posted form.
  useBrowserLayoutEffect(() => document.getElementById("form-title")?.focus(), []);
  return (
    <>
      <SuccessDialog />
      <div className="saved-entry animate-appear bg-accent-soft">
        <div className="saved-text">
          <Icon name="check" className="text-accent-ink" />
          <h2 title={saved.text} className="truncate font-semibold max-sm:text-sm max-sm:*:first:sr-only">
            <span>{texts.saved}</span> <span translate="no">{saved.text}</span>
          </h2>
        </div>
        {saved.repetition && <p className="basis-full text-sm">{saved.repetition}</p>}
        <p className="flex gap-2">
          <NextLinks {...saved} />
        </p>
        {saved.canUndo && <UndoButton entry={saved} />}
      </div>
    </>
  );
}

/** The entries that this device logged today, the newest first. */
export function DeviceEntries({ entries }: { entries: ShownEntry[] }) {
  const { today, undone } = useTexts();
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="device-title" className="mt-12">
      <h2 id="device-title" className="text-lg font-semibold tracking-tight">
        {today}
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
            {entry.isUndone && <span className="shrink-0 px-3.5 text-sm text-muted">{undone}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function UndoButton({ entry }: { entry: ShownEntry }) {
  const { undo } = useTexts();
  return (
    <button
      type="submit"
      form={UNDO_FORM}
      name="undo"
      value={entry.id}
      className={`${button.secondary} shrink-0 px-2 text-sm`}
    >
      <span>{undo}</span>
      <span className="sr-only">{` ${entry.text}`}</span>
    </button>
  );
}

export function UndoneNotice({ text }: { text: string }) {
  const { undoneEntry } = useTexts();
  return (
    <p className="notice">
      <span>{undoneEntry}</span> <span translate="no">{text}</span>
    </p>
  );
}

/** The form that every Undo button submits, and the alert for a refused Undo, which scrolls into view. */
export function UndoEntryForm({ answer }: { answer: EntryAnswer }) {
  const { messages } = useTexts();
  const alert = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the alert scrolls into view at each answer, also at one with the same text as before.
  useEffect(() => alert.current?.scrollIntoView({ block: "nearest" }), [answer]);
  return (
    <Form method="post" action="/?index" id={UNDO_FORM} preventScrollReset>
      {answer.undoProblem && (
        <p ref={alert} role="alert" className="alert mt-6">
          {sayAll([answer.undoProblem], messages)}
        </p>
      )}
    </Form>
  );
}
