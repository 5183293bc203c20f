/** A count with its noun: `1 horse`, `1,000 horses`. */
export function pluralize(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}
