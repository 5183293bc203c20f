import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { formatDollars, inDollars } from "#app/domain/basics/money.ts";

/*
 * The lists that the random admin edits, and what may be typed into their cells. The model knows of each text whether the browser or
 * the server refuses it; it shares no parser with the product.
 */

export type Value = string | number | null;
export type RandomValues = Readonly<Record<string, Value>>;

/** What a person types: the keys, what the control then holds, and the stored value, or undefined if the browser can see that it is wrong. */
export type Typed = { keys: string; holds: string; value: Value | undefined };

type Kind = {
  /** Whether Enter leads on to the next row. */
  leadsOn: boolean;
  typed: readonly Typed[];
  /** What the cell shows, and what its editor holds at first. */
  shows: (value: Value) => string;
  holds: (value: Value) => string;
};

const same = (keys: string, value: Value | undefined): Typed => ({ keys, holds: keys, value });
const text = (value: Value) => String(value ?? "");

const amount: Kind = {
  leadsOn: true,
  typed: [
    same("3000", 300_000),
    same("3,150.50", 315_050),
    same("$2900", 290_000),
    same("0", 0),
    same("3o00", undefined),
    same("-5", undefined),
    same("1.234", undefined),
  ],
  shows: (value) => formatDollars(Number(value)),
  holds: (value) => inDollars(Number(value)),
};

const quantity: Kind = {
  leadsOn: true,
  typed: [
    same("2", 2),
    same("17", 17),
    same("999", 999),
    same("0", undefined),
    same("1.5", undefined),
    same("x", undefined),
  ],
  shows: text,
  holds: text,
};

const day = (iso: string) => ({ keys: iso.slice(5, 7) + iso.slice(8) + iso.slice(0, 4), holds: iso });
const date: Kind = {
  leadsOn: false,
  typed: [
    ...["2026-01-05", "2026-02-03", "2030-12-31", "2001-01-01"].map((iso) => ({ ...day(iso), value: iso })),
    { ...day("1999-01-01"), value: undefined },
    // A half-typed date has no value.
    { keys: "1231", holds: "", value: undefined },
  ],
  shows: (value) => (value ? formatUsDate(String(value)) : "Add"),
  holds: text,
};

const phone: Kind = {
  leadsOn: false,
  typed: [same("(561) 555-0199", "(561) 555-0199"), same("barn 2", "barn 2")],
  shows: (value) => text(value) || "Add",
  holds: text,
};

export type RandomField = { name: string; column: string; label: string; kind: Kind; isOptional?: boolean };

/** A list: the table of its records, the fields that are edited in rows, and the switch. */
export type AdminList = {
  path: string;
  title: string;
  table: string;
  /** The rule by which the server refuses a value that the browser accepts. */
  accepts: (values: RandomValues) => boolean;
  fields: readonly RandomField[];
  flag?: { name: string; column: string; label: string };
  /** Searched and sorted by the server. */
  isLong?: boolean;
  /** The field that the bar sets for all selected rows. */
  bulk?: string;
  initial: RandomValues;
};

const inOrder = (from: string, to: string) => (values: RandomValues) => {
  const [first, last] = [values[from], values[to]];
  return !first || !last || String(first) <= String(last);
};

export const RANDOM_LISTS: readonly AdminList[] = [
  {
    path: "/horses",
    title: "Horses",
    table: "horses",
    accepts: inOrder("checkInDate", "checkOutDate"),
    fields: [
      { name: "checkInDate", column: "check_in_date", label: "check-in date", kind: date },
      { name: "checkOutDate", column: "check_out_date", label: "check-out date", kind: date, isOptional: true },
      { name: "boarding", column: "boarding", label: "boarding", kind: amount },
      { name: "training", column: "training", label: "training", kind: amount },
    ],
    flag: { name: "isBillable", column: "is_billable", label: "billable" },
    bulk: "Boarding",
    initial: { checkInDate: "2026-01-05", checkOutDate: null, boarding: 290_000, training: 175_000, isBillable: 1 },
  },
  {
    path: "/grooms",
    title: "Grooms",
    table: "grooms",
    accepts: inOrder("startDate", "endDate"),
    fields: [
      { name: "startDate", column: "start_date", label: "start date", kind: date, isOptional: true },
      { name: "endDate", column: "end_date", label: "end date", kind: date, isOptional: true },
      { name: "weeklySalary", column: "weekly_salary", label: "weekly salary", kind: amount },
    ],
    initial: { startDate: "2026-01-05", endDate: null, weeklySalary: 90_000 },
  },
  {
    path: "/customers",
    title: "Customers",
    table: "customers",
    accepts: () => true,
    fields: [{ name: "phone", column: "phone", label: "phone", kind: phone, isOptional: true }],
    initial: { phone: "" },
  },
  {
    path: "/shows",
    title: "Shows",
    isLong: true,
    table: "shows",
    accepts: () => true,
    fields: [{ name: "quantity", column: "quantity", label: "quantity", kind: quantity }],
    flag: { name: "billed", column: "billed", label: "billed" },
    initial: { quantity: 1, billed: 0 },
  },
];
