import { createClient } from "@libsql/client/http";
import { mondayOf, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { makeMissingTexts } from "#db/write/missing-texts.ts";
import { templateOf } from "#tests/support/template.ts";

/*
 * The barn that the statements are about, small enough to be read at once. Every test file has a copy of it. Ids say what
 * a record is; dates are relative to today.
 */

export const TODAY = todayInNewYork(new Date());
export const MONDAY = mondayOf(TODAY);
export const daysAgo = (days: number) => plusDays(TODAY, -days);
export const FIRST_OF_MONTH = `${TODAY.slice(0, 8)}01`;

export const SPEC_ADMIN = { email: "ada@barn.example", name: "Ada Moss" };
export const SPEC_OTHER_ADMIN = "zed@barn.example";
export const VISITOR = { email: "vic@barn.example", name: "Vic Lane" };

type Record_ = { [column: string]: string | number | null };

const customers: Record_[] = [
  { id: "zeller", name: "Cy Zeller", emails: "[]", phone: "", riders: '["Amy"]' },
  {
    id: "abbott",
    name: "Ann Abbott",
    emails: '["a1@x.example","a2@x.example","a3@x.example"]',
    phone: "(561) 555-0101",
    riders: '["Zoe","Mia","Bea"]',
  },
  {
    id: "brown",
    name: "Bob Brown",
    emails: '["b1@x.example","b2@x.example"]',
    phone: "555-0102",
    riders: '["Carl","Dina"]',
  },
];

const stay = { check_in_date: FIRST_OF_MONTH, check_out_date: null };
const prices = {
  boarding: 290_000,
  boarding_surcharge: 15_000,
  training: 175_000,
  has_blanket: 0,
  is_billable: 1,
  location: "florida",
};
const horses: Record_[] = [
  { id: "bella", name: "Bella", customer_id: "abbott", ...stay, ...prices },
  // 8.63 % of $2,500.50 is $215.79315.
  {
    id: "atlas",
    name: "Atlas",
    customer_id: "zeller",
    ...stay,
    ...prices,
    boarding: 250_050,
    training: 0,
    has_blanket: 1,
    location: "long-island",
  },
  { id: "comet", name: "Comet", customer_id: null, ...stay, ...prices, is_billable: 0 },
  {
    id: "flint",
    name: "Flint",
    customer_id: "brown",
    ...prices,
    check_in_date: TODAY,
    check_out_date: TODAY,
    boarding_surcharge: 0,
  },
  {
    id: "drift",
    name: "Drift",
    customer_id: "brown",
    ...prices,
    check_in_date: daysAgo(9),
    check_out_date: daysAgo(1),
    is_billable: 0,
  },
  {
    id: "ember",
    name: "Ember",
    customer_id: "brown",
    ...prices,
    check_in_date: plusDays(TODAY, 1),
    check_out_date: null,
  },
];

const services: Record_[] = [
  {
    id: "clip",
    product_service_name: "Body clip",
    price: 12_000,
    sales_description: "Whole body",
    public: 1,
    needs_groom: 1,
  },
  { id: "braid", product_service_name: "Braiding", price: 6_550, sales_description: "Mane", public: 1, needs_groom: 0 },
  { id: "aspirin", product_service_name: "Aspirin", price: 1_000, sales_description: "", public: 0, needs_groom: 0 },
];

const grooms: Record_[] = [
  { id: "hal", name: "Hal", start_date: null, end_date: null, weekly_salary: 90_000, location: "long-island" },
  { id: "gus", name: "Gus", start_date: daysAgo(400), end_date: TODAY, weekly_salary: 80_050, location: "florida" },
  {
    id: "ivy",
    name: "Ivy",
    start_date: daysAgo(400),
    end_date: plusDays(MONDAY, -8),
    weekly_salary: 70_000,
    location: "florida",
  },
  { id: "jo", name: "Jo", start_date: plusDays(MONDAY, 7), end_date: null, weekly_salary: 60_000, location: "florida" },
];

const shows: Record_[] = [
  {
    id: "opener",
    name: "Ocala Opener",
    date: daysAgo(5),
    horse_id: "atlas",
    customer_id: "zeller",
    service_id: "braid",
    quantity: 2,
    billed: 0,
  },
  {
    id: "classic",
    name: "Devon Classic",
    date: plusDays(TODAY, 10),
    horse_id: "bella",
    customer_id: "abbott",
    service_id: "clip",
    quantity: 1,
    billed: 0,
  },
  {
    id: "cup",
    name: "Bronx Cup",
    date: daysAgo(20),
    horse_id: "bella",
    customer_id: "abbott",
    service_id: "braid",
    quantity: 1,
    billed: 1,
  },
];

const exports: Record_[] = [
  {
    id: "first",
    at: `${daysAgo(40)}T16:00:00.000Z`,
    date: daysAgo(40),
    actor: SPEC_ADMIN.email,
    amounts: "bill-value",
    first_invoice: 1000,
    invoice_count: 1,
    bill_count: 1,
    total: 6_550,
  },
];

const bill = { quantity: 1, comments: "", export_id: null, created_at: `${daysAgo(3)}T16:00:00.000Z` };
const bills: Record_[] = [
  {
    ...bill,
    id: "bill-1",
    customer_id: "abbott",
    horse_id: "bella",
    service_id: "braid",
    date: daysAgo(2),
    quantity: 2,
    value: 13_100,
    location: "florida",
    comments: "Before noon",
  },
  {
    ...bill,
    id: "bill-2",
    customer_id: "zeller",
    horse_id: "atlas",
    service_id: "clip",
    date: daysAgo(4),
    value: 12_000,
    location: "long-island",
  },
  {
    ...bill,
    id: "bill-3",
    customer_id: "abbott",
    horse_id: "bella",
    service_id: "clip",
    date: daysAgo(3),
    value: 12_000,
    location: "florida",
  },
  {
    ...bill,
    id: "bill-4",
    customer_id: "abbott",
    horse_id: "bella",
    service_id: "braid",
    date: daysAgo(50),
    value: 6_550,
    location: "florida",
    export_id: "first",
  },
];

const item = { payment_date: MONDAY, paid: 0 };
const payroll: Record_[] = [
  { ...item, id: "watch", groom_id: "gus", item: "Night watch", date: plusDays(MONDAY, -6), value: 12_345 },
  { ...item, id: "trailer", groom_id: "hal", item: "Trailer", date: plusDays(MONDAY, -6), value: 20_000 },
  { ...item, id: "feed", groom_id: "hal", item: "Feeding", date: plusDays(MONDAY, -6), value: 5_000, paid: 1 },
  { ...item, id: "muck", groom_id: "gus", item: "Mucking", date: plusDays(MONDAY, -20), value: 1_055 },
  // Before the four weeks of the summary.
  { ...item, id: "old", groom_id: "gus", item: "Old work", date: plusDays(MONDAY, -22), value: 99_900, paid: 1 },
];

const TABLES = { customers, horses, services, grooms, shows, exports, bill_items: bills, payroll };

/** Tables whose rows are edited, and have the instant of the last change. */
const EDITED = ["customers", "horses", "services", "grooms", "shows", "payroll", "admins"];

export default templateOf(async (database) => {
  const since = `${daysAgo(500)}T16:00:00.000Z`;
  const admins = [SPEC_ADMIN.email, SPEC_OTHER_ADMIN].map((email) => ({ email }));
  const statements = Object.entries({ ...TABLES, admins }).flatMap(([table, records]) =>
    records.map((record) => {
      const row = EDITED.includes(table) ? { ...record, created_at: since, updated_at: since } : record;
      const places = Object.keys(row).map(() => "?");
      return { sql: `insert into ${table} (${Object.keys(row)}) values (${places})`, args: Object.values(row) };
    }),
  );
  // The barn has chosen how its invoices are dated and numbered: as the specification says.
  const settings =
    "update settings set last_payroll = ?, invoice_number = 1001, is_invoice_number_chosen = 1, is_dates_chosen = 1";
  const client = createClient(database);
  await client.batch([...statements, { sql: settings, args: [`${plusDays(MONDAY, -14)}T16:00:00.000Z`] }], "write");
  await makeMissingTexts(client);
});
