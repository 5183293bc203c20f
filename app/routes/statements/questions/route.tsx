import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { formatInNewYork } from "#app/domain/basics/calendar.ts";
import { describeAnswerMail, describeUndoneMail } from "#app/domain/statements/answer-mail.ts";
import { MAX_SHOWN_QUESTIONS } from "#app/domain/statements/question-rules.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { readNotice } from "#app/records/undo.ts";
import { DoneNotice } from "#app/ui/list/row/done-notice.tsx";
import { ScreenTitle } from "#app/ui/list/screen-title.tsx";
import { CustomersTabs } from "#app/ui/record/customers-tabs.tsx";
import {
  answeredQuestions,
  type OfficeQuestion,
  openQuestions,
  questionsToAnswer,
} from "#db/queries/statements/statement-questions.ts";
import { answer } from "./answer.ts";
import { Answered } from "./answered.tsx";
import { QuestionCard, type QuestionInWords, ReplyForm } from "./question-card.tsx";

const inWords = (questions: readonly OfficeQuestion[] = []): QuestionInWords[] =>
  questions.map((question) => ({
    ...question,
    asked: formatInNewYork(new Date(question.askedAt)),
    answered: question.answeredAt === null ? "" : formatInNewYork(new Date(question.answeredAt)),
    mailed: wordsOfMail(question),
  }));

const wordsOfMail = ({ mail, answeredAt }: OfficeQuestion) =>
  mail ? (answeredAt === null ? describeUndoneMail(mail) : describeAnswerMail(mail)) : "";

/** Reads the open questions and the last answers, in one database request. */
export const loader = liveLoader(async (args) => {
  const { request, context } = args;
  const { now } = context;
  const read = readAsAdmin(request, context, openQuestions(now), answeredQuestions(now), questionsToAnswer());
  const [found, notice] = await Promise.all([readOrNullAfterPost(context, read), readNotice(args)]);
  const [[open] = [], [answered] = [], [asked] = []] = found ?? [];
  return {
    title: "Questions",
    open: inWords(open?.questions),
    answered: inWords(answered?.questions),
    count: asked?.count ?? 0,
    isUnreachable: found === null,
    canMail: context.mail !== null,
    notice,
    /** The page's key, from which each question derives the key of its answer. */
    idempotencyKey: crypto.randomUUID(),
  };
});

export const action = (args: ActionFunctionArgs) => answer(args, loader);

export { revalidateAfterCommand as shouldRevalidate, sendForm as clientAction } from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

/** Customers' questions about shared statements (docs/product.md, 'Questions'). */
export default function Questions() {
  const { open, count, answered, isUnreachable, canMail, notice } = useLiveData<typeof loader>();
  // From the data as first loaded, because a live update loads another key.
  const loaded = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  const refused = sent && "reply" in sent ? sent : undefined;
  const cards = useCards(loaded, { open, answered });
  const isCard = cards.some(({ id }) => id === refused?.question);
  return (
    <div>
      <div className="list-head">
        <ScreenTitle />
      </div>
      <CustomersTabs current="/customers/questions" questions={count} />
      {sent && !isCard && (
        <div role="alert" className="alert mt-4">
          <p>{sent.problem}</p>
          {refused && !isUnreachable && <p className="mt-2 whitespace-pre-line">{`Your reply: ${refused.reply}`}</p>}
        </div>
      )}
      {refused && isUnreachable && (
        <ReplyForm questionId={refused.question} idempotencyKey={loaded.idempotencyKey} answer={refused} />
      )}
      {cards.length === 0 && !isUnreachable && (
        <p className="empty mt-6">
          No open questions. Customers ask about lines of the statements you share with them.
        </p>
      )}
      {open.length === MAX_SHOWN_QUESTIONS && (
        <p className="mt-2 text-sm text-muted">
          {`These are the ${MAX_SHOWN_QUESTIONS} oldest. Answer them to see the others.`}
        </p>
      )}
      <ul className="mt-6 grid gap-4" aria-label="Open questions">
        {cards.map((card) => (
          <QuestionCard
            key={card.id}
            question={card}
            idempotencyKey={loaded.idempotencyKey}
            canMail={canMail}
            answer={refused?.question === card.id ? refused : undefined}
          />
        ))}
      </ul>
      <Answered questions={answered} pageKey={loaded.idempotencyKey} canMail={canMail} />
      <DoneNotice notice={notice} />
      <Outlet />
    </div>
  );
}

type Live = { open: QuestionInWords[]; answered: QuestionInWords[] };

/**
 * Keeps the cards of questions that another admin answered since the page was loaded: their forms may have typed
 * replies.
 */
function useCards(loaded: object, { open, answered }: Live): QuestionInWords[] {
  const [held, hold] = useState({ loaded, open });
  if (held.loaded !== loaded) hold({ loaded, open });
  const known = new Set(held.open.map(({ id }) => id));
  const now = new Map([...open, ...answered].map((question) => [question.id, question]));
  return [...held.open.map((question) => now.get(question.id) ?? question), ...open.filter(({ id }) => !known.has(id))];
}
