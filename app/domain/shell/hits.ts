import { normalize, searchWords } from "#app/domain/basics/search-text.ts";

/* What 'Go to anything' finds among records, and in which order (docs/product.md, 'Screens'). */

/** A link of 'Go to anything': where it leads, its text, and what tells it from others of the same text. */
export type Hit = { to: string; text: string; note: string };

/** The longest query that is searched, in characters. */
export const MAX_QUERY = 100;
/** The most hits of each kind. */
export const MAX_HITS = 5;

/** The records of a query by kind, with the screens and the actions that it finds. `recent` is for a query without words. */
export type FoundHits = Record<"recent" | "customers" | "horses" | "grooms" | "invoices" | "shows" | "standing", Hit[]>;

/**
 * The records with the words of the query in their names or in the lines `beside` them; none for a query without words. The note of a
 * record says why it was found.
 */
export function findNamed(records: readonly (Hit & { beside: string })[], q: string): Hit[] {
  const words = searchWords(q.slice(0, MAX_QUERY));
  if (words.length === 0) return [];
  return matching(records, q).map(({ to, text, note, beside }) => {
    const shown = normalize(`${text}\n${note}`);
    const unseen = words.filter((word) => !shown.includes(word));
    const reasons = beside.split("\n").filter((line) => unseen.some((word) => normalize(line).includes(word)));
    return { to, text, note: [note, ...reasons].filter(Boolean).join(" · ") };
  });
}

/** The hits with the words of the query in their texts, the best first. */
export function matching<Found extends Hit & { beside?: string }>(hits: readonly Found[], q: string): Found[] {
  const words = searchWords(q.slice(0, MAX_QUERY));
  const found = hits.filter(({ text, note, beside = "" }) => {
    const name = normalize(`${text}\n${note}\n${beside}`);
    return words.every((word) => name.includes(word));
  });
  return words.length === 0 ? found : rank(found, q).slice(0, MAX_HITS);
}

/** The hits in the order of how well their text fits: it is the query, begins with it, a word of it does, all others. */
export function rank<Found extends Hit>(hits: readonly Found[], q: string): Found[] {
  const start = normalize(q.slice(0, MAX_QUERY)).trim();
  return hits.toSorted((a, b) => placeOfHit(a, start) - placeOfHit(b, start));
}

/** How well the text of a hit fits the start of a query; 0 if it is the query. */
export function placeOfHit({ text }: Hit, start: string): number {
  const name = normalize(text);
  if (name === start) return 0;
  if (name.startsWith(start)) return 1;
  return ` ${name}`.includes(` ${start}`) ? 2 : 3;
}

/** The invoice number that the query asks for: '2900', '#2900', 'invoice 2900'; null if it is none. */
export function invoiceNumber(q: string): number | null {
  const [, digits] = /^\s*(?:invoice\s*)?#?\s*(\d{1,9})\s*$/i.exec(q) ?? [];
  return digits ? Number(digits) : null;
}

/** Whether the query has words, but none of three letters, so that only the newest shows are searched. */
export function isShort(q: string): boolean {
  const words = searchWords(q.slice(0, MAX_QUERY));
  return words.length > 0 && words.every((word) => [...word].length < 3);
}
