import { formatDollars } from "#app/domain/basics/money.ts";
import type { ImportPlan, ImportTable, Sum } from "./import-plan.ts";
import type { Collection } from "./import-reader.ts";

/* The words of an import (docs/product.md, 'Import'). */

/** What people call the collections. */
export const NOUNS: Record<Collection, string> = {
  params: "settings",
  admins: "admins",
  customers: "customers",
  horses: "horses",
  services: "services",
  grooms: "grooms",
  shows: "shows",
  billItems: "bills",
  payroll: "payroll items",
};

const COLLECTION_OF: Partial<Record<ImportTable, Collection>> = { bill_items: "billItems" };
const collectionOf = (table: ImportTable) => COLLECTION_OF[table] ?? (table as Collection);
export const nounOf = (table: ImportTable) => NOUNS[collectionOf(table)];

/** '1 horse', '1,204 bills'. */
export const counted = (count: number, noun: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? noun.replace(/s$/, "") : noun}`;

/** '12, $34,800.00'. */
export const sumInWords = ({ count, cents }: Sum) => `${count.toLocaleString("en-US")}, ${formatDollars(cents)}`;

/** ' (of 12 in the files)', if not all records of a collection come in; otherwise ''. */
export function ofAll({ read, sums }: Pick<ImportPlan, "read" | "sums">, table: ImportTable): string {
  const all = read[collectionOf(table)] ?? 0;
  return all === sums[table].count ? "" : ` (of ${all.toLocaleString("en-US")} in the files)`;
}

/** 'horses.csv, customers.csv and 7 more'. */
export function namesOfFiles(files: readonly { name: string }[]): string {
  const names = files.slice(0, 3).map(({ name }) => name);
  const more = files.length - names.length;
  return (more > 0 ? [...names, `${more} more`] : names).join(", ");
}
