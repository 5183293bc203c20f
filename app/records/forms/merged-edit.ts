import { parseWithZod } from "@conform-to/zod/v4";
import { type BoundField, controlTexts, type Description, isList } from "#app/domain/fields/field.ts";
import {
  type Conflict,
  choiceField,
  describeMerge,
  type FieldTexts,
  type Merge,
  mergeEdits,
  type Side,
  unitsOf,
} from "#app/domain/fields/merge-edits.ts";
import { type FormRules, schemaOf } from "./record-schema.ts";

/** How a form route merges two edits of one record. */
export type MergeRoute<Entered> = {
  description: Pick<Description<never, Entered>, "inputNames">;
  /** Groups of fields that a merge takes from the same side: see `mergeEdits`. */
  together?: readonly (readonly (keyof Entered & string)[])[];
  /** Completes the entered values on the server, given the values that the form opened with. */
  complete?: (entered: Entered, opened: Entered) => Entered;
};

type Form<Row, Entered> = Omit<MergeRoute<Entered>, "description"> & {
  description: Pick<Description<Row, Entered>, "fields" | "inputNames">;
  rules?: FormRules<Entered>;
};

/** The hidden fields of a record's form, and the choices made in it. */
export type HiddenFields = {
  idempotencyKey: string;
  /** The version that the form shows; 0, which no record has, if the field is invalid. */
  version: number;
  /** The texts that the form opened with, in the submitted JSON. */
  base: string;
  chosen: Record<string, Side>;
};

/** The names of the form's choices, one for each unit of fields. */
export const choiceNames = <Entered>({ description, together = [] }: MergeRoute<Entered>) =>
  unitsOf(description.inputNames, together).flatMap(([name = ""]) => choiceField(name));

/** Removes the hidden fields and the choices from a form. */
export function takeHiddenFields<Entered>(fields: FormData, route: MergeRoute<Entered>): HiddenFields {
  const take = (name: string) => {
    const text = String(fields.get(name) ?? "");
    fields.delete(name);
    return text;
  };
  const version = take("version");
  const names = unitsOf(route.description.inputNames, route.together ?? []).map(([name = ""]) => name);
  const sides = names.map((name) => [name, take(choiceField(name))] as const);
  return {
    idempotencyKey: take("idempotencyKey"),
    version: /^\d{1,9}$/.test(version) ? Number(version) : 0,
    base: take("base"),
    chosen: Object.fromEntries(
      sides.flatMap(([name, side]) => (side === "mine" || side === "theirs" ? [[name, side]] : [])),
    ),
  };
}

/** The form's texts of a record or of entered values. */
function textsOf<Row>(fields: readonly BoundField<Row>[], row: Row): FieldTexts {
  return Object.fromEntries(fields.flatMap(({ name, input }) => (input?.inForm ? [[name, input.textOf(row)]] : [])));
}

/** Parses the base of a form from untrusted JSON; null if it is invalid. `version` is absent in the first post. */
function readBase(json: string): { texts: FieldTexts; version: number | undefined } | null {
  try {
    const parsed: unknown = JSON.parse(json);
    if (typeof parsed !== "object" || parsed === null) return null;
    const { version, ...rest } = parsed as Record<string, unknown>;
    const texts = Object.entries(rest).flatMap(([name, text]) => (typeof text === "string" ? [[name, text]] : []));
    return { texts: Object.fromEntries(texts), version: Number.isSafeInteger(version) ? Number(version) : undefined };
  } catch {
    return null;
  }
}

/** The texts that the form opened with; null if they are unknown, or if an earlier post of the form was merged. */
export function openedWith({ base, version, chosen }: HiddenFields): FieldTexts | null {
  const read = readBase(base);
  const isFirst = version > 0 && Object.keys(chosen).length === 0 && (read?.version ?? version) === version;
  return isFirst ? (read?.texts ?? null) : null;
}

function parseTexts<Row, Entered>(form: Form<Row, Entered>, texts: FieldTexts) {
  const data = new FormData();
  for (const field of form.description.fields) {
    const text = texts[field.name] ?? "";
    // In the form a list ends with an empty entry to type in.
    const all = isList(field.input) ? [...text.split("\n").filter(Boolean), ""].join("\n") : text;
    for (const [name, each] of controlTexts(field, all)) if (each || isList(field.input)) data.append(name, each);
  }
  return parseWithZod(data, { schema: schemaOf(form.description, form.rules) });
}

