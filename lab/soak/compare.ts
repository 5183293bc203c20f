import type { Rows } from "#lab/support/rows.ts";
import type { Write } from "./ledger.ts";

const TABLES = [
  ...(["activity", "bill_items", "billing_runs", "corrections", "customers", "exports", "horses"] as const),
  ...(["payroll", "payroll_runs", "shows"] as const),
] as const;

/** The last row of each table before the users began, and the next invoice number. */
export type Baseline = Record<(typeof TABLES)[number] | "invoice_number", number>;

/** A text for each row or write, by its id. */
export type ComparedLines = Map<string, string>;

export async function readBaseline(rows: Rows): Promise<Baseline> {
  const lasts = TABLES.map((table) => `(select coalesce(max(rowid), 0) from ${table}) as ${table}`);
  const [baseline] = await rows(`select ${lasts.join(", ")}, invoice_number from settings`);
  return baseline as Baseline;
}

type OfKind<Kind extends Write["kind"]> = Extract<Write, { kind: Kind }>;

export const ofKind = <Kind extends Write["kind"]>(writes: Write[], ...kinds: Kind[]) =>
  writes.filter((write): write is OfKind<Kind> => kinds.some((kind) => kind === write.kind));

/** Returns the `text` of each row that a select finds, by `id`. The select has a parameter for the last row before the users began. */
export async function readLines(rows: Rows, select: string, last: number): Promise<ComparedLines> {
  const found = await rows(select, [last]);
  return new Map(found.map(({ id, text }) => [String(id), String(text)]));
}

/** A sentence for each line that is missing, surplus or different. */
export function differences(what: string, expected: ComparedLines, found: ComparedLines): string[] {
  const missing = [...expected.keys()].filter((key) => !found.has(key));
  const surplus = [...found.keys()].filter((key) => !expected.has(key));
  const wrong = [...expected].filter(([key, text]) => found.has(key) && found.get(key) !== text);
  return [
    ...missing.map((key) => `The ${what} ${key} was acknowledged and is not there.`),
    ...surplus.map((key) => `The ${what} ${key} is there, and no user knows of it.`),
    ...wrong.map(([key, text]) => `The ${what} ${key} is '${found.get(key)}' instead of '${text}'.`),
  ];
}
