import { Link } from "@remix-run/react";
import type { BillQuestion } from "#db/queries/statements/statement-questions.ts";

/** The most questions in a dialog. */
const MAX_SHOWN = 3;

type OpenQuestionsProps = {
  questions: readonly BillQuestion[];
  /** Whether a link leads to Questions; the dialog may be over that page. */
  isLinked: boolean;
};

/** The open questions about a bill, with a link to answer them. */
export function OpenQuestions({ questions, isLinked }: OpenQuestionsProps) {
  if (questions.length === 0) return null;
  return (
    <section aria-label="Questions about this bill" className="notice grid gap-2">
      {questions.slice(0, MAX_SHOWN).map(({ id, question }) => (
        <p key={id} className="whitespace-pre-line wrap-anywhere">
          <span className="font-medium">Question: </span>
          <span>{question}</span>
        </p>
      ))}
      {questions.length > MAX_SHOWN && <p>{`And ${questions.length - MAX_SHOWN} more.`}</p>}
      {isLinked && (
        <Link to="/customers/questions" className="link justify-self-start">
          Answer
        </Link>
      )}
    </section>
  );
}
