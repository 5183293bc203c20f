import type { AppLoadContext } from "@remix-run/cloudflare";
import { readAsAdmin } from "#app/auth/require-admin.ts";
import type { LearnedColumns } from "#app/domain/import/import-columns.ts";
import { type FileChoice, type FileReading, readImportFile, sourcesOf } from "#app/domain/import/import-files.ts";
import type { ImportPlan } from "#app/domain/import/import-plan.ts";
import { type Names, namesOfPlan } from "#app/domain/import/import-preview.ts";
import { CHOICES, type Choice, COLLECTIONS, type Collection } from "#app/domain/import/import-reader.ts";
import { planImport } from "#app/domain/import/import-records.ts";
import {
  filesOfImport,
  findImport,
  type ImportChoices,
  importedNames,
  knownRecords,
  pastChoices,
  touchedOf,
} from "#db/queries/import/imports.ts";
import { setUp } from "#db/queries/overview/set-up-state.ts";
import { findChange } from "#db/write/undo.ts";

/** Reads an import and, for the plan of a draft, the stored records and settings, in one database request; null if there is none. */
export async function readImport(request: Request, context: AppLoadContext, id: string) {
  const [[found], stored, [records], [change], [touched], [named], [steps], past] = await readAsAdmin(
    request,
    context,
    findImport(id),
    filesOfImport(id),
    knownRecords(),
    findChange(`import ${id}`),
    touchedOf(id),
    importedNames(id),
    setUp(),
    pastChoices(),
  );
  if (!found || !records) return null;
  const files = await Promise.all(
    stored.map(async ({ name, content }) => ({ name, bytes: await decompress(content) })),
  );
  const barn = { known: records.known, learned: learnedOf(past.map(({ choices }) => choices)) };
  const since = { touched: touched?.touched, names: named?.names, setUp: steps };
  return { found, files, barn, change, ...since };
}

async function decompress(content: ArrayBuffer): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([content]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

type Read = NonNullable<Awaited<ReturnType<typeof readImport>>>;

export type Draft = { readings: FileReading[][]; problems: string[]; plan: ImportPlan; names: Names };

/** The field of each column in earlier imports. `past` begins with the newest import, which wins. */
function learnedOf(past: readonly ImportChoices[]): LearnedColumns {
  const learned: { [name in Collection]?: { [heading: string]: string } } = {};
  for (const { files } of past)
    for (const { collection, columns } of Object.values(files ?? {}))
      if (collection) learned[collection] = { ...columns, ...learned[collection] };
  return learned;
}

/** Plans which records of the files are imported with these choices. `now` is the instant of the import. */
export async function planDraft(
  { files, barn }: Pick<Read, "files" | "barn">,
  choices: ImportChoices,
  now: Date,
): Promise<Draft> {
  const ofSheets = Object.entries(choices.files ?? {});
  const choicesOfFile = (place: number) => {
    const own = ofSheets.flatMap(([key, choice]) => {
      const [file, sheet] = key.split("-").map(Number);
      return file === place ? [[sheet ?? 0, choice] as const] : [];
    });
    return Object.assign([] as FileChoice[], Object.fromEntries(own));
  };
  const readings = await Promise.all(
    files.map((file, place) => readImportFile(file, choicesOfFile(place), barn.learned)),
  );
  const sources = sourcesOf(readings.flat());
  const ofFiles = readings
    .flat()
    .flatMap(({ name, sheet, problem }) => (problem ? [`${sheet || name} ${problem}`] : []));
  const groups = new Map(Object.entries(choices.groups ?? {}));
  const plan = planImport(sources, barn.known, now.toISOString(), groups);
  return { readings, problems: ofFiles, plan, names: namesOfPlan(plan, barn.known) };
}

/**
 * A digest of everything that a plan imports, without the instant `now` in its rows. It hashes row by row, because the
 * worker has no memory for a second copy of 40,000 bills. Two FNV-1a hashes are enough to detect a changed plan; the
 * digest is no secret.
 */
export function shownOf({ rows, admins, settings, credits, restored }: ImportPlan, now: Date): string {
  const hashes = [0x811c9dc5, 0x050c5d1f];
  const instant = now.toISOString();
  const add = (value: unknown) => {
    const text = JSON.stringify(value).replaceAll(instant, "");
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      hashes[0] = Math.imul((hashes[0] ?? 0) ^ code, 0x01000193);
      hashes[1] = Math.imul((hashes[1] ?? 0) ^ code, 0x5bd1e995);
    }
  };
  for (const row of Object.values(rows).flat()) add(row);
  add([admins, settings, credits, restored]);
  return hashes.map((hash) => (hash >>> 0).toString(36)).join(".");
}

const FIELD = /^(?:collection-(\d{1,2}-\d{1,2})|column-(\d{1,2}-\d{1,2})-(.{0,200})|choice-(.{1,100}))$/s;

/** Parses the choices in the form of a draft. Ignores unknown fields. */
export function choicesOf(form: FormData): ImportChoices {
  const files: { [place: string]: FileChoice } = {};
  const groups: { [key: string]: Choice } = {};
  for (const [name, raw] of form) {
    const [, file, table, heading, group] = FIELD.exec(name) ?? [];
    const value = String(raw);
    if (file && (value === "" || isCollection(value))) files[file] = { ...files[file], collection: value };
    if (table && heading !== undefined)
      files[table] = { ...files[table], columns: { ...files[table]?.columns, [heading]: value } };
    const choice = CHOICES.find((each) => each === value);
    if (group && choice) groups[group] = choice;
  }
  // If the admin chose another kind of record for a sheet, drop the columns chosen for the previous kind.
  for (const [place, { collection }] of Object.entries(files))
    if (form.get(`records-${place}`) !== collection) files[place] = collection === undefined ? {} : { collection };
  return { files, groups };
}

const isCollection = (text: string): text is Collection => (COLLECTIONS as readonly string[]).includes(text);
