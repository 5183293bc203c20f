import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { LINKS_AT_ONCE, type WhichLinks } from "#app/domain/statements/shared-statement.ts";
import { button } from "#app/ui/controls/button.tsx";
import { NoDefaultButton } from "#app/ui/controls/no-default-button.tsx";
import { useIsPosting } from "#app/ui/dialog/dialog-link.tsx";
import { EmailText } from "#app/ui/record/email-text.tsx";
import { Section, To } from "#app/ui/record/record-page.tsx";
import { TickAll, useTicks } from "../ticks.tsx";
import type { WorkingRow } from "./describe-working-links.ts";

type WorkingListProps = {
  links: readonly WorkingRow[];
  /** The number of links on all pages. */
  total: number;
  which: WhichLinks;
  /** The address of the list, to which the form posts. */
  address: string;
  idempotencyKey: string;
};

/** The links, in a form that turns off one link, the ticked links, or all. */
export function WorkingList({ links, total, which, address, idempotencyKey }: WorkingListProps) {
  const { form, count, countTicks, tickAll } = useTicks(links);
  const isChosen = which.actor !== null || which.customerId !== null;
  const all =
    total > LINKS_AT_ONCE
      ? `the latest ${LINKS_AT_ONCE.toLocaleString("en-US")} links`
      : `all ${pluralize(total, "link")}`;
  return (
    <Form ref={form} method="post" action={address} onChange={countTicks}>
      <NoDefaultButton />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <input type="hidden" name="count" value={total} />
      {links.length > 0 && (
        <div className="flex flex-wrap items-start gap-3">
          <div className="if-ticked">
            <TurnOff
              label={count ? `Turn off ${pluralize(count, "ticked link")}` : "Turn off ticked links"}
              isDanger={false}
              confirm={
                <Confirm name="intent" value="ticked" label={`Turn off ${count ? pluralize(count, "link") : "them"}`} />
              }
            />
          </div>
          {isChosen && total > 1 && (
            <TurnOff
              label={`Turn off ${all}`}
              isDanger
              confirm={<Confirm name="intent" value="all" label={`Turn off ${all}`} />}
            />
          )}
        </div>
      )}
      <Section
        id="working-links"
        title="Links"
        more={links.length > 0 && <TickAll tickAll={tickAll} />}
        none="No active links."
        head={["Customer", "Period", "Shows", "Created by", "Opened", "Ends", "Turn off"]}
        rows={links.map((link) => ({ key: link.id, cells: cellsOf(link) }))}
      />
    </Form>
  );
}

type TurnOffProps = { label: string; describedBy?: string; isDanger: boolean; confirm: ReactNode };

/** A button that asks for confirmation, because turning off a link cannot be undone. */
const TurnOff = ({ label, describedBy, isDanger, confirm }: TurnOffProps) => (
  <details className="turn-off">
    <summary aria-describedby={describedBy} className={isDanger ? button.danger : button.secondary}>
      {label}
    </summary>
    <p className="text-sm text-muted">This can’t be undone.</p>
    {confirm}
  </details>
);

function Confirm({ name, value, label }: { name: string; value: string; label: string }) {
  return (
    <button type="submit" name={name} value={value} aria-disabled={useIsPosting()} className={button.danger}>
      {label}
    </button>
  );
}

function cellsOf({ id, customer, path, period, shows, by, created, opened, last, ends }: WorkingRow): ReactNode[] {
  return [
    <span key="name" className="flex min-w-44 items-start gap-3">
      <label className="-m-3 p-3">
        <input
          type="checkbox"
          name="selected"
          value={id}
          aria-label={`Select ${customer}, ${period}`}
          className="tick"
        />
      </label>
      <span className="wrap-anywhere" id={`link-${id}`}>
        <To to={path}>{customer}</To>
        {/* A phone has no room for the columns between the first and the last one. */}
        <small className="block text-muted max-lg:pt-2 lg:hidden">{`${period} · ends ${ends}`}</small>
        <small className="block text-muted lg:hidden">{`${shows} · ${opened} · ${by}`}</small>
      </span>
    </span>,
    <span key="period">
      <span>{period}</span>
      <small className="block text-muted xl:hidden">{shows}</small>
    </span>,
    shows,
    <span key="by">
      <EmailText>{by}</EmailText>
      <small className="block text-muted">{created}</small>
    </span>,
    <span key="opened">
      <span>{opened}</span>
      {last && <small className="block text-muted">{last}</small>}
    </span>,
    <span key="ends" className="whitespace-nowrap">
      {ends}
    </span>,
    <TurnOff
      key="off"
      label="Turn off"
      describedBy={`link-${id}`}
      isDanger={false}
      confirm={<Confirm name="one" value={id} label="Turn off this link" />}
    />,
  ];
}
