import { controlClass } from "#app/ui/controls/fields/form-field.tsx";
import type { DraftTexts } from "./describe-draft.ts";

/** The files, with the choice of the records in each, and of the field of each column. */
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
            <p className="text-sm">{file.content}</p>
          ) : (
            <label className="text-sm">
              Contains <input type="hidden" name={`records-${file.place}`} value={file.collection} />
              <select
                key={file.collection}
                name={`collection-${file.place}`}
                defaultValue={file.collection}
                className={controlClass}
              >
                <option value="">Choose...</option>
                {file.collections.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
          )}
          {file.note && <p className="text-sm text-muted">{`${file.name} ${file.note}`}</p>}
          {file.fields.length > 0 && <Columns key={file.collection} {...file} />}
        </li>
      ))}
    </ul>
  </div>
);

/** The columns of a table. Opens by itself if a column has no field yet. */
function Columns({ place, columns, fields }: DraftTexts["files"][number]) {
  return (
    <details open={columns.some(({ field }) => field === null)} className="text-sm">
      <summary className="link">{`${columns.length} columns`}</summary>
      <div className="import-columns">
        {columns.map(({ heading, field, samples }) => (
          <label key={heading}>
            <b className="wrap-anywhere">{heading}</b>
            <small className="truncate text-muted">{samples}</small>
            <select
              key={field ?? "?"}
              name={`column-${place}-${heading}`}
              defaultValue={field ?? "?"}
              aria-invalid={field === null}
              className={controlClass}
            >
              {field === null && <option value="?">Choose...</option>}
              <option value="">Leave this column out</option>
              {fields.map((each) => (
                <option key={each.field} value={each.field}>
                  {each.label}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </details>
  );
}
