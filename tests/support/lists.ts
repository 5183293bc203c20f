import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { BoundField, Control } from "#app/domain/field.ts";
import type { Screen as RegisteredScreen } from "#app/domain/screens.ts";
import { LISTS } from "#app/routes/lists.ts";
import { ADMIN, openBarn } from "./barn.ts";
import { openBrowser, visit } from "./browser.ts";
import { IS_HYDRATED } from "./people.ts";
import { tableOf } from "./read-list.ts";

export const DESK: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** A field of a dialog, with its label and role, and a sample text to enter. */
export type DialogField = {
  /** The label, with its star if the field is required. */
  label: string;
  role: "textbox" | "combobox" | "checkbox" | "switch";
  /** The content of the field in the dialog of a new record. */
  atFirst?: string | undefined;
  placeholder?: string | undefined;
  typed: string;
  /** The content of the field after the record was saved, if not `typed`. */
  saved?: string | undefined;
};

/** The address of every list with a dialog that adds a record. A list without an entry here does not compile. */
type ListPath = Extract<RegisteredScreen, { dialogs: readonly [{ path: "new" }, ...unknown[]] }>["path"];

type Sample = { typed: string; saved?: string };

export type Screen = {
  path: string;
  table: string;
  /** The headings of the columns that are shown at first, and of those that are hidden. */
  columns: string[];
  hidden: string[];
  search: string;
  /** A search that finds a few records. */
  few: string;
  toggle: [on: string, off: string] | null;
  add: string;
  dialog: string;
  submit: string;
  /** Null if records are not edited. */
  edit: string | null;
  fields: DialogField[];
  /** A refused entry and its message. */
  wrong: { label: string; typed: string; message: string };
  /** Texts of the list's row after the samples were saved. */
  shown: string[];
  /** Set if the display name of a record is not its first field in the first column. */
  named?: {
    label: string;
    /** The cell of the row that shows the field. */
    cell: string;
    /** The display name in 'was deleted', and in the labels of its row. */
    deleted: (typed: string) => string;
    menu: (typed: string) => string;
  };
};

type Samples = Readonly<Record<string, Sample>>;
type InventoryField = Pick<BoundField<never>, "name" | "label" | "heading" | "listed" | "input">;

/** The default samples, by the kind of control. */
const SAMPLES: Record<Control, Sample> = {
  text: { typed: "Some text" },
  email: { typed: "some@example.com" },
  tel: { typed: "(561) 555-0100" },
  multiline: { typed: "Two\nlines" },
  lines: { typed: "Ana\nBea" },
  amount: { typed: "$1,250.5", saved: "1250.50" },
  quantity: { typed: "12" },
  date: { typed: "2026-01-05" },
  checkbox: { typed: "on" },
  choice: { typed: "Long Island" },
  reference: { typed: "" },
};

const ROLES: Partial<Record<Control, DialogField["role"]>> = {
  checkbox: "checkbox",
  choice: "combobox",
  reference: "combobox",
};

/** The table, the headings and the dialog's fields of a screen, from the description of its records. */
const inventoryOf = (path: string, samples: Samples, order?: readonly string[]) =>
  LISTS.get(path)?.(({ source, description: { fields } }) => {
    const inForm = fields.filter(({ input }) => input?.inForm);
    const ordered = order?.flatMap((name) => inForm.find((field) => field.name === name) ?? []) ?? inForm;
    return {
      table: tableOf(source),
      columns: [...fields.flatMap(({ heading, listed }) => (listed.hidden ? [] : [heading])), "Actions"],
      hidden: fields.flatMap(({ heading, listed }) => (listed.hidden ? [heading] : [])),
      fields: ordered.map((field) => dialogFieldOf(field, samples[field.name])),
    };
  });

function dialogFieldOf({ label, listed, input }: InventoryField, sample?: Sample): DialogField {
  if (!input) throw new TypeError(`${label} is not entered`);
  const { control, required, placeholder, options } = input;
  const initial = input.initialText("today");
  const isStarred = required && control !== "checkbox";
  return {
    label: isStarred ? `${label}*` : label,
    role: (control === "checkbox" && !listed.isCheckbox && "switch") || (ROLES[control] ?? "textbox"),
    atFirst:
      control === "checkbox"
        ? initial || "off"
        : control === "reference"
          ? placeholder
          : (options.find(({ id }) => id === initial)?.name ?? (initial || undefined)),
    placeholder: control === "reference" ? undefined : placeholder,
    ...(sample ?? SAMPLES[control]),
  };
}

type Described = "path" | "table" | "columns" | "hidden" | "fields";
type Entry = Omit<Screen, Described> & { samples: Samples; order?: readonly string[]; fields?: DialogField[] };

