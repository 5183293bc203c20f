import { Link, type ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { formatDollars } from "#app/domain/money.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { revalidateUnlessUnreachable } from "#app/records/client-actions.ts";
import { readList } from "#app/records/list-route.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { button } from "#app/ui/controls/button.tsx";
import { DialogLink } from "#app/ui/dialog/dialog-link.tsx";
import { columnsOf } from "#app/ui/list/columns.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import type { ListData } from "#app/ui/list/types.ts";
import { anyBill, type BillRow } from "#db/queries/bills.ts";
import { bill } from "./bill.ts";
import { billsList } from "./list.ts";

/** Reads the list and whether any bill exists, in one database request. */
export const loader = liveLoader(async (args) => {
  const { request, context } = args;
  const [list, anyBills] = await Promise.all([
    readList(args, billsList),
    readOrNullAfterPost(context, readAsAdmin(request, context, anyBill())),
  ]);
  return { list, isNone: anyBills?.[0].length === 0 };
});

/** Also revalidates if an export was refused because the bills changed. */
export const shouldRevalidate = (step: ShouldRevalidateFunctionArgs) =>
  step.actionResult?.isChanged === true || revalidateUnlessUnreachable(step);

const columns = columnsOf(bill, (row: BillRow) => row.service);

export default function Billing() {
  const { list, isNone } = useLiveData<typeof loader>();
  return (
    <ListScreen
      list={list}
      columns={columns}
      searchPlaceholder="Search bills..."
      toggle={{ on: "Showing pending bills", off: "Showing all bills" }}
      empty={{ title: "No Bills", text: "No bills have been generated yet" }}
      head={
        <div className="flex flex-wrap gap-3">
          <Link to="/billing/check" className={button.secondary}>
            Check
          </Link>
          <Link to="/billing/exports" className={button.secondary}>
            Past exports
          </Link>
          <Link to="/billing/runs" className={button.secondary}>
            Past runs
          </Link>
          {list.data && (
            <DialogLink
              to="/billing/export"
              state={list.state}
              defaultSort={list.defaultSort}
              label="Export to QB"
              runningLabel="Exporting..."
              isDisabled={isNone}
              className={button.primary}
            />
          )}
        </div>
      }
      footer={list.data && list.data.total > 0 && <ListTotal {...list.data} />}
    />
  );
}

/** The sum of the bills shown, over all pages. */
function ListTotal({ total, summary }: Pick<ListData<BillRow>, "total" | "summary">) {
  return (
    <p className="mt-2 text-sm/normal text-muted">
      {summary ? (
        <>
          Total of the bills shown{" "}
          <output className="ml-2 text-base/normal font-semibold text-ink tabular-nums">
            {formatDollars(summary.value ?? 0)}
          </output>
        </>
      ) : (
        `More than ${total.toLocaleString("en-US")} bills are shown: search for fewer to see their total.`
      )}
    </p>
  );
}