/** What an edit saves (docs/architecture.md, 'One form'). */
export type PlannedEdit<Entered> = {
  entered: Entered;
  merge: Merge;
  /** The version that the form opened with: later versions are other admins' changes. */
  since: number;
  /** The base of the form's next post. */
  base: string;
  /** The merged form, for an answer that shows it. */
  submission: ReturnType<typeof parseTexts<never, Entered>>;
  /** Whether the merged values break a rule, so that the form is shown again with them. */
  isInvalid: boolean;
};

/**
 * Merges the entered values with the current record. If another admin saved the record since the form opened, the
 * merged values are parsed and checked again, because each edit may satisfy a rule that the merged one breaks.
 */
export function planEdit<Row extends { version: number }, Entered>(
  form: Form<Row, Entered>,
  hidden: HiddenFields,
  entered: Entered,
  current: Row,
): PlannedEdit<Entered> {
  const { description, together = [], complete } = form;
  const { fields, inputNames } = description;
  const isCurrent = hidden.version === current.version;
  const theirs = textsOf(fields, current);
  const sent = readBase(hidden.base);
  const base = sent?.texts ?? (isCurrent ? theirs : null);
  const opened = complete && parseTexts({ description }, base ?? theirs);
  const completed = complete && opened?.status === "success" ? complete(entered, opened.value) : entered;
  const mine = textsOf(fields, { ...current, ...completed });
  // The choices in the form are valid only for the version that it showed.
  const merge = mergeEdits(unitsOf(inputNames, together), { base, mine, theirs }, isCurrent ? hidden.chosen : {});
  const submission = parseTexts(form, merge.texts);
  const isTaken = inputNames.some((name) => merge.texts[name] !== mine[name]);
  const isInvalid = isTaken && submission.status !== "success" && merge.undecided.length === 0;
  const since = sent?.version ?? hidden.version;
  return {
    entered: isTaken && submission.status === "success" ? submission.value : completed,
    merge,
    since,
    // No conflict is left, so the next post is based on the current record.
    base: JSON.stringify(isInvalid ? theirs : { ...base, version: since }),
    submission,
    isInvalid,
  };
}

/**
 * The choices and the note of the dialog after a conflict. `nameOf` returns the name of a reference that the form
 * offers.
 */
export function describeConflict<Row, Entered>(
  { description: { fields } }: Form<Row, Entered>,
  { merge, entered }: PlannedEdit<Entered>,
  current: Row,
  nameOf: (field: string, id: string) => string | undefined,
  actors: readonly string[],
): Conflict {
  const theirs = textsOf(fields, current);
  const find = (names: readonly string[]) => names.flatMap((name) => fields.find((each) => each.name === name) ?? []);
  const choices = merge.undecided.map((unit) => {
    const differing = find(unit).filter(({ name }) => merge.texts[name] !== theirs[name]);
    const describe = (detail: (field: BoundField<Row>) => string) =>
      differing.map((field) => `${differing.length > 1 ? `${field.label}: ` : ""}${detail(field) || "–"}`).join("\n");
    const mineOf = (field: BoundField<Row>) =>
      field.input?.control === "reference"
        ? (nameOf(field.name, merge.texts[field.name] ?? "") ?? "")
        : field.detail({ ...current, ...entered });
    return {
      name: unit[0] ?? "",
      fields: unit,
      label: differing.map(({ label }) => label).join(", "),
      mine: describe(mineOf),
      theirs: describe((field) => field.detail(current)),
    };
  });
  return { choices, note: mergeNote(fields, merge, actors) };
}

export const mergedLabels = <Row>(fields: readonly BoundField<Row>[], { merged }: Merge): string[] =>
  fields.filter(({ name }) => merged.includes(name)).map(({ label }) => label);

const mergeNote = <Row>(fields: readonly BoundField<Row>[], merge: Merge, actors: readonly string[]) =>
  merge.merged.length > 0 ? describeMerge(mergedLabels(fields, merge), actors) : "";
