import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { Link, type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { useRef } from "react";
import type { Unreachable } from "#app/domain/basics/answers.ts";
import { offeredOptions } from "#app/domain/statements/shared-statement.ts";
import { nameOfPeriod, shorterPeriods } from "#app/domain/statements/statement.ts";
import { countStates } from "#app/domain/statements/statement-state.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { revalidateAfterCommand } from "#app/records/client-actions.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { readNotice } from "#app/records/undo.ts";
import { button } from "#app/ui/controls/button.tsx";
import { ListSearchProvider } from "#app/ui/list/list-search.ts";
import { DoneNotice } from "#app/ui/list/row/done-notice.tsx";
import { ScreenTitle } from "#app/ui/list/screen-title.tsx";
import { CustomersTabs } from "#app/ui/record/customers-tabs.tsx";
import { MailingNotice } from "../mailing-notice.tsx";
import { isWrongPeriod } from "../period.ts";
import { PeriodForm, ShorterPeriods } from "../period-form.tsx";
import { AskForBarn } from "../share-form.tsx";
import { describeMailings, finishedAt } from "./describe-statements.ts";
import { Mailings } from "./mailing-list.tsx";
import { MailingStates } from "./mailing-states.tsx";
import { readStatements } from "./read-statements.ts";
import { ReviewDialog } from "./review-dialog.tsx";
import type { MailingReview } from "./review-mailing.ts";
import { type MailingAnswer, shareMany } from "./share-many.ts";
import { StatementList } from "./statement-list.tsx";

/** Reads the statements of a period, and what became of them. */
export const loader = liveLoader(async (args) => {
  const { request, context } = args;
  const [statements, notice] = await Promise.all([readStatements(args), readNotice(args)]);
  const { period, today, isRead, rows, links, runs, isTooLong, ...read } = statements;
  return {
    title: `Statements of ${nameOfPeriod(period)}`,
    ...{ period, today },
    /** Null after a post while the database does not answer. */
    rows: isRead ? rows : null,
    isReachable: read.isReachable,
    counted: countStates(rows.map(({ state }) => state)),
    shorter: isTooLong ? shorterPeriods(period).map((each) => ({ ...each, name: nameOfPeriod(each) })) : [],
    runs: describeMailings(runs),
    finished: finishedAt(new URL(request.url).searchParams, { runs, links }),
    isWrongPeriod: isWrongPeriod(request),
    notice,
    canMail: context.mail !== null,
    options: offeredOptions(read.options),
    questions: read.questions,
    /** The id of the run that the form starts. */
    idempotencyKey: crypto.randomUUID(),
  };
});

export const action = (args: ActionFunctionArgs) => shareMany(args);

export { sendForm as clientAction } from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

/** Leaves the list as it is behind the dialog, because nothing was written. */
export const shouldRevalidate = (step: ShouldRevalidateFunctionArgs) =>
  step.actionResult?.review ? false : revalidateAfterCommand(step);

/** The dialog that asks before e-mails are sent. An answer without one, because there is no connection, leaves it open. */
function useReview(answer: MailingAnswer | Unreachable | undefined): MailingReview | null {
  const last = useRef<MailingReview | null>(null);
  if (!answer) last.current = null;
  else if ("review" in answer) last.current = answer.review;
  return last.current;
}

/** The customers' statements of a period, to share (docs/product.md, 'Statements of a month'). */
export default function Statements() {
  const { period, rows, counted, shorter, runs, finished, canMail, ...page } = useLiveData<typeof loader>();
  // From the data as first loaded, because a live update loads another key.
  const { idempotencyKey } = useLoaderData<typeof loader>();
  const answer = useActionData<MailingAnswer | Unreachable>();
  const review = useReview(answer);
  const dates = `from=${period.first}&to=${period.last}`;
  const path = `/customers/statements?${dates}`;
  return (
    <div>
      <div className="list-head">
        <ScreenTitle />
        <Link to={`/customers/statements/print?${dates}`} className={button.secondary}>
          Print
        </Link>
        <a href={`/customers/statements/csv?${dates}`} className={`${button.secondary} max-sm:hidden`}>
          Download CSV
        </a>
        <Link to="/customers/links" className={button.secondary}>
          Active links
        </Link>
      </div>
      <CustomersTabs current="/customers/statements" questions={page.questions} />
      <div className="list-tools flex-wrap">
        <PeriodForm {...{ ...period, today: page.today, isWrong: page.isWrongPeriod }} path="/customers/statements" />
        {rows && <MailingStates {...{ counted, rows, idempotencyKey, canMail }} period={dates} />}
      </div>
      {answer?.problem && !review && (
        <p role="alert" className="alert mb-3">
          {answer.problem}
        </p>
      )}
      {review && <ReviewDialog review={review} problem={answer?.problem ?? null} path={path} />}
      {!page.isReachable && <AskForBarn back={path} />}
      {shorter.length > 0 && <ShorterPeriods what="list" periods={shorter} path="/customers/statements" />}
      {rows && shorter.length === 0 && (
        <StatementList
          key={idempotencyKey}
          {...{ rows, idempotencyKey, canMail }}
          period={dates}
          canShare={page.isReachable}
          options={page.options}
        />
      )}
      <Mailings runs={runs} path={path} />
      {finished && !answer && <MailingNotice key={`notice ${idempotencyKey}`}>{finished}</MailingNotice>}
      <ListSearchProvider value={`?${dates}`}>
        <DoneNotice notice={page.notice} />
      </ListSearchProvider>
    </div>
  );
}
