import { getTableColumns, is } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, SQLiteSyncDialect, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { type BoundField, storedColumn } from "#app/domain/fields/field.ts";
import { billForm } from "#app/domain/records/bill-form.ts";
import { correctionForm } from "#app/domain/records/correction-form.ts";
import { customer } from "#app/domain/records/customer.ts";
import { groom } from "#app/domain/records/groom.ts";
import { horse } from "#app/domain/records/horse.ts";
import { payrollItem } from "#app/domain/records/payroll-item.ts";
import { service } from "#app/domain/records/service.ts";
import { barnSettings } from "#app/domain/records/settings.ts";
import { show } from "#app/domain/records/show.ts";
import { newestSnapshot, snapshotOf } from "#bin/database/migration-files.ts";
import { MIGRATIONS } from "#bin/migrate.ts";
import * as schema from "#db/schema.ts";
import { SORT_KEYS } from "#db/write/sort-keys.ts";

const dialect = new SQLiteSyncDialect();

/** The tables that admins edit. */
const EDITED = Object.values(schema)
  .filter((each) => is(each, SQLiteTable))
  .filter((table) => "deletedAt" in getTableColumns(table) || table === schema.settings)
  .map(getTableConfig);

const MANAGED = /^(seq|id|version|created_at|updated_at|deleted_at|.*_id)$/;

/** Whether some values of the column's storage class are wrong: for all columns but optional texts and references. */
const canBeWrong = ({ name, dataType, enumValues, notNull, hasDefault }: SQLiteColumn) =>
  !MANAGED.test(name) && (dataType !== "string" || enumValues || /date$|^week$/.test(name) || (notNull && !hasDefault));

test.each(EDITED)("every column of $name that can hold a wrong value has a CHECK", ({ columns, checks }) => {
  const conditions = checks.map(({ value }) => dialect.sqlToQuery(value).sql).join();
  const unchecked = columns.filter((column) => canBeWrong(column) && !conditions.includes(`"${column.name}"`));
  expect(unchecked.map(({ name }) => name)).toEqual([]);
});

test("every sort key is of the text that it is named after", () => {
  expect(SORT_KEYS).toEqual({
    customers: ["name", "name_sort"],
    horses: ["name", "name_sort"],
    services: ["product_service_name", "name_sort"],
    grooms: ["name", "name_sort"],
    shows: ["name", "name_sort"],
    bill_items: ["comments", "comments_sort"],
    payroll: ["item", "item_sort"],
  });
});

test("no migration is missing: npm run migration -- --name what-changed", async () => {
  const [{ tables: migrated }, { tables }] = [newestSnapshot(MIGRATIONS), await snapshotOf({ ...schema })];
  expect(tables).toEqual(migrated);
});

/** The longest text that a form takes for a field; undefined for other fields. */
const longest = <Row>({ input }: BoundField<Row>) => (input?.kind === "name" ? 200 : input?.maxLength);
const textsOf = <Row>({ fields }: { fields: readonly BoundField<Row>[] }) =>
  fields.flatMap((field) => (longest(field) ? [[storedColumn(field.name), longest(field)] as const] : []));

test.each([
  [schema.billItems, textsOf(billForm)],
  [schema.corrections, textsOf(correctionForm)],
  [schema.customers, textsOf(customer)],
  [schema.grooms, textsOf(groom)],
  [schema.horses, textsOf(horse)],
  [schema.payrollItems, textsOf(payrollItem)],
  [schema.services, textsOf(service)],
  [schema.settings, textsOf(barnSettings)],
  [schema.shows, textsOf(show)],
])("the CHECK of each text takes what its form takes, and no more (%#)", (table, texts) => {
  const { name, checks } = getTableConfig(table);
  const conditions = checks.map(({ value }) => dialect.sqlToQuery(value).sql);
  const limits = texts.map(([column]) => {
    const check = conditions.find((each) => each.startsWith(`length("${name}"."${column}")`));
    return [column, Number(check?.match(/\d+$/)?.[0])];
  });
  expect(limits).toEqual(texts);
});
