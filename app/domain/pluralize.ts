/** A count with its noun: `1 horse`, `1,000 horses`. */
export function pluralize(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

const PLURALS: Record<string, string> = { is: "are", has: "have", was: "were" };

/** What is true of how many: [13, "is already billed"] reads '13 are already billed'. Texts of nothing are left out. */
export const describeCounts = (counts: readonly (readonly [number, string])[]): string[] =>
  counts
    .filter(([count]) => count > 0)
    .map(
      ([count, text]) =>
        `${count.toLocaleString("en-US")} ${count === 1 ? text : text.replace(/^\w+/, (verb) => PLURALS[verb] ?? verb)}`,
    );
