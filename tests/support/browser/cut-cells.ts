/** Letters as wide as WCAG 1.4.12 asks a page to bear. */
export const WIDE_LETTERS = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }");
  document.adoptedStyleSheets.push(sheet);
})()`;

/** A script that leaves of a list the rows with the three longest texts of each column: a hundred rows take seconds to lay out. */
export const ONLY_WIDEST = `(() => {
  const rows = [...document.querySelectorAll(".table-scroll tbody tr")];
  const lengthIn = (row, column) => row.cells[column]?.textContent.length ?? 0;
  const widest = (column) => rows.toSorted((a, b) => lengthIn(b, column) - lengthIn(a, column)).slice(0, 3);
  const left = new Set(Array.from({ length: rows[0]?.cells.length ?? 0 }, (_, column) => widest(column)).flat());
  for (const row of rows) if (!left.has(row)) row.style.display = "none";
})()`;

/**
 * A script for a page with a list: the numbers, dates, states and headings that their cells cut, and the list itself if it is wider
 * than its frame.
 */
export const CUT_CELLS = `(() => {
  const frame = document.querySelector(".table-scroll");
  if (!frame) return ["no list"];
  const isNumber = /^[$\\d−-][\\d,./:$ %–-]*([AP]M)?$/;
  const cut = [...frame.querySelectorAll("th, td")].filter((cell) => {
    const text = cell.textContent.trim();
    const isWhole = cell.matches(".end, .date, .p-state, .badge, [scope=col]") || isNumber.test(text);
    return isWhole && cell.offsetParent && getComputedStyle(cell).overflowX !== "visible" && cell.scrollWidth > cell.clientWidth + 1;
  });
  const wide = frame.scrollWidth > frame.clientWidth + 1 ? ["the list: " + frame.scrollWidth + " of " + frame.clientWidth] : [];
  return [...wide, ...new Set(cut.map((cell) => cell.textContent.trim()))].slice(0, 5);
})()`;
