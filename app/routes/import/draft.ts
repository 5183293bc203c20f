import type { AppLoadContext } from "@remix-run/cloudflare";
import { failure, readAsAdmin } from "#app/auth/require-admin.ts";
import { type FileChoice, type FileReading, readImportFile, sourcesOf } from "#app/domain/import/import-files.ts";
import type { ImportPlan, KnownIds } from "#app/domain/import/import-plan.ts";
import { type Choice, COLLECTIONS, type Collection } from "#app/domain/import/import-reader.ts";
import { planImport } from "#app/domain/import/import-records.ts";
import {
  filesOfImport,
  findImport,
  type ImportChoices,
  knownRecords,
  remadeIndexes,
  touchedOf,
} from "#db/queries/import/imports.ts";
import { decompress } from "./files.ts";

/** Reads an import and, for the plan of a draft, the stored ids and settings, in one database request. */
export async function readImport(request: Request, context: AppLoadContext, id: string) {
  const [[found], stored, [records], [indexes], [touched]] = await readAsAdmin(
    request,
    context,
    findImport(id),
    filesOfImport(id),
    knownRecords(),
    remadeIndexes(),
    touchedOf(id),
  );
  if (!found || !records) throw failure(context, 404);
  const files = await Promise.all(
    stored.map(async ({ name, content }) => ({ name, bytes: await decompress(content) })),
  );
  return { found, files, known: records.known, indexes: indexes?.indexes ?? [], touched: touched?.touched };
}

type Files = Awaited<ReturnType<typeof readImport>>["files"];

export type Draft = { readings: FileReading[][]; problems: string[]; plan: ImportPlan };

/** Plans which records of the files are imported with these choices. `now` is the instant of the import. */
export function planDraft(files: Files, choices: ImportChoices, known: KnownIds, now: Date): Draft {
  const readings = files.map((file, place) => readImportFile(file, choices.files?.[place]));
  const { sources, problems } = sourcesOf(readings.flat());
  const ofFiles = readings.flat().flatMap(({ name, collection, problem }) => {
    if (problem) return `${name} ${problem}`;
    return collection ? [] : `${name} does not say in its name which records it has: choose them below.`;
  });
  const groups = new Map(Object.entries(choices.groups ?? {}));
  const plan = planImport(sources, known, now.toISOString(), groups);
  return { readings, problems: [...ofFiles, ...problems], plan };
}

/**
 * A digest of everything that a plan imports, without the instant `now` in its rows. It hashes row by row, because the
 * worker has no memory for a second copy of 40,000 bills. Two FNV-1a hashes are enough to detect a changed plan; the
 * digest is no secret.
 */
export function shownOf({ rows, admins, settings, credits }: ImportPlan, now: Date): string {
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
  add([admins, settings, credits]);
  return hashes.map((hash) => (hash >>> 0).toString(36)).join(".");
}

const FIELD = /^(?:collection-(\d{1,2})|column-(\d{1,2})-(.{0,200})|choice-(.{1,100}))$/s;
const CHOICES: readonly string[] = ["leave-out", "default", "as-is"] satisfies Choice[];

/** Parses the choices in the form of a draft. Ignores unknown fields. */
export function choicesOf(form: FormData): ImportChoices {
  const files: { [place: string]: FileChoice } = {};
  const groups: { [key: string]: Choice } = {};
  for (const [name, raw] of form) {
    const [, file, table, heading, group] = FIELD.exec(name) ?? [];
    const value = String(raw);
    if (file && isCollection(value)) files[file] = { ...files[file], collection: value };
    // '?' is the value of a heading without a choice.
    if (table && heading !== undefined && value !== "?")
      files[table] = { ...files[table], columns: { ...files[table]?.columns, [heading]: value } };
    if (group && CHOICES.includes(value)) groups[group] = value as Choice;
  }
  // If the admin chose another kind of record for a file, drop the columns chosen for the previous kind.
  for (const [place, file] of Object.entries(files))
    if (file.collection && form.get(`records-${place}`) !== file.collection)
      files[place] = { collection: file.collection };
  return { files, groups };
}

const isCollection = (text: string): text is Collection => (COLLECTIONS as readonly string[]).includes(text);
