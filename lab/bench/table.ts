const exceeded: string[] = [];

/** Prints a table to standard output. */
export function table(title: string, head: string[], rows: string[][]): void {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ");
  process.stdout.write(`\n${title}\n${[head, ...rows].map(line).join("\n")}\n`);
  exceeded.push(...rows.filter((row) => row.some((cell) => cell.endsWith(OVER))).map((row) => `${title}: ${row[0]}`));
}

const OVER = " !";

/** Returns a figure beside what is to hold: '43 of 50', and with an exclamation mark if it is more. */
export const held = (figure: number, limit: number, digits = 0) =>
  `${figure.toFixed(digits)} of ${limit}${figure > limit ? OVER : ""}`;

/** Returns how many times `base` a figure is, beside what is to hold, if anything is: '1.25 of 2 x'. Nothing without a base. */
export function ratio(figure: number, base: number, limit?: number): string {
  if (!(base > 0)) return "";
  const times = figure / base;
  return limit === undefined
    ? `${times.toFixed(2)} x`
    : `${times.toFixed(2)} of ${limit} x${times > limit ? OVER : ""}`;
}

/** The rows of all tables with a figure that is more than is to hold. */
export const exceededFigures = (): readonly string[] => exceeded;

export const median = (figures: number[]) => figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? 0;
