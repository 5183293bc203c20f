import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { formatDollars } from "#app/domain/basics/money.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { StateBadge } from "#app/ui/controls/badge.tsx";
import { button } from "#app/ui/controls/button.tsx";
import { useIsPosting } from "#app/ui/dialog/dialog-link.tsx";
import { Section, To } from "#app/ui/record/record-page.tsx";
import { ShareFields } from "../share-form.tsx";
import { TickAll, useTicks } from "../ticks.tsx";
import type { StatementRow } from "./describe-statements.ts";

type StatementListProps = {
  rows: readonly StatementRow[];
  /** 'from=2026-11-01&to=2026-11-30'. */
  period: string;
  idempotencyKey: string;
  /** Whether the worker has a mail provider. */
  canMail: boolean;
};

/** The statements of a period with their states, in a form that shares the ticked ones. */
export function StatementList({ rows, period, idempotencyKey, canMail }: StatementListProps) {
  const { form, count, countTicks, tickAll } = useTicks(rows);
  const isPosting = useIsPosting();
  const what = !count ? "the selected statements" : pluralize(count, "statement");
  const command = (intent: string, label: string, className: string) => (
    <button type="submit" name="intent" value={intent} aria-disabled={isPosting} className={className}>
      {`${label} ${what}`}
    </button>
  );
  return (
    <Form ref={form} method="post" action={`/customers/statements?${period}`} onChange={countTicks}>
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      {rows.length > 0 && (
        <div className="share-many">
          <ShareFields />
          <p className="text-sm text-muted">
            {`Anyone with a link can read that statement.${canMail ? " Customers without an e-mail address get a link only." : ""}`}
          </p>
          <div className="flex flex-wrap gap-3">
            {canMail && command("mail", "E-mail", button.primary)}
            {command("share", "Share", canMail ? button.secondary : button.primary)}
          </div>
        </div>
      )}
      <Section
        id="statements"
        title="Customers"
        more={rows.length > 0 && <TickAll tickAll={tickAll} />}
        none="No customer has lines in this period."
        head={["Customer", ["Amount", "end"], "Status", "Last shared", "Link"]}
        rows={rows.map((row) => ({ key: row.id, cells: cellsOf(row, period) }))}
      />
    </Form>
  );
}

function cellsOf(row: StatementRow, period: string): ReactNode[] {
  const { id, name, amount, state, problem, emails, sent, linkId } = row;
  const path = `/customers/${id}/statement?${period}`;
  return [
    <span key="name" className="flex min-w-44 items-start gap-3">
      {/* The key replaces the box when the state changes, so that a shared statement is not ticked any more. */}
      <label key={state} className="-m-3 p-3">
        <input
          type="checkbox"
          name="selected"
          value={id}
          defaultChecked={row.isToSend}
          disabled={amount === null || row.isDeleted}
          aria-label={`Select ${name}`}
          className="tick"
        />
      </label>
      <span className="wrap-anywhere">
        <To to={path}>{name}</To>
        <small className="block whitespace-pre-line text-muted max-sm:pt-2">
          {emails.join("\n") || "No e-mail address"}
        </small>
      </span>
    </span>,
    amount === null ? "Too many bills" : formatDollars(amount),
    <span key="state">
      <StateBadge state={state} />
      {problem && <small className="block min-w-36 pt-1 wrap-anywhere text-muted">{problem}</small>}
      {/* A phone has no room for the columns after this one. */}
      {sent && <small className="block pt-1 text-muted sm:hidden">{sent.when}</small>}
      {linkId && !row.isDeleted && (
        <span className="block pt-3 sm:hidden">
          <To to={`${path}&shared=${linkId}`}>Send</To>
        </span>
      )}
    </span>,
    sent && (
      <span key="sent" className="whitespace-nowrap">
        <span>{sent.when}</span>
        <small className="block text-muted">{`by ${sent.by}`}</small>
      </span>
    ),
    <span key="links" className="flex flex-wrap gap-x-4">
      <To to={path}>Preview</To>
      {linkId && !row.isDeleted && <To to={`${path}&shared=${linkId}`}>Send</To>}
    </span>,
  ];
}
