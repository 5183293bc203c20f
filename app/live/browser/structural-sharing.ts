type Row = { id: string };

/** How often a row has changed since it was first shown; none of a row that never did. */
const changes = new WeakMap<object, number>();

/** Lists that came with something new in them. */
const changedLists = new WeakSet<object>();

export const timesChanged = (row: object): number => changes.get(row) ?? 0;

/** Whether this is a list as others have changed it. */
export const isChangedByOthers = (list: object): boolean => changedLists.has(list);

/**
 * What was read now, made of the parts of what was read before as far as they are the same. In lists, rows are told by their
 * ids, and those that are new or not as they were are counted as changed.
 */
export function share<Value>(before: unknown, now: Value): Value {
  if (Object.is(before, now)) return now;
  if (Array.isArray(before) && Array.isArray(now)) return shareList(before, now) as Value;
  if (!isPlain(before) || !isPlain(now)) return now;
  const shared = Object.fromEntries(Object.entries(now).map(([key, value]) => [key, share(before[key], value)]));
  return (isSame(before, shared) ? before : shared) as Value;
}

function shareList(before: unknown[], now: unknown[]): unknown[] {
  const known = new Map(before.map((item, n) => [keyOf(item, n), item]));
  const shared = now.map((item, n) => {
    const was = known.get(keyOf(item, n));
    const is = share(was, item);
    if (isRow(is) && is !== was) changes.set(is, isRow(was) ? timesChanged(was) + 1 : 1);
    return is;
  });
  if (before.length === now.length && isSame(before, shared)) return before;
  changedLists.add(shared);
  return shared;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isRow = (value: unknown): value is Row => isPlain(value) && typeof value.id === "string";

const keyOf = (item: unknown, n: number) => (isRow(item) ? item.id : n);

function isSame(before: object, shared: object): boolean {
  const entries = Object.entries(shared);
  return (
    entries.length === Object.keys(before).length &&
    entries.every(([key, value]) => Object.is((before as Record<string, unknown>)[key], value))
  );
}
