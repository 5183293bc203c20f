import { Form, Link, useActionData } from "@remix-run/react";
import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import type { BatchAnswer, BatchFields, Unreachable } from "#app/domain/basics/answers.ts";
import { type Cents, formatDollars } from "#app/domain/basics/money.ts";
import { totalOf } from "#app/domain/bills/charges.ts";
import { NoDefaultButton } from "#app/ui/controls/no-default-button.tsx";
import { useBrowserLayoutEffect } from "#app/ui/layout-effect.ts";
import { useFormAddress, useListSearch, withParams } from "#app/ui/list/list-search.ts";
import { noticeOf, useJustChanged } from "./batch-notice.tsx";
import { Dialog, DialogFoot } from "./dialog.tsx";
import { useIsRunning } from "./dialog-link.tsx";

/** An item of a batch: a horse, show or groom. */
export type BatchItem = {
  id: string;
  name: string;
  /** The horse's owner, the show's horse, or the number of weeks. */
  note: string;
  /** The amounts that add up to `value`; of an item in several parts, those of each part are in `parts`. */
  lines: string[];
  parts?: { heading: string; value: Cents; lines: string[] }[] | undefined;
  value: Cents;
  /** A warning badge: 'already billed 11/03/2026'. */
  mark?: string;
  /** How `value` differs from what is usual: '$1,933.33 less than a whole month'. */
  difference?: string | undefined;
  /** Why the batch leaves the item out until it is ticked: the key of a `Skipped`. */
  skip?: string | undefined;
  /** What the amounts depend on, each with links to other choices. */
  basis?: BatchChoice[] | undefined;
};

/** A choice that was made for an item, in words, and the dialog's parameters for the other ones. `name` says more than the label. */
export type BatchChoice = { text: string; links: { label: string; name?: string; params: string }[] };

/** An item that the batch leaves out, with the reason. */
export type LeftOutItem = Pick<BatchItem, "id" | "name" | "note" | "basis"> & { reason: string };

/** Items that are in the batch and folded behind a line that sums them up. */
export type FoldedItems = { summary: string; items: BatchItem[]; isOpen: boolean };

/** Items that are in the batch while their boxes are ticked: at first none of them, or all. `isFirst`: they stand above the others. */
type OptionalItems = { heading: string; items: BatchItem[]; areTicked?: boolean; isFirst?: boolean };

type BatchDialogProps = {
  /** The accessible name of the list of items: 'Bills'. */
  label: string;
  /** The list behind the dialog: '/horses'. */
  listPath: string;
  /** The page that Cancel leads to; null for the list. */
  closePath?: string | null;
  /** '/horses/bill' */
  dialogPath: string;
  /** The button's label while the batch runs: 'Billing...'. */
  runningLabel: string;
  /** Null while the database does not answer. Confirm then resubmits the last payload. */
  opened: { idempotencyKey: string; fingerprint: string } | null;
  /** Another admin has changed the batch since the dialog opened. */
  hasChanged: boolean;
  /** Renders the question for the items that are in the batch. */
  question: (chosen: readonly BatchItem[]) => ReactNode;
  items: BatchItem[];
  /** Further items, below the others. */
  folded?: FoldedItems;
  optional?: OptionalItems[];
  leftOut?: { heading: string; items: LeftOutItem[] };
  /**
   * Controls above the question that choose another batch, and the search parameters of the present choice. A choice with another
   * `key` begins without the ticks of the one before.
   */
  choice?: { controls: ReactNode; params: string; key: string };
  /** Notes below the items. */
  children?: ReactNode;
};

/**
 * A dialog to confirm a batch: its items and their total. It cannot be closed while the batch runs (docs/architecture.md,
 * 'One batch').
 */
