import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { writeMigration } from "#bin/database/migration-files.ts";
import { MIGRATIONS } from "#bin/migrate.ts";
import { openDatabase } from "#tests/support/database/database.ts";

let database: Awaited<ReturnType<typeof openDatabase>>;

beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

/** Copies the migrations and db/schema.ts, and replaces texts in the copy of the schema. */
async function copyOf(...edits: [text: string, replacement: string][]) {
  mkdirSync(".cache", { recursive: true });
  // The copy is in the repository, so that its imports are resolved.
  const copy = mkdtempSync(join(".cache", "migrations-"));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  const folder = join(copy, "migrations");
  cpSync(MIGRATIONS, folder, { recursive: true });
  const source = readFileSync("db/schema.ts", "utf8").replaceAll('"../app/', '"#app/');
  const edited = edits.reduce((text, [before, after]) => {
    expect(text).toContain(before);
    return text.replace(before, after);
  }, source);
  writeFileSync(join(copy, "schema.ts"), edited);
  const schema: Record<string, unknown> = await import(join(process.cwd(), copy, "schema.ts"));
  return { folder, schema: { ...schema } };
}

const COLUMNS = 'riders: textList("riders").notNull(),';
const CONSTRAINTS = 'hasName("customers_name", t.name),';

const everyFile = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));

test("columns with a CHECK, a reference and indexes are added in place, and a second run writes no migration", async () => {
  const { folder, schema } = await copyOf(
    [
      COLUMNS,
      `${COLUMNS} isActive: flag("is_active").default(true),
      referrerId: text("referrer_id").references((): AnySQLiteColumn => customers.id),`,
    ],
    [
      CONSTRAINTS,
      `${CONSTRAINTS} isFlag("customers_active", t.isActive), index("customers_by_referrer").on(t.referrerId),
      index("customers_by_phone").on(sql\`\${t.phone} collate nocase\`).where(sql\`\${t.isActive} = 1\`),`,
    ],
  );
  const file = await writeMigration({ schema, folder, name: "referrers" });
  expect(basename(file ?? "")).toMatch(/^\d{4}_referrers\.sql$/);
  const sql = readFileSync(file ?? "", "utf8");
  expect(sql).toMatchInlineSnapshot(`
    "ALTER TABLE \`customers\` ADD \`is_active\` integer DEFAULT true NOT NULL CONSTRAINT "customers_active" CHECK("customers"."is_active" in (0, 1));
    --> statement-breakpoint
    ALTER TABLE \`customers\` ADD \`referrer_id\` text REFERENCES \`customers\`(\`id\`);
    --> statement-breakpoint
    CREATE INDEX \`customers_by_referrer\` ON \`customers\` (\`referrer_id\`);
    --> statement-breakpoint
    CREATE INDEX \`customers_by_phone\` ON \`customers\` ("phone" collate nocase) WHERE "customers"."is_active" = 1;
    "
  `);
  expect(await writeMigration({ schema, folder, name: "again" })).toBeNull();

  const rows = await database.rows("select * from customers order by seq");
  for (const statement of sql.split("--> statement-breakpoint")) await database.rows(statement);
  expect(await database.rows("select * from customers order by seq")).toEqual(
    rows.map((row) => ({ ...row, is_active: 1, referrer_id: null })),
  );
  await expect(database.rows("update customers set is_active = 2")).rejects.toThrow("CHECK constraint failed");
  await expect(database.rows("update customers set referrer_id = 'nobody'")).rejects.toThrow("FOREIGN KEY");
});

test.each([
  [
    "a CHECK of existing columns",
    CONSTRAINTS,
    `${CONSTRAINTS} hasName("customers_phone_digits", t.phone),`,
    "customers_phone_digits",
  ],
  ["a changed CHECK", CONSTRAINTS, 'isNotNegative("customers_name", t.version),', "customers_name changed"],
  ["a removed CHECK", CONSTRAINTS, "", "customers_name changed"],
  ["a changed type", COLUMNS, 'riders: integer("riders").notNull(),', "column riders changed"],
  ["a required column without a default", COLUMNS, `${COLUMNS} code: text("code").notNull(),`, "code is NOT NULL"],
])(
  "a migration for %s is refused with the statements to write by hand, and no file is written",
  async (_, before, after, problem) => {
    const { folder, schema } = await copyOf(
      [before, after],
      // Any new CHECK makes drizzle-kit rebuild the table.
      [
        'isList("customers_emails", t.emails),',
        'isList("customers_emails", t.emails), isFlag("customers_new", t.isNew),',
      ],
      ["emails: textList", 'isNew: flag("is_new").default(false), emails: textList'],
    );
    const files = everyFile(folder);
    const written = writeMigration({ schema, folder, name: "refused" });
    await expect(written).rejects.toThrow(
      /^No migration was written: SQLite cannot .* without rebuilding a table\.\n- customers: /,
    );
    await expect(written).rejects.toThrow(problem);
    await expect(written).rejects.toThrow("npm run migration -- --name refused --sql FILE");
    await expect(written).rejects.toThrow(
      'ALTER TABLE `customers` ADD `is_new` integer DEFAULT false NOT NULL CONSTRAINT "customers_new"',
    );
    expect(everyFile(folder)).toEqual(files);
  },
);

test("statements written by hand become the migration of the schema", async () => {
  const { folder, schema } = await copyOf([CONSTRAINTS, ""]);
  const sql = "-- By hand.\nUPDATE `customers` SET `phone` = '';";
  const file = await writeMigration({ schema, folder, name: "by-hand", sql });
  expect(readFileSync(file ?? "", "utf8")).toBe(`${sql}\n`);
  expect(await writeMigration({ schema, folder, name: "again" })).toBeNull();
});

test("statements after which the deployed version could not serve are refused, and nothing is written", async () => {
  const { folder, schema } = await copyOf([CONSTRAINTS, ""]);
  const files = readdirSync(folder);
  const refused = writeMigration({ schema, folder, name: "by-hand", sql: "DROP TRIGGER `customers_added`;" });
  await expect(refused).rejects.toThrow(
    "- The migration drops the trigger customers_added and does not create it again.",
  );
  expect(readdirSync(folder)).toEqual(files);
});

test("a new table is STRICT, and a migration that removes a table is refused", async () => {
  const table = 'export const notes = sqliteTable("notes", { id: id(), text: text("text").notNull() });';
  const added = await copyOf(["export const customers", `${table}\nexport const customers`]);
  const file = await writeMigration({ ...added, name: "notes" });
  expect(readFileSync(file ?? "", "utf8")).toMatch(/^CREATE TABLE `notes` \([^;]*\n\) STRICT;\n$/);
  const { columnChoices: _, ...schema } = added.schema;
  await expect(writeMigration({ ...added, schema, name: "gone" })).rejects.toThrow("table column_choices was removed");
});
