import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { ADMIN, openBarn } from "./barn.ts";
import { openBrowser, visit } from "./browser.ts";

export const DESK: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** A field of a dialog, with what is in it at first. */
export type DialogField = {
  /** With its star, where something must be in it. */
  label: string;
  role: "textbox" | "combobox" | "checkbox" | "spinbutton";
  atFirst?: string;
  placeholder?: string;
  /** What somebody puts into it. */
  typed: string;
  /** What is in it when the record is opened again; what was typed, if not said. */
  saved?: string;
};

export type Screen = {
  path: string;
  table: string;
  title: string;
  /** Those that are shown unless somebody chose otherwise. */
  columns: string[];
  /** Those that are not. */
  hidden: string[];
  search: string;
  /** What finds a few of its records. */
  few: string;
  toggle: [on: string, off: string] | null;
  empty: [title: string, text: string];
  add: string;
  dialog: string;
  submit: string;
  /** Null where records are not edited. */
  edit: string | null;
  fields: DialogField[];
  /** What is not taken. */
  wrong: { label: string; typed: string; message: string };
  /** How the record that was typed is shown in the list. */
  shown: string[];
  /** Where a record is not called by the first of its fields, shown in the first column. */
  named?: {
    label: string;
    /** Where that stands in a row. */
    cell: string;
    /** What the record is called when it was deleted, and by its menu. */
    deleted: (typed: string) => string;
    menu: (typed: string) => string;
  };
};