export function BatchDialog(props: BatchDialogProps) {
  const { listPath, dialogPath, runningLabel, opened, hasChanged, question, items, folded, choice } = props;
  const answer = useActionData<BatchAnswer | Unreachable>();
  const sent = answer && "sent" in answer ? answer.sent : undefined;
  const ticks = useTicks(props.optional, sent?.optedIn, `${opened?.fingerprint} ${choice?.params}`);
  const { form, offered, optedIn, initiallyTicked, readTicks, isHydrated } = ticks;
  // The initial focus is on Cancel, where Enter writes nothing, instead of on the first checkbox.
  useBrowserLayoutEffect(() => form.current?.querySelector<HTMLElement>("[data-cancel]")?.focus(), [form]);
  const isRunning = useIsRunning(dialogPath);
  const hasJustChanged = useJustChanged(opened?.fingerprint);
  const chosen = [...items, ...(folded?.items ?? []), ...optedIn];
  // Before hydration the ticks are not known.
  const isEmpty = opened !== null && chosen.length === 0 && (isHydrated || offered.length === 0);
  const search = useListSearch();
  const address = withParams(useFormAddress(), choice?.params);
  const closeAddress = props.closePath ?? listPath + search;
  return (
    <Dialog onClosePath={closeAddress} isLocked={isRunning} className="w-152 flex-col gap-4 open:flex">
      {choice?.controls}
      <Form
        preventScrollReset
        ref={form}
        key={choice?.key}
        method="post"
        action={address}
        className="contents"
        data-dirty={ticks.isDirty || undefined}
        onChange={readTicks}
      >
        <NoDefaultButton />
        <HiddenFields opened={opened} sent={sent} />
        {opened && question(chosen)}
        {opened && <ItemList {...props} initiallyTicked={initiallyTicked} />}
        {opened && (
          <p className="flex justify-between font-semibold tabular-nums">
            <span>Total</span>
            <output>{formatDollars(totalOf(chosen))}</output>
          </p>
        )}
        <DialogFoot
          onClosePath={closeAddress}
          isLocked={isRunning}
          problem={noticeOf(answer?.problem, hasChanged)}
          label={!isEmpty && "Confirm"}
          runningLabel={runningLabel}
          isPaused={hasJustChanged}
        />
      </Form>
    </Dialog>
  );
}

type ItemListProps = Pick<
  BatchDialogProps,
  "dialogPath" | "label" | "items" | "folded" | "optional" | "leftOut" | "children"
> & { initiallyTicked: string[] };

/** The scrolling part of the dialog: the items, the optional items with a checkbox each, the items left out, and the notes. */
function ItemList({
  dialogPath,
  label,
  items,
  folded,
  optional = [],
  leftOut,
  children,
  initiallyTicked,
}: ItemListProps) {
  const ticked = (isFirst: boolean) =>
    optional
      .filter((each) => each.items.length > 0 && (each.isFirst ?? false) === isFirst)
      .map(({ heading, items }) => (
        <Fragment key={heading}>
          <h3>{heading}</h3>
          <Items dialogPath={dialogPath} items={items} initiallyTicked={initiallyTicked} />
        </Fragment>
      ));
  const first = ticked(true);
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the items scroll, and Safari lets the keyboard scroll only an element with the focus.
      tabIndex={0}
      className="batch-items -mx-6 min-h-24 overflow-auto overscroll-contain border-y border-line text-[0.9375rem]/5.5 -outline-offset-2"
    >
      {first}
      {first.length > 0 && items.length > 0 && <h3>On the property</h3>}
      <Items dialogPath={dialogPath} items={items} />
      {folded && folded.items.length > 0 && (
        <details open={folded.isOpen}>
          <summary>{folded.summary}</summary>
          <Items dialogPath={dialogPath} items={folded.items} />
        </details>
      )}
      {ticked(false)}
      {leftOut && leftOut.items.length > 0 && (
        <>
          <h3>{leftOut.heading}</h3>
          <ul>
            {leftOut.items.map(({ id, name, note, reason, basis }) => (
              <li key={id}>
                <span>
                  <b translate="no">{name}</b> <span>{note}</span>
                </span>
                <span>{reason}</span>
                <Basis dialogPath={dialogPath} basis={basis} />
              </li>
            ))}
          </ul>
        </>
      )}
      {children}
    </section>
  );
}

