import { strToU8, type Zippable, zipSync } from "fflate";

/* Excel workbooks of the tests, as small as the format allows. */

/** A cell: a text, a number, a yes or no, a day (`2026-10-01`), the value of a formula, an error of a formula, or nothing. */
export type WorkbookCell = string | number | boolean | null | { day: string } | { formula: string } | { error: string };
/** The rows of a sheet. `merges` are ranges such as `B2:B4`. */
export type WorkbookSheet = {
  rows: readonly (readonly WorkbookCell[])[];
  isHidden?: boolean;
  merges?: readonly string[];
  /** What the file says of its size; not always true. */
  dimension?: string;
};

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
/** Style 1 is a day. */
const STYLES = `<styleSheet ${MAIN}><cellXfs><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`;
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** The bytes of a workbook. A sheet is its rows, or its rows with more about them; `parts` adds files. */
export function workbookOf(
  sheets: { readonly [name: string]: WorkbookSheet["rows"] | WorkbookSheet },
  parts: Zippable = {},
): Uint8Array<ArrayBuffer> {
  const all = Object.entries(sheets).map(([name, sheet]) => ({ name, ...("rows" in sheet ? sheet : { rows: sheet }) }));
  const listed = all.map(
    ({ name, isHidden }, i) =>
      `<sheet name="${escaped(name)}" sheetId="${i + 1}" ${isHidden ? 'state="hidden" ' : ""}r:id="rId${i + 1}"/>`,
  );
  const related = all.map(
    (_, i) => `<Relationship Id="rId${i + 1}" Type="${TYPES}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  );
  const files = Object.fromEntries(
    all.map((sheet, i) => [`xl/worksheets/sheet${i + 1}.xml`, strToU8(sheetXml(sheet))]),
  );
  return zipSync({
    "[Content_Types].xml": strToU8("<Types/>"),
    "xl/workbook.xml": strToU8(`<workbook ${MAIN} xmlns:r="${TYPES}"><sheets>${listed.join("")}</sheets></workbook>`),
    "xl/_rels/workbook.xml.rels": strToU8(`<Relationships>${related.join("")}</Relationships>`),
    ...(JSON.stringify(sheets).includes('"day"') && { "xl/styles.xml": strToU8(STYLES) }),
    ...files,
    ...parts,
  });
}

const sheetXml = ({ rows, merges = [], dimension }: WorkbookSheet) =>
  [
    `<worksheet ${MAIN}>${dimension ? `<dimension ref="${dimension}"/>` : ""}<sheetData>`,
    ...rows.map(
      (cells, i) => `<row r="${i + 1}">${cells.map((cell, j) => cellXml(cell, letters(j) + (i + 1))).join("")}</row>`,
    ),
    `</sheetData>${merges.length > 0 ? `<mergeCells>${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>` : ""}</worksheet>`,
  ].join("");

function cellXml(cell: WorkbookCell, at: string): string {
  if (cell === null) return `<c r="${at}"/>`;
  if (typeof cell === "number") return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === "boolean") return `<c r="${at}" t="b"><v>${Number(cell)}</v></c>`;
  if (typeof cell === "string") return `<c r="${at}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  if ("day" in cell)
    return `<c r="${at}" s="1"><v>${(Date.parse(cell.day) - Date.UTC(1899, 11, 30)) / 86_400_000}</v></c>`;
  if ("error" in cell) return `<c r="${at}" t="e"><f>Rates!B2</f><v>${cell.error}</v></c>`;
  return `<c r="${at}" t="str"><f>TRIM(A1)</f><v>${escaped(cell.formula)}</v></c>`;
}

const letters = (i: number): string =>
  (i < 26 ? "" : letters(Math.floor(i / 26) - 1)) + String.fromCharCode(65 + (i % 26));
