import { parse } from "csv-parse/sync";
import { textOf } from "#lab/support/exports.ts";
import type { Visitor } from "./barn.ts";
import { type OwedBill, plus } from "./ledger.ts";
import { adminOf, count, FIRST_DAY, type Year } from "./people.ts";

/* The product's own pages and files beside the ledger. A finding names the least that explains it. */

type Rows = Record<string, string>[];
/** '$1,250.00', '-$50.00' or, of a correction, 'Credit $50.00'. */
const cents = (text = "") =>
  Math.round(Number(text.replace(/[^\d.]/g, "")) * 100) * (/^(Credit|-|−)/.test(text) ? -1 : 1);
const dayOf = (text = "") => text.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, "$3-$1-$2");
const money = (value: number) => `$${(value / 100).toFixed(2)}`;

async function tableAt(admin: Visitor, path: string): Promise<Rows> {
  return parse((await admin.open(path)).replace(/^\uFEFF/, ""), { columns: true });
}

/** Sums by a name; those of 0 are left out. */
export function sumBy<T>(list: readonly T[], keyOf: (each: T) => string, centsOf: (each: T) => number) {
  const sums = new Map<string, number>();
  for (const each of list) sums.set(keyOf(each), (sums.get(keyOf(each)) ?? 0) + centsOf(each));
  return sums;
}

function differences(what: string, expected: Map<string, number>, found: Map<string, number>): string[] {
  return [...new Set([...expected.keys(), ...found.keys()])].sort().flatMap((key) => {
    const [wanted, got] = [expected.get(key) ?? 0, found.get(key) ?? 0];
    return wanted === got ? [] : [`${what}: ${key}: expected ${money(wanted)}, found ${money(got)}`];
  });
}

/** Compares all that was done up to the end of a month. Returns the findings. */
export async function compareYear(year: Year, month: string): Promise<string[]> {
  const admin = adminOf(year);
  const owed = year.ledger.owed(month, FIRST_DAY.slice(0, 7));
  const bills = (await tableAt(admin, "/billing/csv?view=all")).filter((row) => isUpTo(row, month));
  const findings = [
    ...compareBills(year, owed, bills),
    ...(await compareFiles(year, admin, bills)),
    ...(await compareStatements(year, owed)),
    ...(await comparePayroll(year, admin)),
    ...(await compareCheck(admin, month)),
  ];
  return findings.map((finding) => `${month}: ${finding}`);
}

const isUpTo = (row: Record<string, string>, month: string) =>
  dayOf(row.Date).slice(0, 7) <= month && !/Voided/.test(Object.values(row).join());

/** The name of the customer who remained, if two were merged. */
function nameOf({ ledger }: Year, name = ""): string {
  const plain = name.replace(/ \(deleted\)$/, "");
  const [id] = [...ledger.customers].find(([, each]) => each === plain) ?? [];
  return (id && ledger.customers.get(ledger.customerOf(id))) || plain;
}

/** Each bill of a customer, by month, horse and service. */
function compareBills(year: Year, owed: OwedBill[], bills: Rows): string[] {
  const keyOf = ({ customer, horse, date, what }: OwedBill) =>
    `${year.ledger.customers.get(customer)}, ${horse}, ${date.slice(0, 7)}, ${what}`;
  const expected = sumBy(owed, keyOf, (each) => each.cents);
  const found = sumBy(
    bills,
    (row) => `${nameOf(year, row.Customer)}, ${row.Horse}, ${dayOf(row.Date).slice(0, 7)}, ${row.Service}`,
    (row) => cents(row.Value),
  );
  // Board that was billed whole before the horse moved has another rounding than its two parts (docs/product.md, 'Billing horses').
  for (const one of owed) {
    const key = keyOf(one);
    const off = (found.get(key) ?? 0) - (expected.get(key) ?? 0);
    if (Math.abs(off) !== 1 || !year.ledger.hasMoved(one.horse, one.month)) continue;
    one.cents += off;
    expected.set(key, found.get(key) ?? 0);
    count(year, "cents of rounding");
  }
  // The first finding of each horse tells what is known of it.
  const told = new Set<string>();
  return differences("Bills", expected, found).map((finding) => {
    const horse = finding.split(", ")[1] ?? "";
    if (told.has(horse)) return finding;
    told.add(horse);
    return `${finding} (${year.ledger.storyOf(horse)})`;
  });
}