/** Every list with records to edit. Texts that are not in the description of a record are copied from docs/product.md. */
const INVENTORY: { [Path in ListPath]: Entry } = {
  "/horses": {
    samples: {
      name: { typed: "Silver Birch" },
      customerId: { typed: "Maeve O'Brien" },
      checkOutDate: { typed: "2099-12-31" },
      boarding: { typed: "$3,050.50", saved: "3050.50" },
      boardingSurcharge: { typed: "175" },
      training: { typed: "1,200", saved: "1200" },
      isBillable: { typed: "off" },
    },
    search: "Search horses...",
    few: "rumba",
    toggle: ["Showing horses in property", "Showing all horses"],
    add: "Add Horse",
    dialog: "New Horse",
    submit: "Add",
    edit: "Edit Horse",
    wrong: {
      label: "Check-out Date",
      typed: "2026-01-04",
      message: "The check-out date cannot be before the check-in date.",
    },
    shown: ["Maeve O'Brien", "$3,050.50", "$175.00", "$1,200.00", "$100.00", "Long Island"],
  },
  "/customers": {
    samples: {
      name: { typed: "Priya Nolan" },
      emails: {
        typed: "Priya@example.com, , b@example.com,c@example.com",
        saved: "priya@example.com, b@example.com, c@example.com",
      },
      riders: { typed: "Ana\nBea\nCleo" },
    },
    search: "Search customers...",
    few: "o'brien",
    toggle: null,
    add: "Add Customer",
    dialog: "New Customer",
    submit: "Add",
    edit: "Edit Customer",
    wrong: { label: "Name", typed: "  ", message: "Name is required." },
    shown: ["priya@example.com, b@example.com…", "(561) 555-0100", "Ana, Bea…"],
  },
  "/services": {
    samples: {
      productServiceName: { typed: "Mane pulling" },
      salesDescription: { typed: "Short\nand even" },
    },
    search: "Search services...",
    few: "braiding",
    toggle: null,
    add: "Add Service",
    dialog: "New Service",
    submit: "Add",
    edit: "Edit Service",
    wrong: { label: "Price", typed: "abc", message: "Enter an amount in dollars, such as 2,900 or 2900.50." },
    shown: ["$1,250.50", "and even"],
  },
  "/grooms": {
    samples: {
      name: { typed: "Iris Vance" },
      endDate: { typed: "2099-12-31" },
      weeklySalary: { typed: "1,050", saved: "1050" },
    },
    search: "Search grooms...",
    few: "luz",
    toggle: ["Showing active employees", "Showing all employees"],
    add: "Add Groom",
    dialog: "New Groom",
    submit: "Add",
    edit: "Edit Groom",
    wrong: { label: "Weekly Salary", typed: "", message: "Weekly Salary is required." },
    shown: ["$1,050.00", "Long Island"],
  },
  "/shows": {
    samples: {
      name: { typed: "Saratoga Cup" },
      date: { typed: "2026-11-21" },
      horseId: { typed: "Señorita Flor" },
      serviceId: { typed: "Mane braiding" },
    },
    search: "Search shows...",
    few: "opener",
    toggle: ["Showing unbilled shows", "Showing all shows"],
    add: "Add Show",
    dialog: "New Show",
    submit: "Add",
    edit: "Edit Show",
    wrong: { label: "Quantity", typed: "0", message: "Quantity must be at least 1." },
    shown: ["11/21/2026"],
  },
  "/payroll": {
    samples: {
      groomId: { typed: "Luz Herrera" },
      item: { typed: "Night watch" },
      date: { typed: "2027-01-03" },
      paymentDate: { typed: "2027-01-04" },
      value: { typed: "$1,234.5", saved: "1234.50" },
      paid: { typed: "off" },
    },
    order: ["groomId", "item", "date", "paymentDate", "value", "paid"],
    search: "Search payroll...",
    few: "body",
    toggle: ["Showing pending payments", "Showing all payments"],
    add: "Add Payroll Item",
    dialog: "New Payroll Item",
    submit: "Add",
    edit: "Edit Payroll Item",
    wrong: { label: "Value", typed: "-1", message: "An amount cannot be below 0." },
    shown: ["53", "Luz Herrera", "$1,234.50", "01/04/2027"],
    named: {
      label: "Item*",
      cell: "tbody td:nth-child(4)",
      deleted: (typed) => `${typed} of Luz Herrera`,
      menu: (typed) => `${typed} of Luz Herrera, 01/03/2027`,
    },
  },
  "/accounts": {
    samples: {},
    fields: [{ label: "Email Address", role: "textbox", typed: "someone@example.com" }],
    search: "Search users...",
    few: "alex",
    toggle: null,
    add: "Invite User",
    dialog: "Invite User",
    submit: "Invite",
    edit: null,
    wrong: { label: "Email Address", typed: "dana@", message: "Invalid email format." },
    shown: ["Admin"],
  },
};

