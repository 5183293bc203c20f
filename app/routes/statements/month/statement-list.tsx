import { Form } from "@remix-run/react";
import { formatDollars } from "#app/domain/basics/money.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import type { ShareOptions } from "#app/domain/statements/shared-statement.ts";
import { button } from "#app/ui/controls/button.tsx";
import { NoDefaultButton } from "#app/ui/controls/no-default-button.tsx";
import { useIsPosting } from "#app/ui/dialog/dialog-link.tsx";
import { useTicks } from "../ticks.tsx";
import type { StatementRow } from "./describe-statements.ts";
import { canBeShared, StatementInRow } from "./statement-row.tsx";

type StatementListProps = {
  rows: readonly StatementRow[];
  /** 'from=2026-11-01&to=2026-11-30'. */
  period: string;
  idempotencyKey: string;
  /** Whether the worker has a mail provider. */
  canMail: boolean;
  /** Whether owners can reach the barn: nothing is shared before. */
  canShare: boolean;
  options: ShareOptions;
};

const sumOf = (rows: readonly StatementRow[]) =>
  formatDollars(rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0));

/** The statements of a period with their states, in a form that shares the ticked ones. */
export function StatementList({ rows, period, idempotencyKey, canMail, canShare, options }: StatementListProps) {
  const { form, ticked, count, countTicks, tickAll } = useTicks(rows);
  const isPosting = useIsPosting();
  const chosen = rows.filter(({ id }) => ticked?.includes(id));
  if (rows.length === 0) return <p className="empty">No customer has lines in this period.</p>;
  return (
    <Form ref={form} method="post" action={`/customers/statements?${period}`} onChange={countTicks} className="list">
      <NoDefaultButton />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <OfferedOptions {...options} />
      <div className="table-scroll">
        <table className="data-table statements" aria-labelledby="list-title">
          <Head isAll={count === rows.filter(canBeShared).length} tickAll={tickAll} />
          <tbody>
            {rows.map((row) => (
              <StatementInRow key={row.id} row={row} period={period} />
            ))}
          </tbody>
        </table>
      </div>
      <div className="list-end">
        <div className="list-foot">
          <p className="list-count">
            <span>{pluralize(rows.length, "customer")}</span>
            <span className="list-sum">{sumOf(rows)}</span>
          </p>
        </div>
        {canShare && (
          <div className="list-batch statements-chosen">
            <output>{count === null ? "The ticked statements" : `${count} chosen, ${sumOf(chosen)}`}</output>
            <button type="submit" name="intent" value="review" aria-disabled={isPosting} className={button.primary}>
              {canMail ? "E-mail…" : "Share…"}
            </button>
          </div>
        )}
      </div>
    </Form>
  );
}

/** The options with which the dialog opens. */
const OfferedOptions = ({ isFrozen, hasComments, days }: ShareOptions) => (
  <>
    <input type="hidden" name="shows" value={isFrozen ? "frozen" : "now"} />
    <input type="hidden" name="days" value={days} />
    {hasComments && <input type="hidden" name="comments" value="yes" />}
  </>
);

type HeadProps = { isAll: boolean; tickAll: (isTicked: boolean) => void };

const Head = ({ isAll, tickAll }: HeadProps) => (
  <thead>
    <tr>
      <th scope="col" className="select">
        <label className="needs-script">
          <input
            type="checkbox"
            aria-label="Select all statements"
            autoComplete="off"
            checked={isAll}
            onChange={({ currentTarget }) => tickAll(currentTarget.checked)}
            className="tick"
          />
        </label>
      </th>
      <th scope="col">Customer</th>
      <th scope="col" className="end">
        Amount
      </th>
      <th scope="col">Status</th>
      <th scope="col" className="date">
        Last shared
      </th>
      <th scope="col" className="date">
        Opened
      </th>
    </tr>
  </thead>
);
