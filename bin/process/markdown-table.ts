/** Returns a table of Markdown with columns of even width; the first row is its head. */
export function markdownTable(rows: string[][]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}

/** Returns the document with the table between `<!-- name -->` and the next `<!-- end -->`. */
export const withTable = (document: string, name: string, table: string) =>
  document.replace(
    new RegExp(`(<!-- ${name} -->\n).*?(?=<!-- end -->)`, "s"),
    (_, mark: string) => `${mark}\n${table}\n\n`,
  );
