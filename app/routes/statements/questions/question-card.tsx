import { Form, Link } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { describeToEnter } from "#app/domain/bills/corrections.ts";
import { MAX_QUESTION } from "#app/domain/statements/question-rules.ts";
import { button } from "#app/ui/controls/button.tsx";
import { NoteField } from "#app/ui/controls/fields/note-field.tsx";
import { useIsPosting } from "#app/ui/dialog/dialog-link.tsx";
import type { OfficeQuestion } from "#db/queries/statements/statement-questions.ts";
import type { ReplyAnswer } from "./answer.ts";

/** A question with its instants in words; `answered` is '' while it is open. `mailed` says what became of the e-mail with its reply. */
export type QuestionInWords = OfficeQuestion & { asked: string; answered: string; mailed: string };

type QuestionCardProps = {
  question: QuestionInWords;
  idempotencyKey: string;
  /** Whether Hayloft e-mails replies. */
  canMail: boolean;
  /** The problem of a reply to this question that was not saved. */
  answer: ReplyAnswer | undefined;
};

/**
 * An open question with the form of its reply. The card stays when another admin answers the question, because the form
 * may have a typed reply.
 */
export function QuestionCard({ question, idempotencyKey, canMail, answer }: QuestionCardProps) {
  const { id, answeredBy, mailed } = question;
  return (
    <li className="question-card">
      <QuestionText {...question} />
      {answeredBy && (
        <p role="status" className="notice">
          {`${answeredBy} has answered this question.`}
        </p>
      )}
      {mailed && <p className="text-sm text-muted">{mailed}</p>}
      <ReplyForm questionId={id} isAnswered={answeredBy !== null} {...{ idempotencyKey, answer }}>
        <BillOfQuestion {...question} />
        <span className="text-sm text-muted">{whereTo(question, canMail)}</span>
      </ReplyForm>
    </li>
  );
}

/** Where the customer reads a reply. */
function whereTo({ emails, isPageShown }: OfficeQuestion, canMail: boolean): string {
  if (!isPageShown) return "The link no longer works, so the owner will not see a reply.";
  if (!canMail) return "";
  return emails.length > 0
    ? `A reply is e-mailed to ${emails.join(", ")}`
    : "No e-mail address: the reply is on the owner’s page";
}

/** The question, its customer and its line. */
export function QuestionText({ customerId, customer, first, last, line, asked, question }: QuestionInWords) {
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

/**
 * The link to the form of the question's bill, which leads back here, and what is left to enter of its corrections. A voided bill cannot
 * be edited, so it has no link.
 */
function BillOfQuestion({ billId, billStatus, toEnter }: Pick<OfficeQuestion, "billId" | "billStatus" | "toEnter">) {
  if (billStatus === "voided") return <span className="text-sm text-muted">The bill is voided.</span>;
  const [path, text] = billStatus === "pending" ? ["edit", "Edit the bill"] : ["correct", "Correct the bill"];
  return (
    <>
      <Link to={`/customers/questions/${billId}/${path}`} preventScrollReset className="link text-sm">
        {text}
      </Link>
      {toEnter !== 0 && (
        <Link to="/billing/corrections" className="link text-sm">
          {describeToEnter(toEnter)}
        </Link>
      )}
    </>
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
export const keyOfReply = (pageKey: string, questionId: string) => pageKey.slice(0, 24) + questionId.slice(24);
