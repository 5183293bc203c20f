type Row = { id: string };

/** How often each row object's record has changed since the page first showed it; absent if never. */
const changeCounts = new WeakMap<object, number>();

/** Lists whose latest reload added, removed, moved or changed an item. */
const changedLists = new WeakSet<object>();

/** How often other users have changed the row since the page first showed it. */
export const timesChanged = (row: object): number => changeCounts.get(row) ?? 0;

/** Whether a reload, as opposed to a navigation, made this list different from the one before. */
export const isChangedByOthers = (list: object): boolean => changedLists.has(list);

/**
 * A copy of `next` that reuses every part of `previous` that is equal, so that React skips what did not change. Items of lists
 * are matched by their `id`. Rows that are new or different are counted, see `timesChanged`.
 */
export function shareStructure<Value>(previous: unknown, next: Value): Value {
  if (Object.is(previous, next)) return next;
  if (Array.isArray(previous) && Array.isArray(next)) return shareList(previous, next) as Value;
  if (!isPlainObject(previous) || !isPlainObject(next)) return next;
  const shared = Object.fromEntries(
    Object.entries(next).map(([key, value]) => [key, shareStructure(previous[key], value)]),
  );
  return (isShallowEqual(previous, shared) ? previous : shared) as Value;
}

function shareList(previous: unknown[], next: unknown[]): unknown[] {
  const previousByKey = new Map(previous.map((item, index) => [keyOf(item, index), item]));
  const shared = next.map((item, index) => {
    const before = previousByKey.get(keyOf(item, index));
    const after = shareStructure(before, item);
    if (isRow(after) && after !== before) changeCounts.set(after, isRow(before) ? timesChanged(before) + 1 : 1);
    return after;
  });
  if (previous.length === next.length && isShallowEqual(previous, shared)) return previous;
  changedLists.add(shared);
  return shared;
}

/** Forgets what reloads have changed in the data. */
export function forgetChanges(data: unknown): void {
  if (typeof data !== "object" || data === null) return;
  changeCounts.delete(data);
  changedLists.delete(data);
  for (const part of Object.values(data)) forgetChanges(part);
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isRow = (value: unknown): value is Row => isPlainObject(value) && typeof value.id === "string";

const keyOf = (item: unknown, index: number) => (isRow(item) ? item.id : index);

function isShallowEqual(previous: object, next: object): boolean {
  const entries = Object.entries(next);
  return (
    entries.length === Object.keys(previous).length &&
    entries.every(([key, value]) => Object.is((previous as Record<string, unknown>)[key], value))
  );
}
