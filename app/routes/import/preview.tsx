import { Form, useNavigation } from "@remix-run/react";
import type { FormEvent } from "react";
import { button } from "#app/ui/controls/button.tsx";
import { Section } from "#app/ui/record/record-page.tsx";
import { Credits } from "./credits.tsx";
import type { DraftTexts } from "./describe-draft.ts";
import { FileChoices } from "./file-choices.tsx";
import { Problems } from "./problems.tsx";

/** Submits each choice at once. Without JavaScript the button 'Update' submits. */
function update({ target, currentTarget }: FormEvent<HTMLFormElement>) {
  if (target instanceof HTMLSelectElement)
    currentTarget.requestSubmit(currentTarget.querySelector<HTMLElement>('[value="choose"]'));
}

/** What a draft would bring in, what is wrong with it, and the choices (docs/product.md, 'Import'). */
export function ImportPreview({ draft }: { draft: DraftTexts & { shown: string } }) {
  const { files, problems, rows, notes, groups, skipped, credits, shown, label, leftOut, isEmpty } = draft;
  const hasKept = rows.some(({ kept }) => kept);
  const { formData } = useNavigation();
  const isRunning = formData !== undefined;
  const isImporting = formData?.get("intent") === "import";
  return (
    <Form method="post" preventScrollReset onChange={update} className="import-draft">
      <input type="hidden" name="shown" value={shown} />
      {problems.length > 0 && (
        <div role="alert" className="alert mt-4">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
      )}
      <FileChoices files={files} />
      <Section
        id="comes-in"
        title="Preview"
        more={<small className="text-muted">Nothing is imported yet.</small>}
        none="No records yet."
        head={["Records", ["Number", "end"], ["Amounts", "end"], ...(hasKept ? ["Already there"] : [])]}
        rows={rows.map(({ noun, count, amount, kept }) => ({
          key: noun,
          cells: [noun, count, amount, ...(hasKept ? [kept] : [])],
        }))}
      />
      {notes.length > 0 && (
        <ul className="mt-3 grid gap-1 text-sm text-muted">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <Problems groups={groups} skipped={skipped} />
      <Credits {...credits} />
      <div className="import-foot">
        {leftOut && <p className="text-sm text-muted">{leftOut}</p>}
        <div className="flex flex-wrap gap-3">
          <button type="submit" name="intent" value="import" className={button.primary} disabled={isRunning || isEmpty}>
            {isImporting ? "Importing..." : label}
          </button>
          <button type="submit" name="intent" value="choose" className={`import-update ${button.secondary}`}>
            Update
          </button>
          <button type="submit" name="intent" value="discard" className={button.danger} disabled={isRunning}>
            Discard
          </button>
        </div>
        {isImporting && <progress aria-label="Importing" className="w-full" />}
      </div>
    </Form>
  );
}
