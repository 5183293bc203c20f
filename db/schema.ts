import { type SQLWrapper, sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  blob,
  check,
  customType,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { CHANGE_KINDS } from "../app/domain/activity/activity.ts";
import { DEFAULT_BARN_NAME } from "../app/domain/barn/barn-details.ts";
import type { Topic } from "../app/domain/basics/topics.ts";
import { BOARDING_SERVICE, DEFAULT_CHARGES, NEW_HORSE } from "../app/domain/boarding/monthly-charges.ts";
import type { Share } from "../app/domain/fields/shares.ts";
import { BACKUP_PLACES } from "../app/domain/overview/backups.ts";

/*
 * The tables. docs/product.md describes each record under its own heading. Money is integer cents (docs/product.md, 'Money');
 * calendar dates are `YYYY-MM-DD` text in New York ('Dates'); instants are UTC ISO 8601 text. The migrations make every table STRICT.
 */

/**
 * The last day of a stay or an employment; far in the future if it has not ended, so that an index finds the current
 * ones, however many have ended.
 */
export const lastDay = (end: SQLWrapper) => sql`coalesce(${end}, '9999-12-31')`;

const LOCATIONS = ["florida", "long-island"] as const;

/** A list of strings, stored as a JSON array. */
const textList = customType<{ data: string[]; driverData: string }>({
  dataType: () => "text",
  toDriver: (list) => JSON.stringify(list),
  fromDriver: (json) => JSON.parse(json) as string[],
});

/** The owners of a horse beside the responsible party, without their names, as a JSON array (docs/decisions/shares.md). */
const shareList = customType<{ data: Share[]; driverData: string }>({
  dataType: () => "text",
  toDriver: (list) => JSON.stringify(list.map(({ id, share }) => ({ id, share }))),
  fromDriver: (json) => JSON.parse(json) as Share[],
});

/** The number of a row, in the order of insertion. It never changes. Pages of lists and the search indexes use it. */
const seq = () => integer("seq").primaryKey();
const id = () => text("id").primaryKey();
const seqAndId = () => ({ seq: seq(), id: text("id").notNull().unique() });
const cents = (name: string) => integer(name).notNull();
const optionalCents = (name: string) => integer(name);
const flag = (name: string) => integer(name, { mode: "boolean" }).notNull();
const localDate = (name: string) => text(name);
const instant = (name: string) => text(name);
/**
 * The sort key of a text: `orderKey` of it (app/domain/basics/search-text.ts), which `withSortKey` adds to the written
 * values. Rows that are older than this column get theirs from `makeTexts`.
 */
const sortKey = (name: string) => text(name).notNull().default("");
/** The folded texts of a row's cells, which a search matches; null until the row's change makes it (docs/architecture.md, 'One list'). */
const searchText = () => text("search_text");
const location = () => text("location", { enum: LOCATIONS }).notNull();

/** Columns of every record that admins edit: each save increments `version`, `deletedAt` marks a soft delete. */
const record = () => ({
  version: integer("version").notNull().default(1),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
  deletedAt: instant("deleted_at"),
});

/** Columns of a run that can be undone (docs/product.md, 'Undo'). The columns keep their old names, because migrations only add. */
const undoneMark = () => ({
  /** Null unless the run was undone. The bills or items that this deleted have the same instant as `deletedAt`. */
  undoneAt: instant("taken_back_at"),
  undoneBy: text("taken_back_by"),
});

/** What became of the e-mail of a row, which the queue sends (docs/architecture.md, 'One e-mail'). */
const queuedMail = () => ({
  /** Null if Hayloft has sent none. 'sending' until the provider has answered. */
  mailState: text("mail_state", { enum: ["sending", "accepted", "refused"] }),
  /** Another attempt has another key, which the provider does not know. Each refusal begins one. */
  mailAttempt: integer("mail_attempt").notNull().default(0),
  mailedAt: instant("mailed_at"),
  mailedTo: textList("mailed_to").notNull().default([]),
  /** Why the provider refused, in its words; of an e-mail that is 'sending', why the queue has given it up. */
  mailProblem: text("mail_problem").notNull().default(""),
  /** When the e-mail was given to the queue last, and by whom. */
  queuedAt: instant("queued_at"),
  mailedBy: text("mailed_by"),
});

const isDate = (name: string, column: AnySQLiteColumn, last = "2099-12-31") =>
  check(
    name,
    sql`${column} is null or (${column} between '2000-01-01' and ${sql.raw(`'${last}'`)} and ${column} is date(${column}))`,
  );
const isMonth = (name: string, column: AnySQLiteColumn) =>
  check(name, sql`${column} is null or ${column} || '-01' is date(${column} || '-01')`);
const isFlag = (name: string, column: AnySQLiteColumn) => check(name, sql`${column} in (0, 1)`);
const isLocation = (name: string, column: AnySQLiteColumn) => check(name, sql`${column} in ('florida', 'long-island')`);
const isNotNegative = (name: string, column: AnySQLiteColumn) => check(name, sql`${column} >= 0`);
const isQuantity = (name: string, column: AnySQLiteColumn) => check(name, sql`${column} >= 1`);
const hasName = (name: string, column: AnySQLiteColumn) => check(name, sql`length(${column}) between 1 and 200`);
/** Finds the rows that a change has just added. */
const isWithoutText = (name: string, { seq, searchText }: { seq: AnySQLiteColumn; searchText: AnySQLiteColumn }) =>
  index(name).on(seq).where(sql`${searchText} is null`);
const isList = (name: string, column: AnySQLiteColumn) =>
  check(name, sql`json_valid(${column}) and json_type(${column}) = 'array'`);

export const customers = sqliteTable(
  "customers",
  {
    ...seqAndId(),
    name: text("name").notNull(),
    nameSort: sortKey("name_sort"),
    emails: textList("emails").notNull(),
    phone: text("phone").notNull().default(""),
    riders: textList("riders").notNull(),
    ...record(),
    /** The customer that a deleted one was merged into; never one that is merged itself (docs/product.md, 'Merging customers'). */
    mergedInto: text("merged_into"),
  },
  (t) => [
    hasName("customers_name", t.name),
    check(
      "customers_merged",
      sql`${t.mergedInto} is null or (${t.deletedAt} is not null and ${t.mergedInto} <> ${t.id})`,
    ),
    check("customers_phone", sql`length(${t.phone}) <= 50`),
    isList("customers_emails", t.emails),
    isList("customers_riders", t.riders),
    // Unique, so that SQLite reads the rows of each customer in the order of the rows' own index, without a sort.
    uniqueIndex("customers_by_name").on(t.nameSort, t.id),
    index("customers_merged_into").on(t.mergedInto).where(sql`${t.mergedInto} is not null`),
  ],
);

export const horses = sqliteTable(
  "horses",
  {
    ...seqAndId(),
    customerId: text("customer_id").references(() => customers.id),
    name: text("name").notNull(),
    nameSort: sortKey("name_sort"),
    checkInDate: localDate("check_in_date").notNull(),
    checkOutDate: localDate("check_out_date"),
    boarding: cents("boarding").default(NEW_HORSE.boarding),
    boardingSurcharge: cents("boarding_surcharge").default(NEW_HORSE.boardingSurcharge),
    training: cents("training").default(NEW_HORSE.training),
    hasBlanket: flag("has_blanket").default(false),
    isBillable: flag("is_billable").default(true),
    location: location().default("florida"),
    ...record(),
    /** The day from which the next prices hold, until they are the prices (db/queries/barn/horse-prices.ts). */
    pricesFrom: localDate("prices_from"),
    nextBoarding: optionalCents("next_boarding"),
    nextBoardingSurcharge: optionalCents("next_boarding_surcharge"),
    nextTraining: optionalCents("next_training"),
    /** The day from which the last prices that had a day hold. */
    pricesSince: localDate("prices_since"),
    shares: shareList("shares").notNull().default([]),
  },
  (t) => [
    hasName("horses_name", t.name),
    isDate("horses_check_in", t.checkInDate),
    isDate("horses_check_out", t.checkOutDate),
    check("horses_stay", sql`${t.checkOutDate} is null or ${t.checkOutDate} >= ${t.checkInDate}`),
    isNotNegative("horses_boarding", t.boarding),
    isNotNegative("horses_surcharge", t.boardingSurcharge),
    isNotNegative("horses_training", t.training),
    isFlag("horses_blanket", t.hasBlanket),
    isFlag("horses_billable", t.isBillable),
    isLocation("horses_location", t.location),
    isDate("horses_prices_from", t.pricesFrom),
    isNotNegative("horses_next_boarding", t.nextBoarding),
    isNotNegative("horses_next_surcharge", t.nextBoardingSurcharge),
    isNotNegative("horses_next_training", t.nextTraining),
    check(
      "horses_next_prices",
      sql`(${t.pricesFrom} is null) = (coalesce(${t.nextBoarding}, ${t.nextBoardingSurcharge}, ${t.nextTraining}) is null)`,
    ),
    isList("horses_shares", t.shares),
    check("horses_responsible", sql`${t.shares} = '[]' or ${t.customerId} is not null`),
    uniqueIndex("horses_by_name").on(t.nameSort, t.id),
    index("horses_shared").on(t.id).where(sql`${t.shares} <> '[]'`),
    index("horses_by_customer").on(t.customerId),
    index("horses_deleted").on(t.id).where(sql`${t.deletedAt} is not null`),
    index("horses_by_last_day").on(lastDay(t.checkOutDate)).where(sql`${t.deletedAt} is null`),
  ],
);

export const services = sqliteTable(
  "services",
  {
    ...seqAndId(),
    productServiceName: text("product_service_name").notNull(),
    /** What the service form calls the service in Spanish; empty if that is its name. */
    spanishName: text("spanish_name").notNull().default(""),
    nameSort: sortKey("name_sort"),
    price: cents("price"),
    salesDescription: text("sales_description").notNull().default(""),
    public: flag("public").default(false),
    needsGroom: flag("needs_groom").default(false),
    /** Whether the billing of horses charges with the service: see `MONTHLY_CHARGES`. */
    isFixed: flag("is_fixed").default(false),
    ...record(),
  },
  (t) => [
    hasName("services_name", t.productServiceName),
    check("services_spanish_name", sql`length(${t.spanishName}) <= 200`),
    check("services_description", sql`length(${t.salesDescription}) <= 1000`),
    isNotNegative("services_price", t.price),
    isFlag("services_public", t.public),
    isFlag("services_needs_groom", t.needsGroom),
    isFlag("services_fixed", t.isFixed),
    check("services_fixed_kept", sql`${t.deletedAt} is null or not ${t.isFixed}`),
    uniqueIndex("services_by_name").on(t.nameSort, t.id),
    index("services_deleted").on(t.id).where(sql`${t.deletedAt} is not null`),
  ],
);

export const grooms = sqliteTable(
  "grooms",
  {
    ...seqAndId(),
    name: text("name").notNull(),
    nameSort: sortKey("name_sort"),
    startDate: localDate("start_date"),
    endDate: localDate("end_date"),
    weeklySalary: cents("weekly_salary"),
    location: location(),
    ...record(),
  },
  (t) => [
    hasName("grooms_name", t.name),
    isDate("grooms_start", t.startDate),
    isDate("grooms_end", t.endDate),
    check("grooms_employment", sql`${t.startDate} is null or ${t.endDate} is null or ${t.endDate} >= ${t.startDate}`),
    isNotNegative("grooms_salary", t.weeklySalary),
    isLocation("grooms_location", t.location),
    uniqueIndex("grooms_by_name").on(t.nameSort, t.id),
    index("grooms_by_last_day").on(lastDay(t.endDate)).where(sql`${t.deletedAt} is null`),
    index("grooms_by_change").on(t.updatedAt).where(sql`${t.deletedAt} is null`),
  ],
);

/**
 * The horses as they were before each change of their owner, stay or prices, which a trigger records. `actor` is null if the
 * change was not made by the app.
 */
export const horseChanges = sqliteTable(
  "horse_changes",
  {
    seq: seq(),
    horseId: text("horse_id")
      .notNull()
      .references(() => horses.id),
    at: instant("at").notNull(),
    actor: text("actor"),
    customerId: text("customer_id").references(() => customers.id),
    checkInDate: localDate("check_in_date").notNull(),
    checkOutDate: localDate("check_out_date"),
    boarding: cents("boarding"),
    boardingSurcharge: cents("boarding_surcharge"),
    training: cents("training"),
    hasBlanket: flag("has_blanket"),
    isBillable: flag("is_billable"),
    location: location(),
    /** The next prices that this change made the prices, with their day: `HeldPrices` as JSON; null of other changes. */
    held: text("held"),
    /** The instant at which the change was undone, also of what its undo and its redo have recorded; then it counts for no month. */
    undoneAt: instant("undone_at"),
    shares: shareList("shares").notNull().default([]),
  },
  (t) => [
    isFlag("horse_changes_blanket", t.hasBlanket),
    isFlag("horse_changes_billable", t.isBillable),
    isLocation("horse_changes_location", t.location),
    isList("horse_changes_shares", t.shares),
    index("horse_changes_by_horse").on(t.horseId),
    index("horse_changes_shared").on(t.horseId).where(sql`${t.shares} <> '[]'`),
    index("horse_changes_by_customer").on(t.customerId).where(sql`${t.customerId} is not null`),
  ],
);

/**
 * The salary and the dates of a groom before each change of one, which a trigger records: a missed week is paid with the salary
 * of that week, and only if the groom was known to work in it. A groom who returned has earlier stays.
 */
export const salaryChanges = sqliteTable(
  "salary_changes",
  {
    seq: seq(),
    groomId: text("groom_id")
      .notNull()
      .references(() => grooms.id),
    at: instant("at").notNull(),
    salaryBefore: cents("salary_before"),
    /** '' if the groom had no start date; null in rows that are older than this column, whose change was that of the salary. */
    startDateBefore: localDate("start_date_before"),
    /** Null if the groom had no end date, and in rows that are older than this column. */
    endDateBefore: localDate("end_date_before"),
    /** As that of `horseChanges`. */
    undoneAt: instant("undone_at"),
  },
  (t) => [
    isNotNegative("salary_changes_before", t.salaryBefore),
    check(
      "salary_changes_start_before",
      sql`${t.startDateBefore} is null or ${t.startDateBefore} = '' or ${t.startDateBefore} is date(${t.startDateBefore})`,
    ),
    isDate("salary_changes_end_before", t.endDateBefore),
    index("salary_changes_by_groom").on(t.groomId, t.at),
  ],
);

export const shows = sqliteTable(
  "shows",
  {
    ...seqAndId(),
    name: text("name").notNull(),
    nameSort: sortKey("name_sort"),
    date: localDate("date").notNull(),
    horseId: text("horse_id")
      .notNull()
      .references(() => horses.id),
    customerId: text("customer_id").references(() => customers.id),
    serviceId: text("service_id")
      .notNull()
      .references(() => services.id),
    quantity: integer("quantity").notNull().default(1),
    /** The price for one; null for that of the service. */
    price: optionalCents("price"),
    billed: flag("billed").default(false),
    searchText: searchText(),
    ...record(),
  },
  (t) => [
    hasName("shows_name", t.name),
    isDate("shows_date", t.date),
    isQuantity("shows_quantity", t.quantity),
    isNotNegative("shows_price", t.price),
    isFlag("shows_billed", t.billed),
    // For each sort key of the list, one index on all shows; the default order of the unbilled shows has its own.
    index("shows_listed_by_name").on(t.nameSort).where(sql`${t.deletedAt} is null`),
    index("shows_listed_by_date").on(t.date).where(sql`${t.deletedAt} is null`),
    index("shows_listed_by_service").on(t.serviceId, t.date).where(sql`${t.deletedAt} is null`),
    index("shows_listed_by_quantity").on(t.quantity).where(sql`${t.deletedAt} is null`),
    // An expression, as in the index of paid payroll items.
    index("shows_listed_by_billed").on(sql`${t.billed} + 0`).where(sql`${t.deletedAt} is null`),
    index("shows_unbilled_by_date").on(t.date).where(sql`not ${t.billed} and ${t.deletedAt} is null`),
    isWithoutText("shows_without_text", t),
    index("shows_by_horse").on(t.horseId),
    // The latest shows of a horse, or of a customer, on its page.
    index("shows_of_horse").on(t.horseId, t.date).where(sql`${t.deletedAt} is null`),
    index("shows_of_customer").on(t.customerId, t.date).where(sql`${t.deletedAt} is null`),
  ],
);

/** What a horse is billed for each month, or on weekdays, beside its board (docs/product.md, 'Standing charges'). */
export const standingCharges = sqliteTable(
  "standing_charges",
  {
    ...seqAndId(),
    horseId: text("horse_id")
      .notNull()
      .references(() => horses.id),
    serviceId: text("service_id")
      .notNull()
      .references(() => services.id),
    quantity: integer("quantity").notNull().default(1),
    /** The price for one; null for that of the service. */
    price: optionalCents("price"),
    repeats: text("repeats", { enum: ["monthly", "weekdays"] })
      .notNull()
      .default("monthly"),
    /** 'Mon' to 'Sun'; empty if the charge is monthly. */
    weekdays: textList("weekdays").notNull().default([]),
    fromDate: localDate("from_date").notNull(),
    untilDate: localDate("until_date"),
    groomId: text("groom_id").references(() => grooms.id),
    comments: text("comments").notNull().default(""),
    ...record(),
  },
  (t) => [
    isQuantity("standing_charges_quantity", t.quantity),
    isNotNegative("standing_charges_price", t.price),
    check("standing_charges_repeats", sql`${t.repeats} in ('monthly', 'weekdays')`),
    isList("standing_charges_list", t.weekdays),
    check("standing_charges_weekdays", sql`(${t.repeats} = 'weekdays') = (${t.weekdays} <> '[]')`),
    isDate("standing_charges_from", t.fromDate),
    isDate("standing_charges_until", t.untilDate),
    check("standing_charges_days", sql`${t.untilDate} is null or ${t.untilDate} >= ${t.fromDate}`),
    check("standing_charges_comments", sql`length(${t.comments}) <= 200`),
    index("standing_charges_by_horse").on(t.horseId),
  ],
);

/** One press of Confirm in 'Bill N Horses' or 'Bill N Shows'. The id is the idempotency key of the dialog. */
export const billingRuns = sqliteTable(
  "billing_runs",
  {
    id: id(),
    kind: text("kind", { enum: ["horses", "shows"] }).notNull(),
    at: instant("at").notNull(),
    actor: text("actor").notNull(),
    billCount: integer("bill_count").notNull(),
    /** The number of horses that the bills are for. */
    horseCount: integer("horse_count").notNull().default(0),
    total: cents("total"),
    ...undoneMark(),
  },
  (t) => [
    check("billing_runs_kind", sql`${t.kind} in ('horses', 'shows')`),
    isNotNegative("billing_runs_count", t.billCount),
    isNotNegative("billing_runs_total", t.total),
  ],
);

/**
 * One press of Export in 'Export to QB'. Its lines are in `export_lines`. An export never changes, except that it can
 * be voided.
 */
export const exports = sqliteTable(
  "exports",
  {
    id: id(),
    at: instant("at").notNull(),
    /** The date in the name of the file. */
    date: localDate("date").notNull(),
    actor: text("actor").notNull(),
    amounts: text("amounts", { enum: ["quantity-x-value", "bill-value"] }).notNull(),
    firstInvoice: integer("first_invoice").notNull(),
    invoiceCount: integer("invoice_count").notNull(),
    billCount: integer("bill_count").notNull(),
    total: cents("total"),
    /** JSON array of the parts of the file, small enough for QuickBooks: see `FilePart` in app/domain/exports/exports.ts. */
    parts: text("parts").notNull().default("[]"),
    /** 'line': each line has the date of its bill. 'invoice': each invoice has the date of its latest bill. */
    dates: text("dates", { enum: ["line", "invoice"] })
      .notNull()
      .default("line"),
    /** Null unless the export was voided (docs/product.md, 'Voiding an export'). */
    voidedAt: instant("voided_at"),
    voidedBy: text("voided_by"),
  },
  (t) => [
    check("exports_dates", sql`${t.dates} in ('line', 'invoice')`),
    index("exports_by_time").on(t.at),
    isDate("exports_date", t.date),
    check("exports_amounts", sql`${t.amounts} in ('quantity-x-value', 'bill-value')`),
    check("exports_counts", sql`${t.firstInvoice} >= 1 and ${t.invoiceCount} >= 1 and ${t.billCount} >= 1`),
    isNotNegative("exports_total", t.total),
  ],
);

/** The month that a boarding bill is for; of one that was logged by hand, the month of its date. */
export const boardingMonth = ({ period, date }: { period: AnySQLiteColumn; date: AnySQLiteColumn }) =>
  sql`coalesce(${period}, substr(${date}, 1, 7))`;

/** The condition that the list of all bills shows a bill: bills whose run was undone are in no list. */
export const isListedBill = ({ deletedAt, voidedAt }: { deletedAt: AnySQLiteColumn; voidedAt: AnySQLiteColumn }) =>
  sql`(${deletedAt} is null or ${voidedAt} is not null)`;

/** The condition that a bill counts and is not exported yet (docs/product.md, 'Billing'). */
export const isPendingBill = ({ exportId, deletedAt }: { exportId: AnySQLiteColumn; deletedAt: AnySQLiteColumn }) =>
  sql`${exportId} is null and ${deletedAt} is null`;

/** A bill of a line that was divided has its share, in hundredths of a percent, and no other bill has one. */
const isShareOfSplit = (name: string, { splitId, share }: Record<"splitId" | "share", AnySQLiteColumn>) =>
  check(name, sql`(${splitId} is null) = (${share} is null) and coalesce(${share}, 1) between 1 and 9999`);

/** The condition that a bill is the first one of its line, or its line was not divided. */
const isFirstOfLine = ({ splitId, id }: Record<"splitId" | "id", AnySQLiteColumn>) =>
  sql`coalesce(${splitId}, ${id}) = ${id}`;

export const billItems = sqliteTable(
  "bill_items",
  {
    ...seqAndId(),
    customerId: text("customer_id").references(() => customers.id),
    horseId: text("horse_id")
      .notNull()
      .references(() => horses.id),
    serviceId: text("service_id")
      .notNull()
      .references(() => services.id),
    groomId: text("groom_id").references(() => grooms.id),
    showId: text("show_id").references(() => shows.id),
    billingRunId: text("billing_run_id").references(() => billingRuns.id),
    /** Null while the bill is pending. A bill is in at most one export. */
    exportId: text("export_id").references(() => exports.id),
    date: localDate("date").notNull(),
    quantity: integer("quantity").notNull(),
    value: cents("value"),
    /** The price for one when the bill was made; null of bills that are older than this column, and of imported ones. */
    unitPrice: integer("unit_price"),
    /** Whether a person typed the value: it need not be the price for one times the quantity. */
    isValueTyped: flag("is_value_typed").default(false),
    location: location(),
    /** The name of the rider chosen in the service form. */
    rider: text("rider"),
    comments: text("comments"),
    commentsSort: sortKey("comments_sort"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at"),
    version: integer("version").notNull().default(1),
    /** The e-mail address of the admin who entered the bill or confirmed its run; 'visitor' if nobody was signed in. */
    enteredBy: text("entered_by").notNull().default("visitor"),
    /** The standing charge that a boarding run billed. */
    standingChargeId: text("standing_charge_id").references(() => standingCharges.id),
    /** The month that a bill of a boarding run is for, `YYYY-MM` (docs/product.md, 'Billing horses'); null of other bills. */
    period: text("period"),
    /** The days of its month that a boarding bill is for; null if it is for all of them. */
    firstDay: localDate("first_day"),
    lastDay: localDate("last_day"),
    /** Set if the bill was voided, or its billing run was undone: the bill is in no total or export. */
    deletedAt: instant("deleted_at"),
    /** Set if the bill was voided: the list of all bills shows it, marked (docs/product.md, 'Voiding a bill'). */
    voidedAt: instant("voided_at"),
    /** Set if the bill was corrected after its export: see `corrections`. */
    correctedAt: instant("corrected_at"),
    /** The browser whose service form logged the bill; null of other bills (docs/product.md, 'Service form'). */
    device: text("device"),
    searchText: searchText(),
    /** The id of the first bill of a line that was divided among the owners of its horse; null of other bills (docs/decisions/shares.md). */
    splitId: text("split_id"),
    /** The share of the customer in such a line, in hundredths of a percent. */
    share: integer("share"),
  },
  (t) => [
    isDate("bill_items_date", t.date),
    isQuantity("bill_items_quantity", t.quantity),
    isNotNegative("bill_items_value", t.value),
    isNotNegative("bill_items_unit_price", t.unitPrice),
    isFlag("bill_items_value_typed", t.isValueTyped),
    isLocation("bill_items_location", t.location),
    check("bill_items_comments", sql`length(${t.comments}) <= 2000`),
    isMonth("bill_items_period", t.period),
    isDate("bill_items_first_day", t.firstDay),
    check(
      "bill_items_days",
      sql`coalesce(${t.lastDay} is date(${t.lastDay}) and ${t.firstDay} <= ${t.lastDay} and substr(${t.firstDay}, 1, 7) = ${t.period} and substr(${t.lastDay}, 1, 7) = ${t.period}, ${t.firstDay} is null and ${t.lastDay} is null)`,
    ),
    check("bill_items_voided", sql`${t.voidedAt} is null or ${t.deletedAt} is not null`),
    // For each sort key of the list, one index on all bills; the default order of the pending bills has its own.
    index("bill_items_by_date").on(t.date).where(isListedBill(t)),
    index("bill_items_by_customer").on(sql`coalesce(${t.customerId}, '')`, t.date).where(isListedBill(t)),
    index("bill_items_by_horse").on(t.horseId, t.date).where(isListedBill(t)),
    index("bill_items_by_horse_and_service").on(t.horseId, t.serviceId, t.date).where(isListedBill(t)),
    index("bill_items_by_service").on(t.serviceId, t.date).where(isListedBill(t)),
    index("bill_items_by_quantity").on(t.quantity).where(isListedBill(t)),
    index("bill_items_by_value").on(t.value).where(isListedBill(t)),
    index("bill_items_by_location").on(t.location).where(isListedBill(t)),
    index("bill_items_by_comments").on(t.commentsSort).where(isListedBill(t)),
    index("bill_items_by_entered_by").on(t.enteredBy).where(isListedBill(t)),
    index("bill_items_pending_by_date").on(t.date).where(isPendingBill(t)),
    index("bill_items_pending_by_customer").on(sql`coalesce(${t.customerId}, '')`, t.date).where(isPendingBill(t)),
    isWithoutText("bill_items_without_text", t),
    index("bill_items_voided").on(t.date).where(sql`${t.voidedAt} is not null`),
    index("bill_items_corrected").on(t.date).where(sql`${t.correctedAt} is not null`),
    index("bill_items_by_run").on(t.billingRunId, t.exportId).where(sql`${t.billingRunId} is not null`),
    // The boarding bills for a month: see `horsesToBill`.
    index("bill_items_of_month")
      .on(boardingMonth(t), t.horseId)
      .where(sql`${t.serviceId} = ${sql.raw(`'${BOARDING_SERVICE}'`)} and ${t.deletedAt} is null`),
    // The bills of boarding runs for a month: see `billedLines`.
    index("bill_items_of_runs").on(t.period, t.horseId).where(sql`${t.period} is not null and ${t.deletedAt} is null`),
    // The filter, the groups and the chart by the month billed for.
    index("bill_items_billed_for").on(boardingMonth(t), t.date).where(isListedBill(t)),
    // What a device logged lately: see `loggedEntries`.
    index("bill_items_by_device").on(t.device, t.createdAt).where(sql`${t.device} is not null`),
    // What the barn logged lately: see `latestEntries`.
    index("bill_items_logged")
      .on(t.createdAt, t.horseId, t.serviceId)
      .where(sql`${t.billingRunId} is null and ${t.showId} is null and ${t.deletedAt} is null`),
    index("bill_items_by_export").on(t.exportId).where(sql`${t.exportId} is not null`),
    // The bills of a run whose grooms are paid.
    index("bill_items_of_grooms")
      .on(t.billingRunId)
      .where(sql`${t.groomId} is not null and ${t.billingRunId} is not null`),
    isShareOfSplit("bill_items_share", t),
    index("bill_items_of_split").on(t.splitId).where(sql`${t.splitId} is not null`),
    uniqueIndex("bill_items_once_a_charge")
      .on(t.standingChargeId, t.period, sql`coalesce(${t.firstDay}, '')`, sql`iif(${isFirstOfLine(t)}, '', ${t.id})`)
      .where(sql`${t.standingChargeId} is not null and ${t.deletedAt} is null`),
    uniqueIndex("bill_items_once_a_show")
      .on(t.showId, t.billingRunId, sql`iif(${isFirstOfLine(t)}, '', ${t.id})`)
      .where(sql`${t.showId} is not null`),
  ],
);

/** The number of rows of each long list, and the sum of their summary. Triggers keep them (docs/architecture.md, 'One list'). */
export const totals = sqliteTable("totals", {
  /** The name of the table. */
  list: text("list").primaryKey(),
  rows: integer("rows").notNull().default(0),
  sum: integer("sum").notNull().default(0),
  /** The number and the sum of the rows in the list's default view. */
  currentRows: integer("current_rows").notNull().default(0),
  currentSum: integer("current_sum").notNull().default(0),
});

/** The lines of an export. They never change but for `isVoided`. Texts are as in the CSV file, without its quotes. */
export const exportLines = sqliteTable(
  "export_lines",
  {
    exportId: text("export_id")
      .notNull()
      .references(() => exports.id),
    position: integer("position").notNull(),
    billItemId: text("bill_item_id")
      .notNull()
      .references(() => billItems.id),
    invoiceNumber: integer("invoice_number").notNull(),
    invoiceDate: localDate("invoice_date").notNull(),
    dueDate: localDate("due_date").notNull(),
    terms: text("terms").notNull(),
    customer: text("customer").notNull(),
    serviceDate: localDate("service_date").notNull(),
    item: text("item").notNull(),
    itemDescription: text("item_description").notNull(),
    itemQuantity: integer("item_quantity").notNull(),
    /** Dollars, as text, exactly as in the file: the fewest decimals for an exact amount. */
    itemRate: text("item_rate").notNull(),
    class: text("class").notNull(),
    itemAmount: cents("item_amount"),
    /** Whether the export is voided. A bill is in at most one export that is not. */
    isVoided: flag("is_voided").default(false),
  },
  (t) => [
    primaryKey({ columns: [t.exportId, t.position] }),
    uniqueIndex("export_lines_once_a_bill").on(t.billItemId).where(sql`${t.isVoided} = 0`),
    // With the lines of voided exports: SQLite looks for them when the undo of an import removes a bill.
    index("export_lines_of_bill").on(t.billItemId),
    isFlag("export_lines_voided", t.isVoided),
    isDate("export_lines_invoice_date", t.invoiceDate),
    isDate("export_lines_service_date", t.serviceDate),
    isQuantity("export_lines_quantity", t.itemQuantity),
    isNotNegative("export_lines_amount", t.itemAmount),
  ],
);

/**
 * The invoices of the exports, one for each invoice number of an export. A trigger on `export_lines` writes them, so
 * that a page need not read the lines.
 */
export const invoices = sqliteTable(
  "invoices",
  {
    exportId: text("export_id")
      .notNull()
      .references(() => exports.id),
    number: integer("number").notNull(),
    /** The customer when the bills were exported: a correction may have moved them since. */
    customerId: text("customer_id").references(() => customers.id),
    horseId: text("horse_id")
      .notNull()
      .references(() => horses.id),
    /** The latest date of its lines. */
    date: localDate("date").notNull(),
    lineCount: integer("line_count").notNull(),
    total: cents("total"),
  },
  (t) => [
    primaryKey({ columns: [t.exportId, t.number] }),
    isDate("invoices_date", t.date),
    index("invoices_by_number").on(t.number),
    index("invoices_of_customer").on(t.customerId, t.number),
    // The orders and the filters of the list.
    index("invoices_by_date").on(t.date),
    index("invoices_by_customer").on(sql`coalesce(${t.customerId}, '')`, t.date),
  ],
);

/**
 * What the accountant has to enter in QuickBooks after an exported bill was corrected (docs/product.md, 'Corrections'). The bill
 * itself has the right values then: its value is the amount of its exported line and of its corrections together.
 */
export const corrections = sqliteTable(
  "corrections",
  {
    ...seqAndId(),
    /** The idempotency key of the correction. A correction of the customer or the service makes two entries. */
    correctionId: text("correction_id").notNull(),
    /** Null of a credit memo, which belongs to no bill. */
    billItemId: text("bill_item_id").references(() => billItems.id),
    /** The day of the correction in New York, or of the credit memo. */
    date: localDate("date").notNull(),
    /** The date of the bill, which a trigger copies, or of the credit memo: the statement of its period has the entry. */
    billDate: localDate("bill_date"),
    customerId: text("customer_id").references(() => customers.id),
    /** The horse of the bill, so that a page of the list need not read each bill. */
    horseId: text("horse_id")
      .notNull()
      .references(() => horses.id),
    serviceId: text("service_id")
      .notNull()
      .references(() => services.id),
    /** Null if the customer of the entry has no invoice with this bill yet. */
    invoiceNumber: integer("invoice_number"),
    /** The amount to add, in cents; negative if it is to be credited. */
    amount: cents("amount"),
    reason: text("reason").notNull(),
    actor: text("actor").notNull(),
    /** Whether the entry is entered in QuickBooks. */
    entered: flag("entered").default(false),
    ...record(),
  },
  (t) => [
    check("corrections_amount", sql`${t.amount} <> 0`),
    check(
      "corrections_credit",
      sql`${t.billItemId} is not null or (${t.amount} < 0 and ${t.customerId} is not null and ${t.invoiceNumber} is null)`,
    ),
    check("corrections_invoice", sql`${t.invoiceNumber} >= 1`),
    check("corrections_actor", sql`length(${t.actor}) >= 1`),
    check("corrections_reason", sql`length(${t.reason}) between 1 and 500`),
    isFlag("corrections_entered", t.entered),
    isDate("corrections_date", t.date),
    isDate("corrections_bill_date", t.billDate),
    index("corrections_by_bill").on(t.billItemId),
    index("corrections_by_correction").on(t.correctionId),
    index("corrections_by_customer").on(t.customerId),
    index("corrections_of_invoice")
      .on(t.invoiceNumber)
      .where(sql`${t.invoiceNumber} is not null and ${t.deletedAt} is null`),
    index("corrections_of_customer").on(t.customerId, t.billDate).where(sql`${t.deletedAt} is null`),
    // The entries that are not entered yet, on Overview and on statements.
    index("corrections_open_by_customer")
      .on(sql`coalesce(${t.customerId}, '')`)
      .where(sql`not ${t.entered} and ${t.deletedAt} is null`),
  ],
);

/** One run of payroll, by the button or by the schedule. `failure` is the reason why a scheduled run generated no items. */
export const payrollRuns = sqliteTable(
  "payroll_runs",
  {
    id: id(),
    at: instant("at").notNull(),
    actor: text("actor").notNull(),
    itemCount: integer("item_count").notNull(),
    total: cents("total"),
    failure: text("failure"),
    /** The time of the last run when this run was made. Undoing this run returns to it. */
    lastPayrollBefore: instant("last_payroll_before"),
    ...undoneMark(),
  },
  (t) => [
    isNotNegative("payroll_runs_count", t.itemCount),
    isNotNegative("payroll_runs_total", t.total),
    index("payroll_runs_by_time").on(t.at),
  ],
);

/** The ISO 8601 week number of a date, computed from the Thursday of its week. */
export const isoWeek = (date: SQLWrapper) => sql`((strftime('%j', date(${date}, '-3 days', 'weekday 4')) - 1) / 7 + 1)`;

/** The condition that an item without a week was entered as a 'Weekly Salary' by hand. */
export const isSalaryByHand = ({ week, item }: { week: AnySQLiteColumn; item: AnySQLiteColumn }) =>
  sql`${week} is null and lower(trim(${item})) = 'weekly salary'`;

/** The day on which a paid item was paid: as a person said, or else its payment date, or its own date. */
export const dayPaid = ({
  paidOn,
  paymentDate,
  date,
}: { [name in "paidOn" | "paymentDate" | "date"]: AnySQLiteColumn }) =>
  sql`coalesce(${paidOn}, ${paymentDate}, ${date})`;

export const payrollItems = sqliteTable(
  "payroll",
  {
    ...seqAndId(),
    groomId: text("groom_id")
      .notNull()
      .references(() => grooms.id),
    item: text("item").notNull(),
    itemSort: sortKey("item_sort"),
    date: localDate("date").notNull(),
    paymentDate: localDate("payment_date"),
    value: cents("value"),
    paid: flag("paid").default(false),
    /** The day on which a paid item was paid; null if it was paid before Hayloft asked for the day. It counts only while `paid` is set. */
    paidOn: localDate("paid_on"),
    /** The Monday of the week of a generated 'Weekly Salary'. A groom has at most one item for a week that is not deleted. */
    week: localDate("week"),
    payrollRunId: text("payroll_run_id").references(() => payrollRuns.id),
    billItemId: text("bill_item_id").references(() => billItems.id),
    searchText: searchText(),
    ...record(),
  },
  (t) => [
    hasName("payroll_item", t.item),
    isDate("payroll_date", t.date),
    // Services of December 2099 are paid in January 2100.
    isDate("payroll_payment_date", t.paymentDate, "2100-01-31"),
    isDate("payroll_week", t.week),
    isNotNegative("payroll_value", t.value),
    isFlag("payroll_paid", t.paid),
    isDate("payroll_paid_on", t.paidOn),
    uniqueIndex("payroll_once_a_week")
      .on(t.groomId, t.week)
      .where(sql`${t.week} is not null and ${t.deletedAt} is null`),
    index("payroll_deleted_salaries")
      .on(t.groomId, t.week)
      .where(sql`${t.week} is not null and ${t.deletedAt} is not null`),
    // Items that an admin entered as a 'Weekly Salary'; deleted ones included.
    index("payroll_salaries_by_hand").on(t.groomId, t.date).where(isSalaryByHand(t)),
    index("payroll_by_run").on(t.payrollRunId, t.paid).where(sql`${t.payrollRunId} is not null`),
    index("payroll_of_groom").on(t.groomId, sql`coalesce(${t.paymentDate}, '')`).where(sql`${t.deletedAt} is null`),
    uniqueIndex("payroll_once_a_bill").on(t.billItemId).where(sql`${t.billItemId} is not null`),
    // For each sort key of the list, one index on all items; the default order of the unpaid items has its own.
    index("payroll_by_date").on(t.date).where(sql`${t.deletedAt} is null`),
    index("payroll_by_week").on(isoWeek(t.date)).where(sql`${t.deletedAt} is null`),
    index("payroll_by_groom").on(t.groomId, t.date).where(sql`${t.deletedAt} is null`),
    index("payroll_by_item").on(t.itemSort).where(sql`${t.deletedAt} is null`),
    index("payroll_by_value").on(t.value).where(sql`${t.deletedAt} is null`),
    index("payroll_by_payment").on(sql`coalesce(${t.paymentDate}, '')`).where(sql`${t.deletedAt} is null`),
    // An expression, because SQLite would prefer an index on the column itself for the condition `paid = 0` in every query.
    index("payroll_by_paid").on(sql`${t.paid} + 0`).where(sql`${t.deletedAt} is null`),
    // What was paid in a year.
    index("payroll_by_day_paid").on(dayPaid(t)).where(sql`${t.paid} = 1 and ${t.deletedAt} is null`),
    index("payroll_unpaid_by_date").on(t.date).where(sql`${t.paid} = 0 and ${t.deletedAt} is null`),
    // The checks of a payment date.
    index("payroll_unpaid_by_payment")
      .on(sql`coalesce(${t.paymentDate}, '')`)
      .where(sql`${t.paid} = 0 and ${t.deletedAt} is null`),
    isWithoutText("payroll_without_text", t),
  ],
);

/** The admins. A deleted row has no access (docs/product.md, 'Accounts'). */
export const admins = sqliteTable(
  "admins",
  {
    seq: seq(),
    email: text("email").notNull().unique(),
    ...record(),
  },
  (t) => [check("admins_email", sql`${t.email} = lower(${t.email}) and ${t.email} like '%_@_%._%'`)],
);

/**
 * The sign-ins. A session is valid until it is ended, unused for 14 days, or 30 days old (docs/product.md, 'Sign-in'). Its id
 * is known to the signed cookie of one browser only. The row `health` is none: see `db/queries/shell/health.ts`.
 */
export const sessions = sqliteTable(
  "sessions",
  {
    id: id(),
    email: text("email").notNull(),
    since: instant("since").notNull(),
    /** Written at most once a day. */
    lastSeen: instant("last_seen").notNull(),
    endedAt: instant("ended_at"),
  },
  (t) => [index("sessions_by_email").on(t.email).where(sql`${t.endedAt} is null`)],
);

/** What a barn has chosen, the last payroll run and the next invoice number: always exactly one row (docs/product.md, 'Settings'). */
export const settings = sqliteTable(
  "settings",
  {
    id: integer("id").primaryKey().default(1),
    lastPayroll: instant("last_payroll"),
    /** The Monday before which no run makes up for a groom's missed weeks; null if all runs kept to that rule. */
    lateFrom: localDate("late_from"),
    invoiceNumber: integer("invoice_number").notNull().default(1),
    /** Whether the barn has set `invoiceNumber` or made an export: before, an export asks for it. */
    isInvoiceNumberChosen: flag("is_invoice_number_chosen").default(false),
    exportAmounts: text("export_amounts", { enum: ["quantity-x-value", "bill-value"] })
      .notNull()
      .default("quantity-x-value"),
    /** Whether the barn has chosen `exportAmounts` once: no choice is preselected before. */
    isAmountsChosen: flag("is_amounts_chosen").default(false),
    /** The last choices in 'Export to QB' and in 'Bill N Horses'. */
    exportDates: text("export_dates", { enum: ["line", "invoice"] })
      .notNull()
      .default("line"),
    /** Whether the barn has chosen `exportDates` once, as `isAmountsChosen`. */
    isDatesChosen: flag("is_dates_chosen").default(false),
    prorate: flag("prorate").default(false),
    /** The month that 'Bill N Horses' offers: the present one, or the one that has ended. */
    boardIn: text("board_in", { enum: ["advance", "arrears"] })
      .notNull()
      .default("advance"),
    /** The barn on statements (docs/product.md, 'Statements'). */
    barnName: text("barn_name").notNull().default(DEFAULT_BARN_NAME),
    barnAddress: text("barn_address").notNull().default(""),
    barnPhone: text("barn_phone").notNull().default(""),
    barnEmail: text("barn_email").notNull().default(""),
    /** The amounts of a new horse, the charge for a blanket, and the surcharge in hundredths of a percent of boarding. */
    newBoarding: cents("new_boarding").default(NEW_HORSE.boarding),
    newBoardingSurcharge: cents("new_boarding_surcharge").default(NEW_HORSE.boardingSurcharge),
    newTraining: cents("new_training").default(NEW_HORSE.training),
    blanketCharge: cents("blanket_charge").default(DEFAULT_CHARGES.blanketCharge),
    longIslandRate: integer("long_island_rate").notNull().default(DEFAULT_CHARGES.longIslandRate),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    isDate("settings_late_from", t.lateFrom),
    check("settings_single", sql`${t.id} = 1`),
    check("settings_invoice_number", sql`${t.invoiceNumber} >= 1`),
    check("settings_amounts", sql`${t.exportAmounts} in ('quantity-x-value', 'bill-value')`),
    check("settings_dates", sql`${t.exportDates} in ('line', 'invoice')`),
    isFlag("settings_invoice_number_chosen", t.isInvoiceNumberChosen),
    isFlag("settings_amounts_chosen", t.isAmountsChosen),
    isFlag("settings_dates_chosen", t.isDatesChosen),
    isFlag("settings_prorate", t.prorate),
    check("settings_board_in", sql`${t.boardIn} in ('advance', 'arrears')`),
    hasName("settings_barn_name", t.barnName),
    check("settings_barn_address", sql`length(${t.barnAddress}) <= 500`),
    check("settings_barn_phone", sql`length(${t.barnPhone}) <= 50`),
    check("settings_barn_email", sql`length(${t.barnEmail}) <= 254`),
    isNotNegative("settings_new_boarding", t.newBoarding),
    isNotNegative("settings_new_surcharge", t.newBoardingSurcharge),
    isNotNegative("settings_new_training", t.newTraining),
    isNotNegative("settings_blanket", t.blanketCharge),
    check("settings_long_island_rate", sql`${t.longIslandRate} between 0 and 10000`),
  ],
);

/**
 * What an admin has marked as needing no action: the board of a horse for a month is not owed, the salary of a groom
 * for a week is not owed, a finding of 'Check' is fine, or an export was imported (docs/product.md, 'Dismissals').
 */
export const dismissals = sqliteTable(
  "dismissals",
  {
    id: id(),
    /** A `DismissalKind`. */
    kind: text("kind").notNull(),
    /** The id of the horse, the groom, the export, or what the check found. */
    recordId: text("record_id").notNull(),
    /** The month, the Monday, or what the check saw: once that has changed, the check finds the record again. */
    scope: text("scope").notNull(),
    /** The name in the activity: 'Bella, October 2026'. */
    name: text("name").notNull(),
    ...record(),
  },
  (t) => [
    check("dismissals_kind", sql`length(${t.kind}) between 1 and 50`),
    check("dismissals_record", sql`length(${t.recordId}) between 1 and 200`),
    check("dismissals_scope", sql`length(${t.scope}) <= 200`),
    check("dismissals_name", sql`length(${t.name}) between 1 and 500`),
    uniqueIndex("dismissals_once").on(t.kind, t.recordId, t.scope).where(sql`${t.deletedAt} is null`),
  ],
);

/**
 * Links to customers' statements for people without an account (docs/product.md, 'Shared statements'). The address of a
 * link has a token, of which only the hash is stored.
 */
export const statementLinks = sqliteTable(
  "statement_links",
  {
    id: id(),
    /** SHA-256 of the token, in hexadecimal digits. */
    tokenHash: text("token_hash").notNull().unique(),
    customerId: text("customer_id")
      .notNull()
      .references(() => customers.id),
    first: localDate("first").notNull(),
    last: localDate("last").notNull(),
    hasComments: flag("has_comments").default(false),
    /** The last day on which the link shows the statement. */
    endsOn: localDate("ends_on").notNull(),
    /**
     * The statement as it was when it was shared, in JSON, '' once the link is stopped; null for a link that shows the
     * current statement. The activity does not store it.
     */
    frozen: text("frozen"),
    /**
     * SHA-256 of the lines and the total when the statement was shared or, of a live link, opened last, in hexadecimal
     * digits: another digest means that they have changed.
     */
    digest: text("digest").notNull(),
    /** The run that has shared the statements of many customers; null of a link that was made alone. */
    runId: text("run_id"),
    actor: text("actor").notNull(),
    createdAt: instant("created_at").notNull(),
    stoppedAt: instant("stopped_at"),
    stoppedBy: text("stopped_by"),
    ...queuedMail(),
    /** When an admin sent the link by hand; null if nobody has said so. */
    byHandAt: instant("by_hand_at"),
    /** How often the page was opened. The activity stores neither this nor the time of the last opening. */
    opened: integer("opened").notNull().default(0),
    lastOpenedAt: instant("last_opened_at"),
  },
  (t) => [
    check("statement_links_hash", sql`length(${t.tokenHash}) = 64`),
    check("statement_links_digest", sql`length(${t.digest}) = 64`),
    check(
      "statement_links_frozen",
      sql`${t.frozen} is null or ${t.frozen} = '' or (json_valid(${t.frozen}) and length(${t.frozen}) <= 1000000)`,
    ),
    check("statement_links_period", sql`${t.first} <= ${t.last}`),
    check("statement_links_actor", sql`length(${t.actor}) >= 1`),
    check("statement_links_stopped", sql`(${t.stoppedAt} is null) = (${t.stoppedBy} is null)`),
    check("statement_links_mailed", sql`${t.mailState} is null or ${t.mailedAt} is not null`),
    check("statement_links_attempt", sql`${t.mailAttempt} >= 0`),
    check("statement_links_opened", sql`${t.opened} >= 0`),
    check("statement_links_mail", sql`${t.mailState} in ('sending', 'accepted', 'refused')`),
    check("statement_links_problem", sql`length(${t.mailProblem}) <= 300`),
    isList("statement_links_mailed_to", t.mailedTo),
    isFlag("statement_links_comments", t.hasComments),
    isDate("statement_links_first", t.first),
    isDate("statement_links_last", t.last),
    // A link that is made on the last day that Hayloft knows works for a year.
    isDate("statement_links_ends_on", t.endsOn, "2100-12-31"),
    index("statement_links_of_customer").on(t.customerId, t.last),
    index("statement_links_of_period").on(t.first, t.last),
    index("statement_links_of_run").on(t.runId).where(sql`${t.runId} is not null`),
  ],
);

/** The questions that people have asked about lines of the statements shared with them, and the answers. */
export const statementQuestions = sqliteTable(
  "statement_questions",
  {
    id: id(),
    linkId: text("link_id")
      .notNull()
      .references(() => statementLinks.id),
    billItemId: text("bill_item_id")
      .notNull()
      .references(() => billItems.id),
    /** The line as the page showed it. */
    line: text("line").notNull(),
    question: text("question").notNull(),
    askedAt: instant("asked_at").notNull(),
    /**
     * The reply that the page shows below the question; '' before it was answered, and if it was answered without
     * words.
     */
    reply: text("reply").notNull().default(""),
    answeredAt: instant("answered_at"),
    answeredBy: text("answered_by"),
    /** Of the e-mail with the reply. Each answer begins another attempt; an undo of the answer leaves these as they are. */
    ...queuedMail(),
  },
  (t) => [
    check("statement_questions_line", sql`length(${t.line}) between 1 and 500`),
    check("statement_questions_question", sql`length(${t.question}) between 1 and 1000`),
    check("statement_questions_reply", sql`length(${t.reply}) <= 1000`),
    check("statement_questions_answered", sql`(${t.answeredAt} is null) = (${t.answeredBy} is null)`),
    check("statement_questions_open_reply", sql`${t.answeredAt} is not null or ${t.reply} = ''`),
    check("statement_questions_attempt", sql`${t.mailAttempt} >= 0`),
    check("statement_questions_mail", sql`${t.mailState} in ('sending', 'accepted', 'refused')`),
    check("statement_questions_problem", sql`length(${t.mailProblem}) <= 300`),
    isList("statement_questions_mailed_to", t.mailedTo),
    index("statement_questions_of_link").on(t.linkId, t.askedAt),
    index("statement_questions_answered_at").on(t.answeredAt).where(sql`${t.answeredAt} is not null`),
    index("statement_questions_of_bill").on(t.billItemId),
    index("statement_questions_open").on(t.askedAt).where(sql`${t.answeredAt} is null`),
  ],
);

/** The last finished backup of each place, for Overview (docs/product.md, 'Backups'). No backup contains this table. */
export const backups = sqliteTable(
  "backups",
  {
    place: text("place", { enum: BACKUP_PLACES }).primaryKey(),
    /** The instant of the data in the backup. */
    at: instant("at").notNull(),
    bytes: integer("bytes").notNull(),
  },
  (t) => [
    check("backups_place", sql`${t.place} in ('bucket', 'folder', 'file')`),
    isNotNegative("backups_bytes", t.bytes),
  ],
);

/**
 * One import of files (docs/product.md, 'Import'): a draft until `doneAt`. Its new records have the numbers (`seq`) above those in
 * `before`, up to those in `after`, because one batch adds them; those that it restored are in its row of activity.
 */
export const imports = sqliteTable(
  "imports",
  {
    id: id(),
    /** When the files were sent. */
    at: instant("at").notNull(),
    actor: text("actor").notNull(),
    /** JSON array: the name and the size in bytes of each file. */
    files: text("files").notNull(),
    /** JSON object: what the admin chose for files and problems. See `ImportChoices`. */
    choices: text("choices").notNull().default("{}"),
    doneAt: instant("done_at"),
    /** JSON object: what came in. See `ImportContent`. */
    content: text("content"),
    /** JSON objects: the highest number in each table, the last payroll run and the next invoice number, before and after the import. */
    before: text("before"),
    after: text("after"),
    ...undoneMark(),
  },
  (t) => [
    check("imports_files", sql`json_type(${t.files}) = 'array'`),
    check("imports_choices", sql`json_type(${t.choices}) = 'object'`),
  ],
);

/** The files of a draft, compressed with gzip. */
export const importFiles = sqliteTable(
  "import_files",
  {
    importId: text("import_id").notNull(),
    position: integer("position").notNull(),
    name: text("name").notNull(),
    content: blob("content").notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.position] })],
);

