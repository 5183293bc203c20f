import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { isAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { monthOf } from "#app/domain/basics/months.ts";
import { lineInWords, usDayOf } from "#app/domain/statements/question-rules.ts";
import { LateEntries } from "#app/ui/record/late-entries.tsx";
import { StatementHead } from "#app/ui/record/statement-head.tsx";
import { StatementSums } from "#app/ui/record/statement-sums.tsx";
import { sendQuestion } from "./ask.ts";
import { AskForm, Questions } from "./asked-questions.tsx";
import { ForCustomer } from "./for-customer.tsx";
import { invoiceBelow, SharedLines } from "./lines.tsx";
import { NotShown } from "./not-shown.tsx";
import { countOpening, isOfReader } from "./opening.ts";
import { keysOf, readShared, type Shared } from "./read.ts";

const STATUS: { [State in Exclude<Shared["state"], "shown">]: number } = {
  ended: 410,
  "too long": 200,
  unknown: 404,
  "too many": 429,
};

/** Reads the statement of a link for its page, which needs no account (docs/product.md, 'Shared statements'). */
export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  // A page that an admin opens does not count as an opening.
  const isOfOffice = isAdmin(context).catch(() => false);
  const shared = await readOrNullAfterPost(context, readShared(args));
  // Also the form of a question that could not be saved needs a key.
  const idempotencyKey = crypto.randomUUID();
  if (!shared) return data({ title: "Statement", idempotencyKey, state: "unreachable" as const }, 503);
  if (shared.state !== "shown") return data({ title: "Statement", idempotencyKey, ...shared }, STATUS[shared.state]);
  const { link, shown, questions } = shared;
  const { searchParams } = new URL(request.url);
  const [lineKey, wasAsked] = [searchParams.get("line"), searchParams.has("asked")];
  // The addresses of a question's form and confirmation count as an opening only if the page was not opened before.
  const isRead = link.opened === 0 || (lineKey === null && !wasAsked);
  const isOpening = isOfReader(request) && !context.isPost && isRead && !(await isOfOffice);
  if (isOpening) context.afterResponse(() => countOpening(link, context));
  const keys = await keysOf(link, shown);
  const horses = shown.horses.map((horse) => ({
    ...horse,
    lines: horse.lines.map((line) => ({ ...line, key: keys.get(line.key) ?? "" })),
  }));
  const { barn, customer, period, asOf, sums } = shown;
  // The keys of the statement's own lines would reveal how many bills the barn has.
  const late = (shown.late ?? []).map((line, place) => ({ ...line, key: String(place) }));
  return data({
    state: shared.state,
    title: `Statement of ${period} – ${barn.name}`,
    ...{ barn, customer, period, asOf, sums, horses, late },
    lateNote: shown.lateNote,
    endsOn: link.endsOn,
    isFrozen: link.frozen !== null,
    // A link that shows the latest statement leaves out the months after today.
    hasLaterMonths: monthOf(link.statement?.period.last ?? asOf) > monthOf(asOf),
    ...{ idempotencyKey, lineKey, wasAsked },
    isMailed: context.mail !== null && link.hasAddress,
    questions: questions.map(({ id, line, question, askedAt, reply, answeredAt }) => ({
      ...{ id, line, question, reply, asked: usDayOf(askedAt) },
      answered: answeredAt === null ? "" : usDayOf(answeredAt),
    })),
  });
}

export const action = (args: ActionFunctionArgs) => sendQuestion(args);

export default function SharedPage() {
  const shared = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { idempotencyKey } = shared;
  if (shared.state !== "shown") {
    return (
      <NotShown {...shared}>{answer && <AskForm lineKey={answer.line} {...{ idempotencyKey, answer }} />}</NotShown>
    );
  }
  const { barn, customer, period, asOf, sums, horses, late, endsOn, isFrozen, hasLaterMonths } = shared;
  const { questions, wasAsked } = shared;
  const lineKey = answer?.line ?? shared.lineKey;
  const [line] = horses.flatMap(({ name, lines }) =>
    lines.flatMap((each) => (each.key === lineKey ? lineInWords(name, each) : [])),
  );
  return (
    <main className="statement shared-statement">
      <StatementHead {...{ barn, period, asOf }}>
        <ForCustomer {...{ customer, sums }} />
      </StatementHead>
      <SharedLines horses={horses} />
      <LateEntries
        lines={late.map((line) => ({ ...line, invoice: line.invoice === "-" ? "" : invoiceBelow(line.invoice) }))}
        note={shared.lateNote}
      />
      <StatementSums sums={sums} />
      {lineKey !== null && (line !== undefined || answer) && (
        <AskForm key={lineKey} {...{ line, lineKey, idempotencyKey, answer }} isMailed={shared.isMailed} />
      )}
      {lineKey !== null && line === undefined && !answer && (
        <p role="alert" className="alert mt-6">
          This line is no longer on the statement. Ask about another line.
        </p>
      )}
      <Questions {...{ questions, wasAsked }} barn={barn.name} />
      <footer className="mt-10 text-muted print:hidden">
        <p>
          <span>
            {isFrozen
              ? `This page stays as it was on ${formatUsDate(asOf)}.`
              : "This page always shows the latest statement."}
          </span>{" "}
          {hasLaterMonths && <span>Bills of a later month appear when the month begins. </span>}
          <span>{`The link expires on ${formatUsDate(endsOn)}.`}</span>
        </p>
      </footer>
    </main>
  );
}

export { NotRead as ErrorBoundary } from "./not-shown.tsx";
