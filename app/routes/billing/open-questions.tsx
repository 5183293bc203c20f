import { Link } from "@remix-run/react";
import type { BillQuestion } from "#db/queries/statement-questions.ts";

/** The open questions about a bill, with the way to answer them. */
export function OpenQuestions({ questions }: { questions: readonly BillQuestion[] }) {
  if (questions.length === 0) return null;
  return (
    <section aria-label="Questions about this bill" className="notice grid gap-2">
      {questions.map(({ id, question }) => (
        <p key={id} className="whitespace-pre-line wrap-anywhere">
          <span className="font-medium">Question: </span>
          {question}
        </p>
      ))}
      <Link to="/customers/questions" className="link justify-self-start">
        Answer
      </Link>
    </section>
  );
}