/** The texts of the spec, screen by screen. */
export const SCREENS: Screen[] = [
  {
    path: "/horses",
    table: "horses",
    title: "Horses",
    columns: [
      "Name",
      "Responsible Party",
      "Check-in Date",
      "Check-out Date",
      "Boarding",
      "Boarding Surcharge",
      "Training",
      "Blanket",
      "Billable",
      "Location",
      "Actions",
    ],
    hidden: [],
    search: "Search horses...",
    few: "rumba",
    toggle: ["Showing horses in property", "Showing all horses"],
    empty: ["No Horses", "Add new horses to manage them here"],
    add: "Add Horse",
    dialog: "New Horse",
    submit: "Add",
    edit: "Edit Horse",
    fields: [
      { label: "Name*", role: "textbox", typed: "Silver Birch" },
      {
        label: "Responsible Party",
        role: "combobox",
        atFirst: "Select a responsible party",
        typed: "Maeve O'Brien",
      },
      { label: "Check-in Date*", role: "textbox", atFirst: "today", typed: "2026-01-05" },
      { label: "Check-out Date", role: "textbox", typed: "2099-12-31" },
      { label: "Boarding*", role: "textbox", atFirst: "2900", typed: "$3,050.50", saved: "3050.50" },
      { label: "Boarding Surcharge*", role: "textbox", atFirst: "150", typed: "175" },
      { label: "Training*", role: "textbox", atFirst: "1750", typed: "1,200", saved: "1200" },
      { label: "Blanket", role: "checkbox", atFirst: "off", typed: "on" },
      { label: "Billable", role: "checkbox", atFirst: "on", typed: "off" },
      { label: "Location*", role: "combobox", atFirst: "Florida", typed: "Long Island" },
    ],
    wrong: {
      label: "Check-out Date",
      typed: "2026-01-04",
      message: "The check-out date cannot be before the check-in date.",
    },
    shown: ["Maeve O'Brien", "$3,050.50", "$175.00", "$1,200.00", "$100.00", "Long Island"],
  },
  {
    path: "/customers",
    table: "customers",
    title: "Customers",
    columns: ["Name", "Email(s)", "Phone", "Riders", "Actions"],
    hidden: [],
    search: "Search customers...",
    few: "o'brien",
    toggle: null,
    empty: ["No Customers", "Add new services to manage them here"],
    add: "Add Customer",
    dialog: "New Customer",
    submit: "Add",
    edit: "Edit Customer",
    fields: [
      { label: "Name*", role: "textbox", typed: "Priya Nolan" },
      {
        label: "Email(s)",
        role: "textbox",
        placeholder: "anna@example.com, ben@example.com",
        typed: "Priya@example.com, , b@example.com,c@example.com",
        saved: "priya@example.com, b@example.com, c@example.com",
      },
      { label: "Phone", role: "textbox", typed: "(561) 555-0100" },
      { label: "Riders", role: "textbox", typed: "Ana\nBea\nCleo" },
    ],
    wrong: { label: "Name", typed: "  ", message: "Name is required." },
    shown: ["priya@example.com, b@example.com…", "(561) 555-0100", "Ana, Bea…"],
  },
  {
    path: "/services",
    table: "services",
    title: "Services",
    columns: ["Product Service Name", "Price", "Sales Description", "Public", "Actions"],
    hidden: ["Needs Groom"],
    search: "Search services...",
    few: "braiding",
    toggle: null,
    empty: ["No Services", "Add new services to manage them here"],
    add: "Add Service",
    dialog: "New Service",
    submit: "Add",
    edit: "Edit Service",
    fields: [
      { label: "Name*", role: "textbox", typed: "Mane pulling" },
      { label: "Price*", role: "textbox", typed: "$1,250.5", saved: "1250.50" },
      { label: "Description", role: "textbox", typed: "Short\nand even" },
      { label: "Public", role: "checkbox", atFirst: "off", typed: "on" },
      { label: "Needs Groom", role: "checkbox", atFirst: "off", typed: "on" },
    ],
    wrong: { label: "Price", typed: "abc", message: "Enter an amount in dollars, such as 2,900 or 2900.50." },
    shown: ["$1,250.50", "and even"],
  },
  {
    path: "/grooms",
    table: "grooms",
    title: "Grooms",
    columns: ["Name", "Start Date", "End Date", "Weekly Salary", "Location", "Actions"],
    hidden: [],
    search: "Search grooms...",
    few: "luz",
    toggle: ["Showing active employees", "Showing all employees"],
    empty: ["No Grooms", "Add new grooms to manage them here"],
    add: "Add Groom",
    dialog: "New Groom",
    submit: "Add",
    edit: "Edit Groom",
    fields: [
      { label: "Name*", role: "textbox", typed: "Iris Vance" },
      { label: "Start Date", role: "textbox", typed: "2026-01-05" },
      { label: "End Date", role: "textbox", typed: "2099-12-31" },
      { label: "Weekly Salary*", role: "textbox", typed: "1,050", saved: "1050" },
      { label: "Location*", role: "combobox", atFirst: "Florida", typed: "Long Island" },
    ],
    wrong: { label: "Weekly Salary", typed: "", message: "Weekly Salary is required." },
    shown: ["$1,050.00", "Long Island"],
  },
  {
    path: "/shows",
    table: "shows",
    title: "Shows",
    columns: ["Show Name", "Date", "Horse", "Service", "Quantity", "Billed", "Actions"],
    hidden: [],
    search: "Search shows...",
    few: "opener",
    toggle: ["Showing unbilled shows", "Showing all shows"],
    empty: ["No Shows", "Add new shows to manage them here"],
    add: "Add Show",
    dialog: "New Show",
    submit: "Add",
    edit: "Edit Show",
    fields: [
      { label: "Show Name*", role: "textbox", typed: "Saratoga Cup" },
      { label: "Date*", role: "textbox", typed: "2026-11-21" },
      { label: "Horse*", role: "combobox", atFirst: "Select a horse...", typed: "Señorita Flor" },
      { label: "Service*", role: "combobox", atFirst: "Select a service...", typed: "Mane braiding" },
      { label: "Quantity*", role: "spinbutton", atFirst: "1", typed: "12" },
    ],
    wrong: { label: "Quantity", typed: "0", message: "Quantity must be at least 1." },
    shown: ["11/21/2026"],
  },
  {
    path: "/payroll",
    table: "payroll",
    title: "Payroll",
    columns: ["Date", "Week", "Groom", "Item", "Value", "Payment Date", "Paid", "Actions"],
    hidden: [],
    search: "Search payroll...",
    few: "body",
    toggle: ["Showing pending payments", "Showing all payments"],
    empty: ["No Payroll Items", "No payroll items have been generated yet"],
    add: "Add Payroll Item",
    dialog: "New Payroll Item",
    submit: "Add",
    edit: "Edit Payroll Item",
    fields: [
      { label: "Groom*", role: "combobox", atFirst: "Select a groom...", typed: "Luz Herrera" },
      { label: "Item*", role: "textbox", typed: "Night watch" },
      { label: "Date*", role: "textbox", typed: "2027-01-03" },
      { label: "Payment Date", role: "textbox", typed: "2027-01-04" },
      { label: "Value*", role: "textbox", typed: "$1,234.5", saved: "1234.50" },
      { label: "Paid", role: "checkbox", atFirst: "off", typed: "off" },
    ],
    wrong: { label: "Value", typed: "-1", message: "An amount cannot be below 0." },
    shown: ["53", "Luz Herrera", "$1,234.50", "01/04/2027"],
    named: {
      label: "Item*",
      cell: "tbody td:nth-child(4)",
      deleted: (typed) => `${typed} of Luz Herrera`,
      menu: (typed) => `${typed} of Luz Herrera, 01/03/2027`,
    },
  },
  {
    path: "/accounts",
    table: "admins",
    title: "Accounts",
    columns: ["Email", "Access", "Actions"],
    hidden: [],
    search: "Search users...",
    few: "alex",
    toggle: null,
    empty: ["No Users", "Invite users to start collaborating"],
    add: "Invite User",
    dialog: "Invite User",
    submit: "Invite",
    edit: null,
    fields: [{ label: "Email Address", role: "textbox", typed: "someone@example.com" }],
    wrong: { label: "Email Address", typed: "dana@", message: "Invalid email format." },
    shown: ["Admin"],
  },
];

