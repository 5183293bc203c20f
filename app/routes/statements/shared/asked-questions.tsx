import { MAX_QUESTION } from "#app/domain/statements/question-rules.ts";
import { button } from "#app/ui/controls/button.tsx";
import { NoteField } from "#app/ui/controls/fields/note-field.tsx";
import type { AskAnswer } from "./ask.ts";

type AskFormProps = {
  /** The line in words; absent if the page has no such line. */
  line?: string | undefined;
  lineKey: string;
  idempotencyKey: string;
  answer: AskAnswer | undefined;
  /** Whether Hayloft also e-mails the answer to the customer. */
  isMailed?: boolean;
};

/** The form of a question about a line. The typed question survives every refusal. */
export function AskForm({ line, lineKey, idempotencyKey, answer, isMailed = false }: AskFormProps) {
  return (
    <section id="ask" aria-labelledby="ask-title" className="shared-section">
      <h2 id="ask-title">Ask about a line</h2>
      {line && <p className="wrap-anywhere">{line}</p>}
      <form method="post" action={`?line=${encodeURIComponent(lineKey)}#ask`} className="shared-ask-form">
        <input type="hidden" name="idempotencyKey" value={answer?.idempotencyKey ?? idempotencyKey} />
        <input type="hidden" name="line" value={lineKey} />
        <NoteField
          id="question"
          name="question"
          label="Your question"
          rows={4}
          required
          maxLength={MAX_QUESTION}
          refused={answer && { text: answer.question, problem: answer.problem }}
        />
        <p className="text-muted">{`The barn answers on this page${isMailed ? ", and by e-mail" : ""}.`}</p>
        <button type="submit" className={button.primary}>
          Send question
        </button>
      </form>
    </section>
  );
}

/** A question on the page, with its days in words. */
export type ListedQuestion = {
  id: string;
  line: string;
  question: string;
  asked: string;
  reply: string;
  /** '' while the question is open. */
  answered: string;
};

type QuestionsProps = { questions: readonly ListedQuestion[]; barn: string; wasAsked: boolean };

/** The questions asked through this link, and the answers. */
export function Questions({ questions, barn, wasAsked }: QuestionsProps) {
  if (questions.length === 0) return null;
  return (
    <section id="questions" aria-labelledby="questions-title" className="shared-section">
      <h2 id="questions-title">Questions</h2>
      {wasAsked && (
        <p role="status" className="notice">
          {`Your question was sent to ${barn}.`}
        </p>
      )}
      <ul className="shared-questions">
        {questions.map(({ id, line, question, asked, reply, answered }) => (
          <li key={id}>
            <p className="shared-note">{`${line} · Asked ${asked}`}</p>
            <p className="whitespace-pre-line">{question}</p>
            {answered ? (
              <div className="shared-reply">
                <p className="shared-note">{`${barn} · ${answered}`}</p>
                <p className="whitespace-pre-line">{reply || "Answered."}</p>
              </div>
            ) : (
              <p className="text-muted">Not answered yet.</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
