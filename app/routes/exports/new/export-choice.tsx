import { useState } from "react";
import type { ExportChoice } from "#app/domain/exports/export-choices.ts";
import type { ExportChoices } from "#app/domain/exports/invoices.ts";
import { Badge } from "#app/ui/controls/badge.tsx";

type QuestionProps = ExportChoice<string> & {
  name: keyof ExportChoices;
  selected: string | undefined;
  /** The message if Export was pressed without a choice. */
  missing: string | undefined;
};

const TITLES = { amounts: "Amounts:", dates: "Dates:" };

/** A choice that an export needs. One that was made before is one line, which opens the question (docs/product.md, 'Export'). */
export function ExportChoiceFields({ isRemembered, ...question }: QuestionProps & { isRemembered: boolean }) {
  // As it opened: another admin's answer would take the place of one that is being given.
  const [isLine] = useState(isRemembered);
  if (!isLine) return <Choice {...question} />;
  return (
    <details className="remembered-choice">
      <summary>
        <span>{TITLES[question.name]}</span>
        {question.answers.map(({ value, label }) => (
          <b key={value} data-answer={value}>
            {label}
          </b>
        ))}
        <span className="link">Change</span>
      </summary>
      <Choice {...question} />
    </details>
  );
}

/** The answers to choose from, with an example from the export. */
function Choice({ name, text, example, answers, note, selected, missing }: QuestionProps) {
  return (
    <fieldset className="choices" aria-describedby={missing && `${name}-problem`}>
      <legend>
        <b>
          <span>{text}</span> {!selected && <Badge color="amber">Required</Badge>}
        </b>
        <small>{example}</small>
      </legend>
      <div className="sm:grid sm:grid-cols-2">
        {answers.map(({ value, label, notes }) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === selected}
              autoComplete="off"
              className="tick mt-0.5"
            />
            <span>
              <b>{label}</b>
              {notes.map((each) => (
                <small key={each}>{each}</small>
              ))}
            </span>
          </label>
        ))}
      </div>
      <p>{note}</p>
      {missing && (
        <p id={`${name}-problem`} ref={showInDialog} role="alert" className="text-danger">
          {missing}
        </p>
      )}
    </fieldset>
  );
}

/** Scrolls to the first message: the pressed button is below the messages, which may be scrolled out of view. */
const showInDialog = (message: HTMLElement | null) =>
  message?.closest("form")?.querySelector("fieldset [role=alert]")?.scrollIntoView({ block: "center" });
