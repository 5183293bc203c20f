const collator = /* @__PURE__ */ new Intl.Collator("en", { sensitivity: "base", numeric: true });

/** Compares records by name for `sort`, ignoring case and accents; `Stall 2` sorts before `Stall 10`. */
export function byName(a: { name: string }, b: { name: string }): number {
  return collator.compare(a.name, b.name);
}

/** As `byName`; records of one name are in the order of their ids. */
export const byNameAndId = (a: { id: string; name: string }, b: { id: string; name: string }): number =>
  byName(a, b) || (a.id < b.id ? -1 : Number(a.id > b.id));

/**
 * The records, with the owner added to each name that several records share (ignoring case and accents): 'Bella -
 * Patricia Walsh'.
 */
export function tellApart<T extends { name: string; owner: string }>(records: readonly T[]): Omit<T, "owner">[] {
  const times = new Map<string, number>();
  for (const { name } of records) times.set(foldedName(name), (times.get(foldedName(name)) ?? 0) + 1);
  return records.map(({ owner, ...record }) =>
    times.get(foldedName(record.name)) === 1 || owner === record.name
      ? record
      : { ...record, name: `${record.name} - ${owner}` },
  );
}

/** A name without regard to case, accents and apostrophes, for comparisons. */
export const foldedName = (name: string) =>
  name
    .normalize("NFD")
    .replace(/[\p{M}'’]/gu, "")
    .toLowerCase();
