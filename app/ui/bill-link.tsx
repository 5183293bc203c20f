import { Link, useNavigation } from "@remix-run/react";
import { type Cents, formatDollars } from "../domain/money.ts";
import { button } from "./button.tsx";
import { type ListState, listHref } from "./list/list-state.ts";
import { Toast } from "./toast.tsx";

/** Whether Confirm was pressed in the dialog over a list, and has not been answered. */
export function useIsBilling(path: string): boolean {
  const { formMethod, formAction } = useNavigation();
  return formMethod === "POST" && formAction?.split("?")[0] === `${path}/bill`;
}

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
  const isBilling = useIsBilling(path);
  const label = isBilling ? "Billing..." : ["Bill", count, noun].filter((part) => part !== undefined).join(" ");
  return (
    <p className="mt-6">
      {count === 0 ? (
        // biome-ignore lint/a11y/useValidAnchor: without an address it is a link that leads nowhere yet.
        <a role="link" aria-disabled="true" className={button.secondary}>
          {label}
        </a>
      ) : (
        <Link
          to={listHref(`${path}/bill`, state, defaultSort, { place: state.place })}
          aria-disabled={isBilling}
          className={button.secondary}
          preventScrollReset
        >
          {label}
        </Link>
      )}
    </p>
  );
}

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