/** The rows of an import as JSON arrays, in parts, until one batch copies them into their tables. */
export const importRows = sqliteTable(
  "import_rows",
  {
    importId: text("import_id").notNull(),
    position: integer("position").notNull(),
    /** The attempt that sent the part; two at once do not disturb each other. */
    at: instant("at").notNull(),
    name: text("name").notNull(),
    rows: text("rows").notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.at, t.position] })],
);

/** The columns that an admin has hidden on a screen, and the order of the columns; empty for that of the description. */
export const columnChoices = sqliteTable(
  "column_choices",
  {
    email: text("email").notNull(),
    screen: text("screen").notNull(),
    hidden: textList("hidden").notNull(),
    order: textList("order").notNull().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.email, t.screen] }),
    isList("column_choices_hidden", t.hidden),
    isList("column_choices_order", t.order),
  ],
);

/**
 * One row for each change: its actor, action and time, and the records before and after. The id is the idempotency key and
 * `content` the payload, so that a repeated request is recognised (docs/architecture.md, 'One write').
 */
export const activity = sqliteTable(
  "activity",
  {
    id: id(),
    at: instant("at").notNull(),
    /**
     * When the actor made the change, if the device queued it until it had a connection (docs/product.md, 'Without a
     * connection').
     */
    madeAt: instant("made_at"),
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    content: text("content").notNull(),
    topics: textList("topics").notNull(),
    /** JSON arrays of the audited records, each with its `table`, before and after the change. */
    before: text("before").notNull(),
    after: text("after").notNull(),
  },
  (t) => [
    isList("activity_topics", t.topics),
    isList("activity_before", t.before),
    isList("activity_after", t.after),
    index("activity_by_time").on(t.at),
  ],
);

