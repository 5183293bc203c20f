import { type Conflict, choiceField } from "#app/domain/fields/merge-edits.ts";

/** What two people changed at once, mine beside theirs, with a choice for each (docs/product.md, 'Two people'). */
export function ConflictChoices({ choices, note }: Conflict) {
  return (
    <>
      {choices.map(({ name, label, mine, theirs }, index) => (
        <fieldset key={name} className="choices">
          <legend>{label}</legend>
          <div className="sides">
            {Object.entries({ mine, theirs }).map(([side, text]) => (
              <label key={side}>
                <input
                  type="radio"
                  name={choiceField(name)}
                  value={side}
                  required
                  // The save was answered with these choices, so the first one gets the focus.
                  {...{ autoFocus: index === 0 && side === "mine" }}
                  className="tick"
                />
                <span>
                  <span>{side === "mine" ? "Mine: " : "Theirs: "}</span>
                  <b>{text}</b>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      {note && <p className="notice">{note}</p>}
    </>
  );
}
