import { Link } from "@remix-run/react";
import type { ListState } from "#app/domain/list-state.ts";
import { type Cents, formatDollars } from "#app/domain/money.ts";
import { button } from "#app/ui/controls/button.tsx";
import { Toast } from "#app/ui/shell/toast.tsx";
import { DialogLink } from "./dialog-link.tsx";

type BillLinkProps = {
  path: string;
  state: ListState;
  defaultSort: string;
  /** 'Horses' */
  noun: string;
  /** How many there are to bill; unknown where there are more rows than are counted. */
  count: number | undefined;
};

/** 'Bill N Horses', below their list: opens the dialog for what the list shows, over all its pages. */
export function BillLink({ path, state, defaultSort, noun, count }: BillLinkProps) {
  return (
    <p className="mt-6">
      <DialogLink
        to={`${path}/bill`}
        state={state}
        defaultSort={defaultSort}
        label={["Bill", count, noun].filter((part) => part !== undefined).join(" ")}
        running="Billing..."
        isOff={count === 0}
        className={button.secondary}
      />
    </p>
  );
}

/** What the dialog that it opens asks; spec section 2 has these very words. */
export const billingQuestion = (noun: string) => (count: number) => (
  <p>{`Are you sure you want to bill ${count} ${noun}? This action cannot be undone.`}</p>
);

type BilledNoticeProps = { run: { id: string; billCount: number; total: Cents } | null; count: number; noun: string };

/** What a press of Confirm has done, and where its bills are. */
export function BilledNotice({ run, count, noun }: BilledNoticeProps) {
  if (!run) return null;
  return (
    <Toast key={run.id}>
      <span className="flex flex-wrap items-center gap-x-4">
        <span>{`Billed ${counted(count, noun)}: ${counted(run.billCount, "bill")}, ${formatDollars(run.total)}.`}</span>
        <Link to="/billing" className="link">
          See the bills
        </Link>
      </span>
    </Toast>
  );
}

const counted = (count: number, noun: string) => `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
