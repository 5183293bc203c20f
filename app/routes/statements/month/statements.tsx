import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { Link, type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { useRef } from "react";
import type { Unreachable } from "#app/domain/basics/answers.ts";
import { nameOfPeriod, shorterPeriods } from "#app/domain/statements/statement.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { revalidateAfterCommand } from "#app/records/client-actions.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { button } from "#app/ui/controls/button.tsx";
import { BackLink } from "#app/ui/record/record-page.tsx";
import { MailingNotice, MailingProgress } from "../mailing-progress.tsx";
import { isWrongPeriod } from "../period.ts";
import { PeriodForm, ShorterPeriods } from "../period-form.tsx";
import type { Mailing } from "../share-some.ts";
import { describeMailings, finishedText, summaryOf } from "./describe-statements.ts";
import { Mailings } from "./mailing-list.tsx";
import { readStatements } from "./read-statements.ts";
import { type MailingAnswer, shareMany } from "./share-many.ts";
import { StatementList } from "./statement-list.tsx";

/** Reads the statements of a period, and what became of them. */
export const loader = liveLoader(async ({ request, context }) => {
  const { period, isRead, rows, runs, isTooLong } = await readStatements({ request, context });
  const { searchParams } = new URL(request.url);
  const run = runs.find(({ id }) => id === searchParams.get("run"));
  return {
    title: `Statements of ${nameOfPeriod(period)}`,
    period: { ...period, name: nameOfPeriod(period) },
    /** Null after a post while the database does not answer. */
    rows: isRead ? rows : null,
    summary: rows.length === 0 ? null : summaryOf(rows),
    shorter: isTooLong ? shorterPeriods(period).map((each) => ({ ...each, name: nameOfPeriod(each) })) : [],
    runs: describeMailings(runs),
    finished: searchParams.has("run")
      ? finishedText(run, Number(searchParams.get("of")), Number(searchParams.get("again")))
      : searchParams.has("ended")
        ? "The links are turned off."
        : null,
    isWrongPeriod: isWrongPeriod(request),
    canMail: context.sendMail !== null,
    /** The id of the run that the form starts. */
    idempotencyKey: crypto.randomUUID(),
  };
});

export const action = (args: ActionFunctionArgs) => shareMany(args);

export { sendForm as clientAction } from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

/** Reloads the list only at the end of a run: it is hidden while the run goes on. */
export const shouldRevalidate = (step: ShouldRevalidateFunctionArgs) =>
  step.actionResult?.run ? false : revalidateAfterCommand(step);

/** The run that goes on. An answer without one, because there is no connection, leaves that of the answer before. */
function useRun(answer: MailingAnswer | Unreachable | undefined): Mailing | null {
  const last = useRef<Mailing | null>(null);
  if (!answer) last.current = null;
  else if ("run" in answer) last.current = answer.run;
  return last.current;
}

/** The customers' statements of a period, to share (docs/product.md, 'Statements of a month'). */
export default function Statements() {
  const { period, rows, summary, shorter, runs, finished, canMail, isWrongPeriod } = useLiveData<typeof loader>();
  // From the data as first loaded, because a live update loads another key.
  const { idempotencyKey } = useLoaderData<typeof loader>();
  const answer = useActionData<MailingAnswer | Unreachable>();
  const run = useRun(answer);
  const dates = `from=${period.first}&to=${period.last}`;
  const path = `/customers/statements?${dates}`;
  return (
    <div className="record-page">
      <BackLink to="/customers">Customers</BackLink>
      <h1 className="page-title">Statements</h1>
      <p className="mt-2 mb-4 text-sm text-muted">
        <span className="font-semibold text-ink">{period.name}</span> {rows && summary && <span>{`· ${summary}`}</span>}
      </p>
      <div className="mb-6 flex flex-wrap items-end gap-3">
        <PeriodForm first={period.first} last={period.last} isWrong={isWrongPeriod} />
        <Link to={`/customers/statements/print?${dates}`} className={button.secondary}>
          Print
        </Link>
        <a href={`/customers/statements/csv?${dates}`} className={button.secondary}>
          Download CSV
        </a>
        <Link to="/customers/links" className={button.secondary}>
          Active links
        </Link>
      </div>
      {answer?.problem && (
        <p role="alert" className="alert mb-6">
          {answer.problem}
        </p>
      )}
      {finished && !answer && <MailingNotice>{finished}</MailingNotice>}
      {run && <MailingProgress run={run} problem={answer?.problem ?? null} path={path} />}
      {shorter.length > 0 && <ShorterPeriods what="list" periods={shorter} path="/customers/statements" />}
      {rows && !run && shorter.length === 0 && (
        <StatementList
          key={idempotencyKey}
          rows={rows}
          period={dates}
          idempotencyKey={idempotencyKey}
          canMail={canMail}
        />
      )}
      <Mailings runs={runs} path={path} canMail={canMail} />
    </div>
  );
}
