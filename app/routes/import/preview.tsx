import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { button } from "#app/ui/controls/button.tsx";
import { type ShownDraft, useChoices } from "./choices.tsx";
import type { DraftTexts, KindTexts } from "./describe-draft.ts";
import { FileChoices } from "./file-choices.tsx";
import { Credits, Problems } from "./problems.tsx";

/** What a draft would bring in, what is wrong with it, and the choices (docs/product.md, 'Import'). */
export function ImportPreview({ draft: newest, said }: { draft: ShownDraft; said: ReactNode }) {
  const { draft, formProps } = useChoices(newest);
  const { files, problems, kinds, notes, groups, skipped, refused, credits, shown, counts, label, isEmpty } = draft;
  const { formData } = useNavigation();
  const isRunning = formData !== undefined;
  const isImporting = formData?.get("intent") === "import";
  return (
    <Form method="post" preventScrollReset {...formProps} className="import-draft">
      <input type="hidden" name="shown" value={shown} />
      {problems.length > 0 && (
        <div role="alert" className="alert mt-4">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
      )}
      <FileChoices files={files} />
      <Problems title={refused > 0 ? "Problems" : "To check"} groups={groups} skipped={skipped} />
      <Planned kinds={kinds} notes={notes} />
      <Credits {...credits} />
      <div className="import-foot">
        {said}
        <p className="text-sm text-muted">
          <span>{counts}</span>
          {refused > 0 && <a href="#problems" className="link">{`${refused.toLocaleString("en-US")} skipped`}</a>}
        </p>
        <div className="flex flex-wrap gap-3">
          {!isEmpty && (
            <button type="submit" name="intent" value="import" className={button.primary} disabled={isRunning}>
              {isImporting ? "Importing..." : label}
            </button>
          )}
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

/** What would be imported, with what is to know of it. */
const Planned = ({ kinds, notes }: Pick<DraftTexts, "kinds" | "notes">) =>
  kinds.length + notes.length > 0 && (
    <div className="record-section">
      <div className="record-section-head">
        <h2>Preview</h2>
        <small className="text-muted">Nothing is imported yet.</small>
      </div>
      {kinds.map((kind) => (
        <PreviewRows key={kind.table} {...kind} />
      ))}
      <ul className="mt-3 grid gap-1 text-sm text-muted">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </div>
  );

/** The first and last rows of one kind of record, as they would be; on a phone each row is a block with the heading before each value. */
function PreviewRows({ table, title, facts, columns, rows, more, place, same, filled }: KindTexts) {
  const id = `rows-${table}`;
  return (
    <div className="import-kind">
      <h3 id={id}>
        <b>{title}</b> <small className="text-muted">{facts}</small>
      </h3>
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls sideways, and Safari lets the keyboard scroll only an element with the focus.
        <section aria-labelledby={id} tabIndex={0} className="overflow-x-auto">
          <table aria-labelledby={id} className="record-table import-rows">
            <thead>
              <tr>
                {columns.map(({ label, align }) => (
                  <th key={label} scope="col" className={align}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            {more > 0 ? (
              <>
                <Rows columns={columns} rows={rows.slice(0, place)} />
                <tbody>
                  <tr>
                    <td colSpan={columns.length} className="text-muted">{`${more.toLocaleString("en-US")} more`}</td>
                  </tr>
                </tbody>
                <Rows columns={columns} rows={rows.slice(place)} />
              </>
            ) : (
              <Rows columns={columns} rows={rows} />
            )}
          </table>
        </section>
      )}
      {same && <p>{same}</p>}
      {filled && <p>{filled}</p>}
    </div>
  );
}

const Rows = ({ columns, rows }: Pick<KindTexts, "columns" | "rows">) => (
  <tbody>
    {rows.map(({ id, cells }) => (
      <tr key={id}>
        {columns.map(({ label, align }, i) =>
          i === 0 ? (
            <th key={label} scope="row" className={align} translate="no">
              {cells[i]}
            </th>
          ) : (
            <td key={label} data-label={label} className={align} translate="no">
              {cells[i]}
            </td>
          ),
        )}
      </tr>
    ))}
  </tbody>
);
