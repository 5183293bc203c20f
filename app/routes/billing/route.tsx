import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, type ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { readAsAdmin, readChangeNumber, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { formatDollars } from "#app/domain/money.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import type { LiveRouteHandle } from "#app/live/browser/live-updates.tsx";
import { revalidateUnlessUnreachable } from "#app/records/client-actions.ts";
import { readList } from "#app/records/list-route.ts";
import { button } from "#app/ui/controls/button.tsx";
import { DialogLink } from "#app/ui/dialog/dialog-link.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { someBill } from "#db/queries/bills.ts";
import { columns } from "./columns.tsx";
import { billsScreen } from "./list.ts";

export const meta: MetaFunction = () => [{ title: "Billing – Hayloft" }];

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const [list, some] = await Promise.all([
    readList(args, billsScreen),
    readOrNullAfterPost(context, readAsAdmin(request, context, someBill())),
  ]);
  return { list, isNone: some?.[0].length === 0, changeNumber: await readChangeNumber(context) };
}

/** Also where an export was not made because the bills have changed. */
export const shouldRevalidate = (step: ShouldRevalidateFunctionArgs) =>
  step.actionResult?.isChanged === true || revalidateUnlessUnreachable(step);

export const handle: LiveRouteHandle = { topics: ["bills", "customers", "horses", "services"] };

/** Spec section 2 'Billing'. */
export default function Billing() {
  const { list, isNone } = useLiveData<typeof loader>();
  return (
    <ListScreen
      list={list}
      title="Billing"
      columns={columns}
      searchPlaceholder="Search bills..."
      toggle={{ on: "Showing pending bills", off: "Showing all bills" }}
      empty={{ title: "No Bills", text: "No bills have been generated yet" }}
      head={
        <div className="flex flex-wrap gap-3">
          <Link to="/billing/exports" className={button.secondary}>
            Past exports
          </Link>
          {list && (
            <DialogLink
              to="/billing/export"
              state={list.state}
              defaultSort={list.defaultSort}
              label="Export to QB"
              running="Exporting..."
              isOff={isNone}
              className={button.primary}
            />
          )}
        </div>
      }
      footer={list && list.data.total > 0 && <Shown summary={list.data.summary} />}
    />
  );
}

/** What the bills that are shown come to, over all pages. */
function Shown({ summary }: { summary: Record<string, number> | null }) {
  return (
    <p className="list-total">
      {summary ? (
        <>
          Total of the bills shown <output>{formatDollars(summary.value ?? 0)}</output>
        </>
      ) : (
        "More than 10,000 bills are shown: search for fewer to see their total."
      )}
    </p>
  );
}
