/** The texts of a form's controls, by the names of their fields. */
export type FieldTexts = Readonly<Record<string, string>>;

/** The edit whose text is saved: the user's or the other admin's. */
export type Side = "mine" | "theirs";

/** Three versions of a record: as the form opened with it, as submitted, and as stored. */
type Versions = {
  /** Null if the form did not submit the texts that it opened with. */
  base: FieldTexts | null;
  mine: FieldTexts;
  theirs: FieldTexts;
};

export type Merge = {
  /** The texts to save; undecided fields have the user's text. */
  texts: FieldTexts;
  /** The fields that have the stored text, because only other admins changed them. */
  merged: string[];
  /** The units that both sides changed differently, without a choice yet. Nothing may be saved while there are any. */
  undecided: (readonly string[])[];
};

/**
 * Merges the edits of two people (docs/product.md, 'Two people'). A unit is a list of fields that only make sense
 * together, such as a quantity and its value: all of them are taken from the same side. `chosen` has the user's
 * choices, by the first field of a unit.
 */
export function mergeEdits(
  units: readonly (readonly string[])[],
  { base, mine, theirs }: Versions,
  chosen: Readonly<Record<string, Side>>,
): Merge {
  const texts = { ...mine };
  const merged: string[] = [];
  const undecided: (readonly string[])[] = [];
  // A field that the form did not show was opened as it is stored, if that is what was sent.
  const unchanged = Object.entries(theirs).filter(([name, text]) => mine[name] === text);
  const opened = base && { ...Object.fromEntries(unchanged), ...base };
  for (const unit of units) {
    const isSame = (one: FieldTexts | null, other: FieldTexts) =>
      one !== null && unit.every((n) => one[n] === other[n]);
    if (isSame(mine, theirs) || isSame(opened, theirs)) continue;
    const isUntouched = isSame(opened, mine);
    const side = isUntouched ? "theirs" : chosen[unit[0] ?? ""];
    if (!side) undecided.push(unit);
    if (side !== "theirs") continue;
    const differing = unit.filter((name) => mine[name] !== theirs[name]);
    for (const name of differing) texts[name] = theirs[name] ?? "";
    if (isUntouched) merged.push(...differing);
  }
  return { texts, merged, undecided };
}

/** The units of a form: the given ones, and each other field by itself. */
export function unitsOf(names: readonly string[], together: readonly (readonly string[])[]): (readonly string[])[] {
  const grouped = new Set(together.flat());
  return [...together, ...names.filter((name) => !grouped.has(name)).map((name) => [name])];
}

/** 'Merged: Phone and Riders, changed by dana@example.com.' */
export function describeMerge(labels: readonly string[], actors: readonly string[]): string {
  return `Merged: ${listed(labels)}, changed by ${namesOfActors(actors)}.`;
}

/** 'dana@example.com and sam@example.com', or 'somebody else' if the activity does not say who it was. */
export const namesOfActors = (actors: readonly string[]) => (actors.length > 0 ? listed(actors) : "somebody else");

const listed = (parts: readonly string[]) =>
  [parts.slice(0, -1).join(", "), ...parts.slice(-1)].filter(Boolean).join(" and ");

/** The choices and the note of a dialog whose record another admin saved since it opened. */
export type Conflict = {
  /** The units that both sides changed; `name` is the first of the `fields`. */
  choices: { name: string; fields: readonly string[]; label: string; mine: string; theirs: string }[];
  /** The fields that were merged without a choice, in a sentence; '' if there are none. */
  note: string;
};

/** The name of the form field that carries the choice for a unit. */
export const choiceField = (name: string) => `keep:${name}`;