/** The hidden fields of Confirm. If the reload failed, they repeat the last payload with its ticked rows. */
function HiddenFields({ opened, sent }: { opened: BatchDialogProps["opened"]; sent: BatchFields | undefined }) {
  const { idempotencyKey = "", fingerprint = "" } = opened ?? sent ?? {};
  return (
    <>
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <input type="hidden" name="fingerprint" value={fingerprint} />
      {!opened && sent?.optedIn.map((id) => <input key={id} type="hidden" name="optedIn" value={id} />)}
    </>
  );
}

/** The items that can be ticked, and the ticked ones, read from the form, because the browser may have ticked boxes before hydration. */
function useTicks(optional: OptionalItems[] = [], sent: string[] | undefined, content: string) {
  const offered = optional.flatMap(({ items }) => items);
  const tickedAtFirst = optional.flatMap(({ items, areTicked }) => (areTicked ? items.map(({ id }) => id) : []));
  const initiallyTicked = sent ?? tickedAtFirst;
  const form = useRef<HTMLFormElement>(null);
  const [ticked, setTicked] = useState(initiallyTicked);
  const [isHydrated, setHydrated] = useState(false);
  const readTicks = () => form.current && setTicked(new FormData(form.current).getAll("optedIn").map(String));
  // biome-ignore lint/correctness/useExhaustiveDependencies: boxes may be ticked before hydration, and a live update may remove ticked rows; `content` changes with the rows and the choice.
  useEffect(() => {
    readTicks();
    setHydrated(true);
  }, [content]);
  const optedIn = offered.filter(({ id }) => ticked.includes(id));
  const isDirty = ticked.join() !== tickedAtFirst.join();
  return { form, offered, optedIn, initiallyTicked, readTicks, isHydrated, isDirty };
}

/** What the amounts of an item depend on, with links to other choices. */
function Basis({ dialogPath, basis = [] }: { dialogPath: string; basis: BatchItem["basis"] }) {
  return basis.map((choice) => (
    <small key={choice.text} className="basis">
      <ChoiceLinks dialogPath={dialogPath} choice={choice} />
    </small>
  ));
}

/** A choice in words, and a link to each of the other ones. */
export function ChoiceLinks({ dialogPath, choice }: { dialogPath: string; choice: BatchChoice }) {
  const search = useListSearch();
  return (
    <>
      <span>{choice.text}</span>
      {choice.links.map(({ label, name, params }) => (
        <Fragment key={label}>
          <span> · </span>
          <Link
            to={withParams(dialogPath + search, params)}
            replace
            preventScrollReset
            className="link"
            aria-label={name}
          >
            {label}
          </Link>
        </Fragment>
      ))}
    </>
  );
}

type ItemsProps = { dialogPath: string; items: BatchItem[]; initiallyTicked?: string[] };

/** A list of items, with a checkbox each if `initiallyTicked` is given. */
function Items({ dialogPath, items, initiallyTicked }: ItemsProps) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.id}>
          {initiallyTicked ? (
            <label>
              <input
                type="checkbox"
                name="optedIn"
                value={item.id}
                defaultChecked={initiallyTicked.includes(item.id)}
                autoComplete="off"
                className="tick"
              />
              <Item {...item} />
            </label>
          ) : (
            <Item {...item} />
          )}
          <Basis dialogPath={dialogPath} basis={item.basis} />
        </li>
      ))}
    </ul>
  );
}

function Item({ name, note, mark, difference, lines, parts = [], value }: BatchItem) {
  return (
    <>
      <span>
        <b translate="no">{name}</b> <span>{note}</span>
      </span>
      <b>{formatDollars(value)}</b>
      {mark && <em className="badge badge-amber">{mark}</em>}
      {difference && <small className="difference">{difference}</small>}
      {lines.length > 0 && <small>{inPieces(lines)}</small>}
      {parts.map((part) => (
        <small key={part.heading} className="part">
          <span>{part.heading}</span> <span>{formatDollars(part.value)}</span> <span>{inPieces(part.lines)}</span>
        </small>
      ))}
    </>
  );
}

/** Texts in one line. No-break spaces keep each of them in one piece. */
const inPieces = (texts: string[]) => texts.map((text) => text.replaceAll(" ", "\u00a0")).join(" · ");
