import { Form, useActionData, useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { BatchAnswer, BatchFields, Unreachable } from "#app/domain/answers.ts";
import { totalOf } from "#app/domain/charges.ts";
import { type Cents, formatDollars } from "#app/domain/money.ts";
import { button } from "#app/ui/controls/button.tsx";
import { useJustChanged, WhatHappened } from "./batch-notice.tsx";
import { Dialog, DialogButtons } from "./dialog.tsx";
import { useIsRunning } from "./dialog-link.tsx";

/** What the dialog says of one horse, show or groom. */
export type BatchItem = {
  id: string;
  name: string;
  /** Whose it is, or what it is for. */
  note: string;
  /** How its total comes about. */
  lines: string[];
  value: Cents;
  /** What is to be known of it: 'already billed 11/03/2026'. */
  mark?: string;
};

type ConfirmDialogProps = {
  /** 'Confirm Billing' */
  title: string;
  /** What the list of what is made is called: 'Bills'. */
  label: string;
  /** The list behind the dialog, and the dialog: '/horses', '/horses/bill'. */
  path: string;
  to: string;
  /** The button while what was confirmed runs: 'Billing...'. */
  running: string;
  /** Null where the database is away: Confirm can be pressed again all the same. */
  opened: { idempotencyKey: string; fingerprint: string } | null;
  /** Others have changed it since. */
  hasChanged: boolean;
  /** What is asked, of so many items. */
  question: (count: number) => ReactNode;
  items: BatchItem[];
  /** Those that are left out unless they are ticked, under a heading of their own. */
  apart?: { heading: string; items: BatchItem[] };
  /** What else is to be known. */
  children?: ReactNode;
};

/** What will be done all at once and what it comes to, to be confirmed; it cannot be closed while it runs. */
export function BatchDialog(props: ConfirmDialogProps) {
  const { title, label, path, to, running, opened, hasChanged, question, items, apart, children } = props;
  const answer = useActionData<BatchAnswer | Unreachable>();
  const sent = answer && "sent" in answer ? answer.sent : undefined;
  const { form, ticked, readTicks } = useTicks(sent?.optedIn, opened?.fingerprint);
  // Where Enter does no harm, and not in the middle of the list.
  useEffect(() => form.current?.querySelector<HTMLElement>("[data-cancel]")?.focus(), [form]);
  const isRunning = useIsRunning(to);
  const isLocked = useJustChanged(opened?.fingerprint) || isRunning;
  const optedIn = apart?.items.filter(({ id }) => ticked.includes(id)) ?? [];
  const chosen = [...items, ...optedIn];
  const isNothing = opened !== null && items.length === 0 && !apart?.items.length;
  const back = path + useLocation().search;
  return (
    <Dialog title={title} onClosePath={back} isLocked={isRunning} className="w-152 flex-col gap-4 pb-0 open:flex">
      <Form
        ref={form}
        method="post"
        className="contents"
        onChange={readTicks}
        onSubmit={(event) => isLocked && event.preventDefault()}
      >
        <Hidden opened={opened} sent={sent} />
        {opened && question(chosen.length)}
        <WhatHappened problem={answer?.problem} hasChanged={hasChanged} />
        {opened && (
          <section
            aria-label={label}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
            tabIndex={0}
            className="batch-items -mx-6 min-h-24 overflow-auto overscroll-contain border-y border-line text-[0.9375rem]/5.5 tabular-nums -outline-offset-2"
          >
            <Items items={items} />
            {apart && apart.items.length > 0 && (
              <>
                <h3>{apart.heading}</h3>
                <Items items={apart.items} optedIn={sent?.optedIn ?? []} />
              </>
            )}
            {children}
          </section>
        )}
        {opened && (
          <p className="flex justify-between font-semibold tabular-nums">
            <span>Total</span>
            <output>{formatDollars(totalOf(chosen))}</output>
          </p>
        )}
        <DialogButtons onClosePath={back} isLocked={isRunning} className="-mx-6 px-6 pb-6">
          {!isNothing && (
            <button type="submit" aria-disabled={isLocked} className={button.primary}>
              {isRunning ? running : "Confirm"}
            </button>
          )}
        </DialogButtons>
      </Form>
    </Dialog>
  );
}

/** What Confirm sends besides the ticks; what it sent, ticks and all, where nothing could be read since. */
function Hidden({ opened, sent }: { opened: ConfirmDialogProps["opened"]; sent: BatchFields | undefined }) {
  const { idempotencyKey = "", fingerprint = "" } = opened ?? sent ?? {};
  return (
    <>
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <input type="hidden" name="fingerprint" value={fingerprint} />
      {!opened && sent?.optedIn.map((id) => <input key={id} type="hidden" name="optedIn" value={id} />)}
    </>
  );
}

/** Which boxes are ticked, of those that there are; also those that were before the script was there. */
function useTicks(atFirst: string[] = [], fingerprint = "") {
  const form = useRef<HTMLFormElement>(null);
  const [ticked, setTicked] = useState(atFirst);
  const readTicks = () => form.current && setTicked(new FormData(form.current).getAll("optedIn").map(String));
  // biome-ignore lint/correctness/useExhaustiveDependencies: as the page is taken over, and whenever there are others.
  useEffect(() => void readTicks(), [fingerprint]);
  return { form, ticked, readTicks };
}

/** A list of what is done, each with a box to tick where `optedIn` says which are ticked at first. */
function Items({ items, optedIn }: { items: BatchItem[]; optedIn?: string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.id}>
          {optedIn ? (
            <label>
              <input
                type="checkbox"
                name="optedIn"
                value={item.id}
                defaultChecked={optedIn.includes(item.id)}
                autoComplete="off"
                className="tick"
              />
              <Item {...item} />
            </label>
          ) : (
            <Item {...item} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Item({ name, note, mark, lines, value }: BatchItem) {
  return (
    <>
      <span>
        <b>{name}</b> {note}
      </span>
      <b>{formatDollars(value)}</b>
      {mark && <em className="badge badge-amber">{mark}</em>}
      {/* Each line stays in one piece. */}
      <small>{lines.map((line) => line.replaceAll(" ", "\u00a0")).join(" · ")}</small>
    </>
  );
}
