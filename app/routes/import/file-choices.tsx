import { counted } from "#app/domain/import/import-texts.ts";
import { ChoiceSelect } from "./choices.tsx";
import type { DraftTexts } from "./describe-draft.ts";

/** The files, with the choice of the records in each sheet, and of the field of each column. */
export const FileChoices = ({ files }: Pick<DraftTexts, "files">) => (
  <div className="record-section">
    <div className="record-section-head">
      <h2 id="files">Files</h2>
    </div>
    <ul aria-labelledby="files" className="import-files">
      {files.map((file) => (
        <li key={file.place}>
          <p>
            <b className="wrap-anywhere">{file.name}</b> <small className="text-muted">{file.size}</small>
          </p>
          {file.collection === null ? (
            <p>{file.content}</p>
          ) : (
            <label>
              <span className="text-muted">What is in this file?</span>
              <input type="hidden" name={`records-${file.place}`} value={file.collection} />
              <ChoiceSelect name={`collection-${file.place}`} chosen={file.collection}>
                <option value="">Nothing to import</option>
                {file.collections.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </ChoiceSelect>
            </label>
          )}
          {file.note && <p className="text-muted">{file.note}</p>}
          {file.fields.length > 0 && file.columns.length > 0 && <Columns key={file.collection} {...file} />}
        </li>
      ))}
    </ul>
  </div>
);

/** The columns of a table, with values as they are read. Open at first if the table cannot be read without a choice. */
function Columns({ place, columns, fields, isRead }: DraftTexts["files"][number]) {
  const unmatched = columns.filter(({ field }) => field === "").map(({ heading }) => heading);
  return (
    <details open={!isRead}>
      <summary className="wrap-anywhere">
        <span className="link">{`Match ${counted(columns.length, "columns")}`}</span>
        {unmatched.length > 0 && <span className="text-muted">{`, not imported: ${unmatched.join(", ")}`}</span>}
      </summary>
      <div className="import-columns">
        {columns.map(({ heading, field, samples }) => (
          <label key={heading}>
            <b className="wrap-anywhere">{heading}</b>
            <small className="truncate text-muted">{samples}</small>
            <ChoiceSelect name={`column-${place}-${heading}`} chosen={field}>
              <option value="">Do not import</option>
              {fields.map((each) => (
                <option key={each.field} value={each.field}>
                  {each.label}
                </option>
              ))}
            </ChoiceSelect>
          </label>
        ))}
      </div>
    </details>
  );
}
