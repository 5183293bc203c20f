import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { failure, readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import type { Description, Option } from "#app/domain/fields/field.ts";
import type { ScreenRead } from "#app/records/write-and-lead.ts";
import type { ScreenPath } from "#app/registry/screens.ts";
import type { Query } from "#db/query.ts";
import type { Change } from "#db/write/change.ts";
import {
  addRecord,
  type By,
  type Edited,
  findRecord,
  type RecordSource,
  type RecordTable,
  saveRecord,
  type Values,
} from "#db/write/records.ts";
import type { MergeRoute } from "./merged-edit.ts";
import type { FormRules } from "./record-schema.ts";

/** The options of a form's references, by field name. */
export type ReferenceOptions = { readonly [field: string]: readonly Option[] };

/** The form of a record, for Add and Edit (docs/architecture.md, 'One form'). */
export type FormRoute<Row, Entered> = Omit<MergeRoute<Entered>, "description"> & {
  /** The list behind the dialog. */
  path: ScreenPath;
  description: Pick<Description<Row, Entered>, "fields" | "inputNames">;
  /** Rules that involve several fields. */
  rules?: FormRules<Entered>;
  /** The id of a record that exists only once, such as the settings. The address then has no id. */
  id?: string;
  /** Absent, like `save`, if records are only added. */
  find?: (id: string) => Query<{ record: Row }[]>;
  /** The record as it is on a day, if that is not as it is stored. */
  asOf?: (record: Row, today: LocalDate) => Row;
  /** Initial values of a new record, in addition to those of the description. */
  initial?: () => Query<Partial<Row>[]>;
  /** The loader of the list's screen; null if a save does not read the screen again. */
  load: ScreenRead["load"] | null;
  /** The address after a save; by default the list with a notice. */
  next?: (request: Request) => string;
  choices?: () => Query<ReferenceOptions[]>;
  /** Absent if records are only edited. */
  add?: (id: string, values: Entered, by: By) => KnownChange;
  save?: (edited: Edited, values: Entered, by: By) => Change;
  /** Replaces `save` if the change depends on the record; `current` is the record as this request read it. */
  saveKnown?: (edited: Edited, values: Entered, by: By, current: Row) => KnownChange;
  /** Why a record cannot be saved whatever its version; undefined if it can. */
  whyFixed?: (current: Row) => string | undefined;
};

/**
 * `problem` is the message if the write fails with a conflict, shown beside `field` or else below the form. A repeated
 * post of a saved form succeeds all the same.
 */
export type KnownChange = Change & { problem?: string | undefined; field?: string };

/** Infers the type parameters of a form route from its description. */
export const formRoute = <Row, Entered>(route: FormRoute<Row, Entered>): FormRoute<Row, Entered> => route;

/** The form of the records of a list. */
export const recordForm = <Row, Entered>(
  description: FormRoute<Row, Entered>["description"] & { path: string },
  options: Omit<FormRoute<Row, Entered>, "path" | "description">,
) => formRoute({ path: description.path as ScreenPath, description, ...options });

/** The `find`, `add` and `save` of a form route, for the records of a source. */
export function editableRecord<Table extends RecordTable, Row>(source: RecordSource<Table, Row>) {
  return {
    find: (id: string) => findRecord(source, id),
    add: (id: string, values: Values<Table>, by: By) => addRecord(source, id, values, by),
    save: (edited: Edited, values: Values<Table>, by: By) => saveRecord(source, edited, values, by),
  };
}

export type Versioned = { version: number };

/** The loader data of a record dialog. */
type OpenedForm<Row> = {
  idempotencyKey: string;
  /** The current record; null in Add mode. */
  found: Row | null;
  choices: ReferenceOptions | null;
  /** Initial values of a new record, in addition to those of the description. */
  initial: Partial<Row> | null;
  today: LocalDate;
};

/**
 * Reads the record and the options of its references in one database request.
 * @throws a 404 response if the record does not exist
 */
export async function openForm<Row, Entered>(
  { request, params, context }: LoaderFunctionArgs,
  { id = params.id, find, choices, initial, asOf = asStored }: FormRoute<Row, Entered>,
): Promise<OpenedForm<Row>> {
  const read = await readOrNullAfterPost(
    context,
    Promise.all([
      choices ? readAsAdmin(request, context, choices()) : null,
      id && find ? readAsAdmin(request, context, find(id)) : readAsAdmin(request, context),
      initial && !id ? readAsAdmin(request, context, initial()) : null,
    ]),
  );
  const [offered, records, values] = read ?? [null, [], null];
  const record = records[0]?.[0]?.record ?? null;
  const today = todayInNewYork(context.now);
  const found = record && asOf(record, today);
  // After a post the form keeps the submitted texts on screen, even if the record was deleted.
  if (id && !found && !context.isPost) throw failure(context, 404);
  return {
    idempotencyKey: crypto.randomUUID(),
    found,
    choices: offered?.[0][0] ?? null,
    initial: values?.[0][0] ?? null,
    today,
  };
}

/** The record itself. */
export const asStored = <Row>(record: Row): Row => record;

/** The loader of a form: see `openForm`. */
export const formLoader =
  <Row, Entered>(route: FormRoute<Row, Entered>) =>
  (args: LoaderFunctionArgs) =>
    openForm(args, route);