export const SCREENS: Screen[] = Object.entries<Entry>(INVENTORY).flatMap(([path, { samples, order, ...screen }]) => {
  const described = inventoryOf(path, samples, order);
  return described ? [{ path, ...described, ...screen }] : [];
});

export type Lists = Awaited<ReturnType<typeof openLists>>;

/** Starts a barn, and a browser in which an admin is signed in. */
export async function openLists() {
  const [barn, browser] = await Promise.all([openBarn(), openBrowser()]);
  const [name = "", value = ""] = (await barn.cookieOf(ADMIN)).split("=");
  const cookie = { name, value, domain: "127.0.0.1", path: "/", expires: -1, httpOnly: true, secure: false };
  const storageState = { cookies: [{ ...cookie, sameSite: "Lax" as const }], origins: [] };
  return {
    barn,
    /** Runs `steps` as the admin in a new browser profile. See `visit` about `noise`. */
    asAdmin: (options: BrowserContextOptions, steps: (page: Page) => Promise<void>, noise?: RegExp) =>
      visit(browser, { ...options, storageState }, steps, noise),
    /** Opens the page and, with JavaScript, waits until React has hydrated it. */
    async goto(page: Page, path: string, javaScriptEnabled = true) {
      await page.goto(`${barn.url}${path}`);
      if (javaScriptEnabled) await waitForHydration(page);
    },
    async close() {
      await barn.close();
    },
  };
}

/** Polls from the test: page.waitForFunction uses eval, which the Content-Security-Policy blocks. */
async function waitForHydration(page: Page) {
  await expect.poll(() => page.evaluate(IS_HYDRATED), { timeout: 5_000 }).toBe(true);
}

/** The headings of a list, without that of the boxes that select rows. */
export const headings = (page: Page) => page.locator("thead th:not(.select)").allTextContents();
export const names = (page: Page) => page.getByRole("rowheader").allTextContents();

/** Returns the display names of the records on the page. */
export const namesIn = (page: Page, { named }: Screen) =>
  named ? page.locator(named.cell).allTextContents() : names(page);

/** Returns the field with the display name of a record. */
export function nameField({ fields, named, path }: Screen): DialogField {
  const field = named ? fields.find(({ label }) => label === named.label) : fields[0];
  if (!field) throw new Error(`${path} has no name`);
  return field;
}

/** Returns the control of a field. The star of a required field is not in its accessible name. */
export const controlOf = (dialog: Locator, { role, label }: Pick<DialogField, "role" | "label">) =>
  dialog.getByRole(role, { name: label.replace("*", ""), exact: true });

/** What the controls of a field display: a text, "on" or "off" of a checkbox, the chosen option, or the riders, one on each line. */
type DisplayedField = { content: string; placeholder: string | null; isInvalid: boolean };

/** Returns what the controls of a dialog display, by label, in one step: a step for each takes a third of these tests. */
export async function displayedFields(dialog: Locator): Promise<Record<string, DisplayedField>> {
  const controls = dialog.locator("input:not([type=hidden]), select, textarea");
  return controls.evaluateAll((elements) => {
    const fields: Record<string, DisplayedField> = {};
    for (const control of elements as (HTMLInputElement | HTMLSelectElement)[]) {
      const label = control.labels?.[0]?.textContent ?? "";
      const contents = {
        checkbox: () => ((control as HTMLInputElement).checked ? "on" : "off"),
        "select-one": () => (control as HTMLSelectElement).selectedOptions[0]?.textContent ?? "",
      };
      const content = contents[control.type as keyof typeof contents]?.() ?? control.value;
      const chips = [...(control.closest("div:has(> ul)")?.querySelectorAll("li") ?? [])];
      fields[label] = {
        content: [...chips.map(({ textContent }) => textContent), content].filter(Boolean).join("\n"),
        placeholder: control.getAttribute("placeholder"),
        isInvalid: control.ariaInvalid === "true",
      };
    }
    return fields;
  });
}

/** Enters `typed` into a field of a dialog. */
export async function fillIn(dialog: Locator, field: DialogField, typed = field.typed): Promise<void> {
  const control = controlOf(dialog, field);
  if (field.role === "checkbox" || field.role === "switch") await control.setChecked(typed === "on");
  else if (field.role === "combobox") await control.selectOption({ label: typed });
  else if (field.label === "Riders") {
    for (const rider of typed.split("\n")) {
      await control.fill(rider);
      await dialog.getByRole("button", { name: "Add rider" }).click();
      await dialog.getByRole("listitem").filter({ hasText: rider }).waitFor();
    }
  } else await control.fill(typed);
}