export type Lists = Awaited<ReturnType<typeof openLists>>;

/** A barn, and a browser in which its admin is signed in. */
export async function openLists() {
  const [barn, browser] = await Promise.all([openBarn(), openBrowser()]);
  const [name = "", value = ""] = (await barn.cookieOf(ADMIN)).split("=");
  const cookie = { name, value, domain: "127.0.0.1", path: "/", expires: -1, httpOnly: true, secure: false };
  const storageState = { cookies: [{ ...cookie, sameSite: "Lax" as const }], origins: [] };
  return {
    barn,
    /** A visit by the admin. */
    asAdmin: (options: BrowserContextOptions, steps: (page: Page) => Promise<void>, noise?: RegExp) =>
      visit(browser, { ...options, storageState }, steps, noise),
    /** Opens the page and waits, where there is script, until it has taken over. */
    async goto(page: Page, path: string, javaScriptEnabled = true) {
      await page.goto(`${barn.url}${path}`);
      if (javaScriptEnabled) await hasTakenOver(page);
    },
    async close() {
      await barn.close();
    },
  };
}

/** Asks from outside: the page's own content policy lets nothing be evaluated in it again and again. */
async function hasTakenOver(page: Page) {
  const condition = "Object.keys(document.querySelector('main')).some((key) => key.startsWith('__reactProps'))";
  await expect.poll(() => page.evaluate(condition), { timeout: 5_000 }).toBe(true);
}

export const headings = (page: Page) => page.getByRole("columnheader").allTextContents();
export const names = (page: Page) => page.getByRole("rowheader").allTextContents();

/** What the records of a page are called. */
export const namesIn = (page: Page, { named }: Screen) =>
  named ? page.locator(named.cell).allTextContents() : names(page);

/** The field by which a record is called. */
export function nameField({ fields, named, path }: Screen): DialogField {
  const field = named ? fields.find(({ label }) => label === named.label) : fields[0];
  if (!field) throw new Error(`${path} has no name`);
  return field;
}

/** The control of a dialog's field; the star of its label is not read out. */
export const controlOf = (dialog: Locator, { role, label }: Pick<DialogField, "role" | "label">) =>
  dialog.getByRole(role, { name: label.replace("*", ""), exact: true });

/** What is in a field of a dialog, as somebody sees it. */
export async function contentOf(dialog: Locator, field: DialogField): Promise<string> {
  const control = controlOf(dialog, field);
  if (field.role === "checkbox") return (await control.isChecked()) ? "on" : "off";
  if (field.role === "combobox") return (await control.locator("option:checked").textContent()) ?? "";
  const chips = field.label === "Riders" ? await dialog.getByRole("listitem").allTextContents() : [];
  return chips.length > 0 ? chips.join("\n") : control.inputValue();
}

/** Puts `typed` into a field of a dialog. */
export async function fillIn(dialog: Locator, field: DialogField, typed = field.typed): Promise<void> {
  const control = controlOf(dialog, field);
  if (field.role === "checkbox") await control.setChecked(typed === "on");
  else if (field.role === "combobox") await control.selectOption({ label: typed });
  else if (field.label === "Riders" && (await control.getAttribute("placeholder"))?.includes("Enter")) {
    for (const rider of typed.split("\n")) {
      await control.fill(rider);
      await control.press("Enter");
    }
  } else await control.fill(typed);
}
