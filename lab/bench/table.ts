/** Prints a table to standard output. */
export function table(title: string, head: string[], rows: string[][]): void {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ");
  process.stdout.write(`\n${title}\n${[head, ...rows].map(line).join("\n")}\n`);
}

/** Returns how many times `base` a figure is: '1.25 x'. Nothing if the base was too small to be measured. */
export const ratio = (figure: number, base: number, digits = 2) =>
  base > 0 ? `${(figure / base).toFixed(digits)} x` : "";