/** The bytes of the files for QuickBooks, with the corrections and what is pending, are the bills; an invoice is one customer's. */
async function compareFiles(year: Year, admin: Visitor, bills: Rows): Promise<string[]> {
  const lines: Rows = [];
  for (const id of year.exports) lines.push(...(await tableAt(admin, `/billing/exports/${id}.csv`)));
  const pending = await tableAt(admin, "/billing/csv");
  const corrections = await tableAt(admin, "/billing/corrections/csv");
  const all = await tableAt(admin, "/billing/csv?view=all");
  const key = (row: Record<string, string>) => nameOf(year, row.Customer);
  const inFiles = sumBy([...lines, ...pending, ...corrections], key, (row) =>
    cents(row.ItemAmount ?? row.Value ?? row.Amount),
  );
  const billed = sumBy(
    all.filter((row) => isUpTo(row, "9999")),
    key,
    (row) => cents(row.Value),
  );
  const customers = sumBy(
    lines,
    ({ InvoiceNo, Customer }) => `${InvoiceNo} ${Customer}`,
    () => 1,
  );
  const invoices = new Set([...customers.keys()].map((each) => each.split(" ")[0]));
  const shared =
    customers.size === invoices.size ? [] : [`${customers.size - invoices.size} invoices have several customers`];
  return [
    ...differences("Files and corrections", billed, inFiles),
    ...shared,
    ...(bills.length === 0 ? ["There are no bills"] : []),
  ];
}

/** The page that each customer can open, of the last three months, and after June and December of every month so far. */
async function compareStatements(year: Year, owed: OwedBill[]): Promise<string[]> {
  const sums = sumBy(
    owed,
    ({ customer, date }) => `${customer} ${date.slice(0, 7)}`,
    (each) => each.cents,
  );
  const findings: string[] = [];
  const { links, ledger, today } = year;
  const since = /-(01|07)-/.test(today) ? "" : plus(`${today.slice(0, 7)}-01`, -90).slice(0, 7);
  for (const { month, customer, path } of links.filter(
    ({ month, customer, until }) => month >= since && today <= until && !ledger.merged.has(customer),
  )) {
    const reader = year.grooms[Number(month.slice(5)) % year.grooms.length] as Visitor;
    const page = await reader.open(path);
    const [, billed] = page.match(/Billed in [^<]*<\/th><td[^>]*>(-?\$[\d,.]+)/) ?? [];
    const expected = sums.get(`${customer} ${month}`) ?? 0;
    if (cents(billed) !== expected)
      findings.push(
        `Statement of ${ledger.customers.get(customer)}, ${month}: expected ${money(expected)}, found ${billed}`,
      );
  }
  return findings;
}

/** What each groom gets for each week and service, and the day on which it was paid. */
async function comparePayroll(year: Year, admin: Visitor): Promise<string[]> {
  const rows = await tableAt(admin, "/payroll/csv?view=all");
  const services = year.ledger.services.flatMap(({ pay, value, service, date }) =>
    pay && (value !== null || pay.paid)
      ? [{ groom: pay.groom, date, item: service, value: pay.value, paid: pay.paid }]
      : [],
  );
  const salaries = year.ledger
    .salaries("2027-01-04", year.today)
    .map(({ groom, week, value, paid }) => ({ groom, date: week, item: "Weekly Salary", value, paid }));
  const key = (groom: string, date: string, item: string, paid: string) =>
    `${groom}, ${date}, ${item}, ${paid ? `paid on ${paid}` : "unpaid"}`;
  const expected = sumBy(
    [...services, ...salaries].filter(({ value }) => value > 0),
    (each) => key(each.groom, each.date, each.item, each.paid ?? ""),
    ({ value }) => value,
  );
  const found = sumBy(
    rows.filter((row) => cents(row.Value) > 0),
    (row) => key(row.Groom ?? "", dayOf(row.Date), row.Item ?? "", dayOf(row["Paid On"])),
    (row) => cents(row.Value),
  );
  return differences("Payroll", expected, found);
}

/** Nothing of the months is owed and unbilled, billed twice, or for days that a horse was not here. The running month has work left. */
async function compareCheck(admin: Visitor, month: string): Promise<string[]> {
  const page = await admin.open("/billing/check?all=daysNotHere");
  const running = new Date(`${plus(`${month}-01`, 31)}`).toLocaleString("en-US", {
    ...{ month: "long", year: "numeric", timeZone: "UTC" },
  });
  const sections = [...page.matchAll(/<details id="([^"]*)".*?<\/details>/gs)];
  return sections.flatMap(([section, id = ""]) => {
    const isWrong = (/^\d{4}-\d\d$/.test(id) && id <= month) || id === "daysNotHere" || id === "boardTwice";
    const rows = isWrong ? [...section.matchAll(/<li class="finding">.*?<\/li>/gs)].map(([row]) => textOf(row)) : [];
    return rows.filter((row) => !row.includes(running)).map((row) => `Check, ${id}: ${row}`);
  });
}
