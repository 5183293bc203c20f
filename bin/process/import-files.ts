import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { collectionOfName, type FileReading, readImportFile, sourcesOf } from "#app/domain/import/import-files.ts";
import { COLLECTIONS, type Collection, type Sources } from "#app/domain/import/import-reader.ts";
import { fieldOfHeading, importColumnChoices, TABLE_COLLECTIONS } from "#app/domain/import/import-table.ts";
import { tooManyBytes } from "#app/domain/import/import-text.ts";
import { reasonOf, UserFacingError } from "./user-facing-error.ts";

/** The field of each heading, by collection, as `--column` gives them. */
export type ColumnChoices = { readonly [name in Collection]?: Record<string, string> };

/**
 * The choices of `--column "horses.Owner=Responsible Party"`; nothing after the last `=` leaves the column out.
 * @throws UserFacingError that names the option
 */
export function readColumnChoices(options: readonly string[]): ColumnChoices {
  const choices: { [name in Collection]?: Record<string, string> } = {};
  for (const option of options) {
    const [, name, heading, label = ""] = option.match(/^(\w+)\.(.+)=([^=]*)$/) ?? [];
    const collection = COLLECTIONS.find((each) => each === name);
    if (!collection || !heading)
      throw new UserFacingError(
        `--column "${option}" is not COLLECTION.HEADING=COLUMN, as "horses.Owner=Responsible Party".`,
      );
    const field = label.trim() === "" ? "" : fieldOfHeading(collection, label);
    if (field === null) {
      const labels = importColumnChoices(collection).map((each) => each.label);
      throw new UserFacingError(
        `--column "${option}": the columns of ${collection} are ${labels.join(", ") || "none"}.`,
      );
    }
    choices[collection] = { ...choices[collection], [heading.trim()]: field };
  }
  return choices;
}

/** The endings of files that can have records. Files with other endings are read if their name says a collection. */
const ENDINGS = /\.(json|csv|tsv|tab|xlsx?|numbers|ods|zip|gz)$/i;

/** The names, and the sizes in bytes, of the files in a directory that an import reads. */
export const filesIn = (directory: string): { name: string; bytes: number }[] =>
  readdirSync(directory, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => name)
    .filter((name) => collectionOfName(name) || ENDINGS.test(name))
    .toSorted()
    .map((name) => ({ name, bytes: statSync(join(directory, name)).size }));

/**
 * Reads the collections of a directory (docs/moving-in.md, 'The files'), and passes notes about the files to `say`.
 * @throws UserFacingError that names each file with a problem
 */
export function readSources(directory: string, columns: ColumnChoices, say: (note: string) => void): Sources {
  if (!existsSync(directory) || !statSync(directory).isDirectory()) {
    throw new UserFacingError(`${directory} is not a directory; name the one with the exported files.`);
  }
  const readings = filesIn(directory).flatMap(({ name }) => readFile(directory, name, columns));
  if (readings.length === 0) {
    const known = COLLECTIONS.map((collection) => `${collection}.json`).join(", ");
    const tables = TABLE_COLLECTIONS.map((collection) => `${collection}.csv`).join(", ");
    throw new UserFacingError(`${directory} has none of ${known}, ${tables}.`);
  }
  const { sources, problems } = sourcesOf(readings);
  const all = [...readings.flatMap(problemOf), ...problems];
  if (all.length > 0) throw new UserFacingError(all.map((problem) => `${directory}: ${problem}`).join("\n"));
  for (const { name, note } of readings) if (note) say(`${name} ${note}`);
  return sources;
}

function readFile(directory: string, name: string, columns: ColumnChoices): FileReading[] {
  const path = join(directory, name);
  const collection = collectionOfName(name);
  try {
    const problem = tooManyBytes(statSync(path).size);
    if (problem) throw new UserFacingError(`${path} ${problem}`);
    const choice = { columns: (collection && columns[collection]) ?? {} };
    return readImportFile({ name, bytes: readFileSync(path) }, choice);
  } catch (error) {
    if (error instanceof UserFacingError) throw error;
    throw new UserFacingError(`${path} cannot be read: ${reasonOf(error)}.`);
  }
}

function problemOf({ name, collection, columns, problem }: FileReading): string[] {
  const unknown = columns.find(({ field }) => field === null)?.heading;
  const option =
    collection && unknown
      ? ` Add --column "${collection}.${unknown}=Name" with the column that it is, or nothing after '=' to leave it out.`
      : "";
  if (problem) return [`${name} ${problem}${option}`];
  if (collection) return [];
  return [`${name} does not say which records it has; give it a name such as horses.csv or billItems.json.`];
}
