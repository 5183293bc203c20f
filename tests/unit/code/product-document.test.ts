import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { BoundField, Description } from "#app/domain/fields/field.ts";
import { filtersOf } from "#app/records/lists/described-filters.ts";
import { folderOf } from "#app/registry/files.ts";
import { placeAt } from "#app/registry/places.ts";
import { SCREENS } from "#app/registry/screens.ts";
import { LISTS } from "#app/routes/shell/lists.ts";
import { EDITED_RECORDS, withFieldTables } from "#bin/develop/fields.ts";

/* docs/product.md names every screen of the registry and every field of the descriptions. */

const DOCUMENT = readFileSync("docs/product.md", "utf8");

type Described = { fields: readonly Pick<BoundField<never>, "label">[] };

/** The section of docs/product.md under a heading. */
const sectionOf = (heading: string) => DOCUMENT.split("\n## ").find((each) => each.startsWith(`${heading}\n`));

/** The cells of the rows of a section's table that start with a text. */
const tableIn = (heading: string, start: string) =>
  (sectionOf(heading) ?? "")
    .split("\n")
    .filter((line) => line.startsWith(`| ${start}`))
    .map((row) => row.split("|").map((cell) => cell.trim().replaceAll("`", "")))
    .map((row) => row.slice(1, -1));

test("the table of screens is the registry", () => {
  expect(tableIn("Screens", "`/")).toEqual(
    SCREENS.map((screen) => [screen.path, screen.title, "nav" in screen ? screen.nav.label : "none", screen.access]),
  );
});

/** The descriptions that the folder of a screen imports. */
async function descriptionsIn(folder: string): Promise<Described[]> {
  const files = readdirSync(join("app/routes", folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join("app/routes", folder, file));
  const imported = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/#app\/domain\/records\/([\w-]+)\.ts/g)].map(([, record]) => record),
  );
  const modules: object[] = await Promise.all(
    [...new Set(imported)].map((record) => import(`../../../app/domain/records/${record}.ts`)),
  );
  return modules.flatMap((module) => Object.values<Described>({ ...module })).filter(({ fields }) => fields);
}

test("the tables of fields are those of the descriptions: npm run fields writes them", () => {
  expect(withFieldTables(DOCUMENT)).toBe(DOCUMENT);
});

test("every description with a field that can be edited has its table", async () => {
  const modules: object[] = await Promise.all(
    readdirSync("app/domain/records").map(
      (file) => import(`../../../app/domain/records/${file.replace(/\.ts$/, "")}.ts`),
    ),
  );
  const described = modules.flatMap((module) => Object.values<Partial<Description<never>>>({ ...module }));
  const edited = described.filter(({ fields }) => fields?.some(({ input }) => input));
  expect(new Set(EDITED_RECORDS.map(([, record]) => record))).toEqual(new Set(edited));
  const names = EDITED_RECORDS.map(([name]) => name);
  expect(names.filter((name) => !DOCUMENT.includes(`<!-- fields: ${name} -->`))).toEqual([]);
});

const IN_SIDEBAR = SCREENS.filter((screen) => "nav" in screen);

test.each(IN_SIDEBAR)("the section $title names every field of its records", async ({ path, title }) => {
  const descriptions = await descriptionsIn(folderOf(path));
  if (descriptions.length === 0) return;
  const section = sectionOf(title)?.toLowerCase() ?? "";
  const labels = descriptions.flatMap(({ fields }) => fields.map(({ label }) => label));
  expect(labels.filter((label) => !section.includes(label.toLowerCase()))).toEqual([]);
});

test.each([...LISTS])("the table of filters names every filter of %s", (path, list) => {
  const names = list(({ description }) => Object.keys(filtersOf(path, description)));
  const [, section = ""] = DOCUMENT.split("\n### Filters\n");
  const row = section.split("\n").find((line) => line.startsWith(`| ${placeAt(path)?.title} `)) ?? "";
  expect(names.filter((name) => !row.includes(`\`${name}`))).toEqual([]);
});
