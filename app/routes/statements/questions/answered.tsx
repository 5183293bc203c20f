import { Form } from "@remix-run/react";
import { button } from "#app/ui/controls/button.tsx";
import { UndoForm } from "#app/ui/list/row/done-notice.tsx";
import { keyOfReply, type QuestionInWords, QuestionText } from "./question-card.tsx";

type AnsweredProps = { questions: readonly QuestionInWords[]; pageKey: string; canMail: boolean };

/** The latest answered questions with their replies. */
export function Answered({ questions, pageKey, canMail }: AnsweredProps) {
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
              {each.mailed && <MailOfReply {...each} {...{ pageKey, canMail }} />}
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

type MailOfReplyProps = QuestionInWords & { pageKey: string; canMail: boolean };

/** What became of the e-mail with a reply, and the button that sends it again where that is safe. */
function MailOfReply({ id, line, mailed, mail, pageKey, canMail }: MailOfReplyProps) {
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-x-3">
      <span className="text-sm text-muted">{mailed}</span>
      {canMail && mail?.canSendAgain && (
        <>
          <input type="hidden" name="idempotencyKey" value={keyOfReply(pageKey, id)} />
          <input type="hidden" name="question" value={id} />
          <button type="submit" name="intent" value="again" aria-label={`Try again: ${line}`} className="link text-sm">
            Try again
          </button>
        </>
      )}
    </Form>
  );
}
