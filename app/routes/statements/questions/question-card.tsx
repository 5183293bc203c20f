import { Form, Link } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { MAX_QUESTION } from "#app/domain/statements/question-rules.ts";
import { button } from "#app/ui/controls/button.tsx";
import { NoteField } from "#app/ui/controls/fields/note-field.tsx";
import { useIsPosting } from "#app/ui/dialog/dialog-link.tsx";
import { UndoForm } from "#app/ui/list/row/done-notice.tsx";
import type { OfficeQuestion } from "#db/queries/statements/statement-questions.ts";
import type { ReplyAnswer } from "./answer.ts";

/** A question with its instants in words; `answered` is '' while it is open. */
export type QuestionInWords = OfficeQuestion & { asked: string; answered: string };

type QuestionCardProps = {
  question: QuestionInWords;
  idempotencyKey: string;
  /** The problem of a reply to this question that was not saved. */
  answer: ReplyAnswer | undefined;
};

/**
 * An open question with the form of its reply. The card stays when another admin answers the question, because the form
 * may have a typed reply.
 */
export function QuestionCard({ question, idempotencyKey, answer }: QuestionCardProps) {
  const { id, answeredBy } = question;
  return (
    <li className="question-card">
      <QuestionText {...question} />
      {answeredBy && (
        <p role="status" className="notice">
          {`${answeredBy} has answered this question.`}
        </p>
      )}
      <ReplyForm questionId={id} isAnswered={answeredBy !== null} {...{ idempotencyKey, answer }}>
        <BillOfQuestion {...question} />
      </ReplyForm>
    </li>
  );
}

/** The question, its customer and its line. */
function QuestionText({ customerId, customer, first, last, line, asked, question }: QuestionInWords) {
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-4">
        <Link to={`/customers/${customerId}/statement?from=${first}&to=${last}`} className="link font-semibold">
          {customer}
        </Link>
        <span className="text-sm text-muted">{asked}</span>
      </p>
      <p className="text-sm text-muted">{line}</p>
      <p className="whitespace-pre-line">{question}</p>
    </>
  );
}

/** The link to the bill of a question. A voided bill cannot be edited, so it has no link. */
function BillOfQuestion({ billId, billStatus }: Pick<OfficeQuestion, "billId" | "billStatus">) {
  if (billStatus === "voided") return <span className="text-sm text-muted">The bill is voided.</span>;
  const [path, text] = billStatus === "pending" ? ["edit", "Edit the bill"] : ["correct", "Correct the bill"];
  return (
    <Link to={`/billing/${billId}/${path}`} className="link text-sm">
      {text}
    </Link>
  );
}

type AnsweredProps = { questions: readonly QuestionInWords[] };

/** The latest answered questions with their replies. */
export function Answered({ questions }: AnsweredProps) {
  if (questions.length === 0) return null;
  return (
    <section aria-labelledby="answered" className="mt-10">
      <h2 id="answered" className="font-semibold">
        Answered
      </h2>
      <ul className="mt-3 grid gap-4">
        {questions.map((each) => (
          <li key={each.id} className="question-card">
            <QuestionText {...each} />
            <p className="whitespace-pre-line">
              <span className="font-medium">Reply: </span>
              <span>{each.reply || "none"}</span>
            </p>
            <div className="flex flex-wrap items-center justify-between gap-x-4">
              <p className="text-sm text-muted">{`${each.answered} by ${each.answeredBy}`}</p>
              {each.answer && (
                <UndoForm change={each.answer}>
                  <button type="submit" aria-label={`Undo: ${each.line}`} className={button.secondary}>
                    Undo
                  </button>
                </UndoForm>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

type ReplyFormProps = {
  questionId: string;
  idempotencyKey: string;
  answer: ReplyAnswer | undefined;
  /** Whether another admin has answered meanwhile. */
  isAnswered?: boolean;
  children?: ReactNode;
};

/** The form that answers a question. The typed reply survives every refusal. */
export function ReplyForm({ questionId, idempotencyKey, answer, isAnswered = false, children }: ReplyFormProps) {
  const isPosting = useIsPosting();
  const [isTyped, setTyped] = useState(answer !== undefined);
  return (
    <Form
      method="post"
      preventScrollReset
      // `LeaveGuard` asks before an unsent reply is lost.
      data-dirty={(isTyped && !isAnswered) || undefined}
      onInput={({ currentTarget }) => setTyped(new FormData(currentTarget).get("reply") !== "")}
      onSubmit={(event) => isPosting && event.preventDefault()}
      className="grid gap-3"
    >
      <input type="hidden" name="idempotencyKey" value={keyOfReply(idempotencyKey, questionId)} />
      <input type="hidden" name="question" value={questionId} />
      <NoteField
        id={`reply-${questionId}`}
        name="reply"
        label="Reply"
        rows={2}
        maxLength={MAX_QUESTION}
        placeholder="Leave empty to just mark as answered"
        refused={answer && { text: answer.reply, problem: answer.problem }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <button type="submit" aria-disabled={isPosting} className={button.secondary}>
          Answer
        </button>
        {children}
      </div>
    </Form>
  );
}

/** The idempotency key of a reply: the page's key, with the last group of the question's id. */
const keyOfReply = (pageKey: string, questionId: string) => pageKey.slice(0, 24) + questionId.slice(24);
