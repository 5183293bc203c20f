/** A count with its noun: `1 horse`, `1,000 horses`. */
export const pluralize = (count: number, noun: string) => withVerb(count, noun, `${noun}s`);

/** A count with what is true of one, or of many: '1 bill has', '2 bills have'. */
export const withVerb = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

/** What is true of how many: '13 are already billed'. Texts of nothing are left out. */
export const describeCounts = (counts: readonly (readonly [count: number, one: string, many: string])[]): string[] =>
  counts.filter(([count]) => count > 0).map((each) => withVerb(...each));

/** The number of rows that a search or a filter keeps out of a dialog, as a count of `describeCounts`. */
export const leftOut = (count: number): [count: number, one: string, many: string] => [
  count,
  "is left out by the search or the filters",
  "are left out by the search or the filters",
];
