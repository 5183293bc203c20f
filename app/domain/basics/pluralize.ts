/** A count with its noun: `1 horse`, `1,000 horses`. */
export const pluralize = (count: number, noun: string) => withVerb(count, noun, `${noun}s`);

/** A count with the words for one or for many: '1 bill has', '2 bills have'. */
export const withVerb = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

/**
 * The plural of a service's name in a sentence: 'body clippings', 'groomings for a show'. A name that is not only plain
 * words is quoted: 'of “IV drip (1 l)”'.
 */
export function pluralOf(name: string): string {
  if (!/^[A-Z]?[a-z]+( [A-Z]?[a-z]+)*$/.test(name)) return `of “${name}”`;
  const [, noun = "", rest = ""] = /^(.+?)( (?:at|for|in|of|on|per|to|with) .+)?$/.exec(name.toLowerCase()) ?? [];
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies${rest}`;
  if (/(ss|x|z|ch|sh)$/.test(noun)) return `${noun}es${rest}`;
  return noun.endsWith("s") ? noun + rest : `${noun}s${rest}`;
}

/** Counts with the words for one or for many: '13 are already billed'. Leaves out counts of 0. */
export const describeCounts = (counts: readonly (readonly [count: number, one: string, many: string])[]): string[] =>
  counts.filter(([count]) => count > 0).map((each) => withVerb(...each));

/** The number of rows that a search or a filter leaves out of a dialog, with the words for one and for many. */
export const leftOut = (count: number) => ({
  count,
  one: "is hidden by the search or the filters",
  many: "are hidden by the search or the filters",
});
