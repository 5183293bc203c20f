import { getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { bill } from "#app/domain/records/bill.ts";
import { payrollItem } from "#app/domain/records/payroll-item.ts";
import { show } from "#app/domain/records/show.ts";
import { rowText } from "#db/list/row-text.ts";
import { showRecords } from "#db/queries/barn/shows.ts";
import { billsSource } from "#db/queries/bills/bills.ts";
import { payrollRecords } from "#db/queries/payroll/payroll-items.ts";
import { activity, billItems, customers, grooms, horses, payrollItems, services, shows } from "#db/schema.ts";
import { type Audited, setOf } from "./change.ts";
import { deletedMark } from "./records.ts";

/*
 * The search texts of bills, payroll items and shows (docs/architecture.md, 'One list'). Each change makes those of the rows that
 * it adds, edits, or shows another name in, in its own batch. Activity entries get theirs when they are written.
 */

/** A record whose name the rows of a list show. */
type Shown = {
  table: SQLiteTable & { id: SQLiteColumn; deletedAt: SQLiteColumn };
  name: SQLiteColumn;
  column: SQLiteColumn;
};

type Searched = {
  table: SQLiteTable & { seq: SQLiteColumn; id: SQLiteColumn; searchText: SQLiteColumn };
  joins: SQL;
  text: SQL;
  shows: Shown[];
};

const ofCustomer = (column: SQLiteColumn): Shown => ({ table: customers, name: customers.name, column });
const ofHorse = (column: SQLiteColumn): Shown => ({ table: horses, name: horses.name, column });
const ofService = (column: SQLiteColumn): Shown => ({ table: services, name: services.productServiceName, column });
const ofGroom = (column: SQLiteColumn): Shown => ({ table: grooms, name: grooms.name, column });

const horseName = sql`${horses.nameSort} || ${deletedMark(horses)}`;

/** The lists whose rows have search texts that a change makes. */
export const SEARCHED: readonly Searched[] = [
  {
    table: billItems,
    joins: billsSource.joins,
    text: rowText({
      fields: bill.fields,
      row: billsSource.row,
      folded: {
        customer: sql`coalesce(${customers.nameSort} || ${deletedMark(customers)}, 'unknown')`,
        horse: horseName,
        service: services.nameSort,
        comments: billItems.commentsSort,
        enteredBy: sql`lower(${billItems.enteredBy})`,
      },
    }),
    shows: [ofCustomer(billItems.customerId), ofHorse(billItems.horseId), ofService(billItems.serviceId)],
  },
  {
    table: payrollItems,
    joins: payrollRecords.joins,
    text: rowText({
      fields: payrollItem.fields,
      row: payrollRecords.row,
      folded: { groomId: grooms.nameSort, item: payrollItems.itemSort },
    }),
    shows: [ofGroom(payrollItems.groomId)],
  },
  {
    table: shows,
    joins: showRecords.joins,
    text: rowText({
      fields: show.fields,
      row: showRecords.row,
      folded: { name: shows.nameSort, horseId: horseName, serviceId: services.nameSort },
    }),
    shows: [ofHorse(shows.horseId), ofService(shows.serviceId)],
  },
];

/** Makes the search texts of the rows that meet a condition anew. */
export const makeTexts = ({ table, joins, text }: Searched, condition: SQL): SQL =>
  sql`update ${table} set search_text = made.text from (select ${table.seq} as seq, ${text} as text from ${table} ${joins} where ${condition}) made
    where ${table.seq} = made.seq and ${table.searchText} is not made.text`;

type Changed = {
  idempotencyKey: string;
  audited: readonly Audited[];
  /** The names of the tables that the change writes. */
  written: ReadonlySet<string>;
};

/** What a change adds to its batch: the search texts of the rows that it added or edited, and of those that show a name it changed. */
export const textsOfChange = ({ idempotencyKey, audited, written }: Changed): SQL[] =>
  SEARCHED.flatMap((searched) => {
    const { table, shows } = searched;
    const edited = audited
      .filter((each) => each.table === table)
      .map((each) => sql` union select seq from ${table} where id in ${setOf(each)}`);
    const own = sql`${table.seq} in (select seq from ${table} where search_text is null${sql.join(edited)})`;
    const renamed = shows.filter((each) => audited.some(({ table: name }) => name === each.table));
    return [
      ...(written.has(getTableName(table)) ? [makeTexts(searched, own)] : []),
      ...renamed
        .filter((each) => written.has(getTableName(each.table)))
        .map((each) => makeTexts(searched, showsNewName(each, idempotencyKey))),
    ];
  });

/** The condition that a row shows a record whose name, or deletion, a change has changed. */
function showsNewName({ table, name, column }: Shown, key: string): SQL {
  const was = (of: SQLiteColumn) => sql`was.value ->> ${sql.raw(`'${of.name}'`)}`;
  return sql`${column} in (select ${table.id} from ${activity}, json_each(${activity.before}) was join ${table} on ${table.id} = was.value ->> 'id'
    where ${activity.id} = ${key} and was.value ->> 'table' = ${getTableName(table)}
      and (${name} is not ${was(name)} or (${table.deletedAt} is null) <> (${was(table.deletedAt)} is null)))`;
}