/**
 * The changes that the list of activity shows. `applyChange` writes them with the change. Archived changes are not
 * here. `seq` is the number of the change.
 */
export const activityEntries = sqliteTable(
  "activity_entries",
  {
    seq: seq(),
    /** The day of the change in New York. */
    date: localDate("date").notNull(),
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    /** The table of the changed records; '' if the change has none. */
    kind: text("kind").notNull(),
    change: text("change", { enum: CHANGE_KINDS }).notNull(),
    /** The names of the first three records after the change, and how many more there are. */
    records: text("records").notNull(),
    searchText: searchText(),
  },
  (t) => [index("activity_entries_by_date").on(t.date)],
);

/** The records of each change: an id, or the e-mail address of an admin. */
export const activityRecords = sqliteTable(
  "activity_records",
  { recordId: text("record_id").notNull(), seq: integer("seq").notNull() },
  (t) => [
    primaryKey({ columns: [t.recordId, t.seq] }),
    // For the changes that are archived.
    index("activity_records_by_change").on(t.seq),
  ],
);

/** The topic that a write to a table notifies, unless no screen shows the table. A test compares it with the tables. */
export const TOPIC_OF_TABLE: { [table: string]: Topic | undefined } = {
  admins: "admins",
  backups: "settings",
  bill_items: "bills",
  billing_runs: "bills",
  corrections: "corrections",
  customers: "customers",
  dismissals: "dismissals",
  exports: "exports",
  export_lines: "exports",
  grooms: "grooms",
  horse_changes: "horses",
  horses: "horses",
  imports: "settings",
  invoices: "exports",
  payroll: "payroll",
  payroll_runs: "payroll",
  salary_changes: "grooms",
  services: "services",
  settings: "settings",
  shows: "shows",
  standing_charges: "standing",
  statement_links: "statements",
  statement_questions: "statements",
};
