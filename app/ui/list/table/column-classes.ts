import type { BoundField } from "#app/domain/fields/field.ts";

type Columns = readonly { columnDef: { meta?: Pick<BoundField<never>, "listed" | "shown"> | undefined } }[];

/** What a list takes beside its columns, in rem: the boxes, the menus and the gutters; and a first column without a width. */
const BESIDE = 7.75;
const FIRST = 8.5;
/** The width that a column of texts may shrink to before another column leaves, in rem. */
const TEXT = 5;
/** The narrowest and the widest list for which there is a class, and the step between them, in rem (columns.css). */
const [NARROWEST, WIDEST, STEP] = [36, 96, 2];

const known = new WeakMap<Columns, (string | undefined)[]>();

/**
 * The classes of the cells of each column: how its texts stand below each other, where it is in the two lines of a phone's row, and
 * the width of the list from which it is there (docs/architecture.md, 'One list').
 */
export function classesOf(columns: Columns): (string | undefined)[] {
  const found = known.get(columns) ?? makeClasses(columns);
  known.set(columns, found);
  return found;
}

function makeClasses(columns: Columns): (string | undefined)[] {
  const all = columns.map(({ columnDef: { meta } }, index) => ({
    ...{ index, isText: index > 0 && meta?.shown.kind === "text" && !meta.listed.align },
    ...meta?.listed,
  }));
  // A column that is hidden by default is there only if the admin has chosen it.
  const isKept = ({ index, phone, stays, hidden }: (typeof all)[number]) =>
    index === 0 || stays || hidden || (phone !== undefined && phone !== "fact");
  // A chosen column does not push out a phone's facts: the columns of texts become narrower, or the list scrolls.
  const inOrder = [
    ...all.filter((each) => isKept(each) && !each.hidden),
    ...all.filter((each) => !isKept(each) && each.phone),
    ...all.filter(({ hidden }) => hidden),
    ...all.filter((each) => !isKept(each) && !each.phone),
  ];
  const from = new Map<number, string>();
  let taken = BESIDE;
  for (const each of inOrder) {
    const width = each.width ? Number(/\d+$/.exec(each.width)) / 4 : FIRST;
    taken += each.isText ? Math.min(width, TEXT) : width;
    const needed = Math.ceil(taken / STEP) * STEP;
    if (!isKept(each) && needed > NARROWEST) from.set(each.index, `from-${Math.min(needed, WIDEST)}`);
  }
  return all.map(
    ({ index, align, phone = index === 0 ? "title" : undefined }) =>
      [align, phone && `p-${phone}`, from.get(index)].filter(Boolean).join(" ") || undefined,
  );
}
