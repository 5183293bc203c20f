import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { readAsAdmin } from "#app/auth/require-admin.ts";
import { formatUsDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { formatMonth } from "#app/domain/basics/months.ts";
import type { StackedChart } from "#app/domain/overview/charts.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { readNotice, undoAction } from "#app/records/undo.ts";
import { StackedBars } from "#app/ui/charts/stacked-bars.tsx";
import { SwitchLink } from "#app/ui/controls/switch-link.tsx";
import { NoticeOrProblem } from "#app/ui/list/row/done-notice.tsx";
import { Figures } from "#app/ui/record/figures.tsx";
import { useReturnedPlace } from "#app/ui/shell/returned-place.ts";
import { describeOverview } from "./describe-overview.ts";
import { FirstSteps } from "./first-steps.tsx";
import { LastChanges } from "./last-changes.tsx";
import { PendingByCustomer } from "./pending-by-customer.tsx";
import { overviewQueries } from "./queries.ts";
import { TodoList } from "./todo-list.tsx";

/**
 * Reads the to-dos, the first steps of the barn and the charts, in one database request (docs/product.md, 'Overview').
 * `?by=billed-for` charts the amounts billed for each month, instead of in each month.
 */
export const loader = liveLoader(async (args) => {
  const { request, context } = args;
  const today = todayInNewYork(context.now);
  const isBilledFor = new URL(request.url).searchParams.get("by") === "billed-for";
  const [rows, notice, failing] = await Promise.all([
    readAsAdmin(request, context, ...overviewQueries(today, context.now, isBilledFor)),
    readNotice(args),
    context.hub.failing(),
  ]);
  return {
    ...describeOverview(rows, today, context.now, { hasBucket: context.hasBackupBucket, isBilledFor, failing }),
    isBilledFor,
    notice,
    idempotencyKey: crypto.randomUUID(),
  };
});

export const action = undoAction("/overview", null);

export { revalidateAfterCommand as shouldRevalidate, sendForm as clientAction } from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

const weekOf = (week: string) => `Week of ${formatUsDate(week)}`;

export default function Overview() {
  useReturnedPlace();
  const { day, figures, steps, isNew, todos, notice, ...charts } = useLiveData<typeof loader>();
  const { idempotencyKey } = useLoaderData<typeof loader>();
  const back = charts.isBilledFor ? "/overview?by=billed-for" : "/overview";
  const setUp = { isNew, idempotencyKey, back };
  return (
    <>
      <div className="list-head">
        <h1 className="page-title">Overview</h1>
        <p className="list-figures">{day}</p>
      </div>
      {steps && isNew ? <FirstSteps steps={steps} {...setUp} /> : <Figures figures={figures} />}
      {(todos.length > 0 || !isNew) && <TodoList todos={todos} {...setUp} />}
      {steps && !isNew && <FirstSteps steps={steps} {...setUp} />}
      {!isNew && <Charts {...charts} />}
      <NoticeOrProblem notice={notice} answer={useActionData<typeof action>()} />
    </>
  );
}

type ChartsProps = Omit<ReturnType<typeof describeOverview>, "day" | "figures" | "steps" | "isNew" | "todos"> & {
  isBilledFor: boolean;
};

function Charts({ changes, billed, isBilledFor, pending, payroll, horses, logged }: ChartsProps) {
  return (
    <div className="charts">
      <BilledByMonth billed={billed} isBilledFor={isBilledFor} />
      <PendingByCustomer {...pending} />
      <StackedBars
        id="payroll"
        title="Payroll by week"
        {...payroll}
        unit="dollars"
        heading="Week"
        nameOf={weekOf}
        labelEvery={4}
        empty="There are no payroll items of the last 26 weeks."
      />
      <StackedBars
        id="horses"
        title="Horses on the property"
        {...horses}
        unit="count"
        heading="Month"
        nameOf={formatMonth}
        labelEvery={1}
        empty="No horse was on the property in the last 13 months."
      >
        <p className="text-sm/normal text-muted">On the last day of the month, by the location of today</p>
        <Link to="/horses/board" className="link text-sm">
          Next month’s boarding
        </Link>
      </StackedBars>
      <StackedBars
        id="logged"
        title="Services logged by day"
        {...logged}
        unit="count"
        heading="Day"
        nameOf={formatUsDate}
        labelEvery={5}
        empty="No service was logged for the last 30 days."
      />
      <LastChanges changes={changes} />
    </div>
  );
}

type BilledByMonthProps = { billed: StackedChart; isBilledFor: boolean };

/** The chart of the amounts billed in, or for, each month. */
function BilledByMonth({ billed, isBilledFor }: BilledByMonthProps) {
  return (
    <StackedBars
      id="billed"
      title="Billed by month"
      {...billed}
      unit="dollars"
      heading="Month"
      nameOf={formatMonth}
      addressOf={(month) => `/billing?view=all&${isBilledFor ? "billedFor" : "month"}=${month}`}
      labelEvery={1}
      isTall
      empty="Nothing was billed in the last 13 months."
    >
      <SwitchLink to={isBilledFor ? "/overview" : "/overview?by=billed-for"} isOn={isBilledFor} replace>
        By the month billed for
      </SwitchLink>
      <Link to={isBilledFor ? "/overview/income?by=billed-for" : "/overview/income"} className="link text-sm">
        Income by service
      </Link>
    </StackedBars>
  );
}
