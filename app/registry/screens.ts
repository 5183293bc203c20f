import { TOPICS, type Topic } from "#app/domain/basics/topics.ts";

/** The topics of the shell around an admin's pages: the signed-in user, and the number of payroll weeks due. */
export const SHELL_TOPICS: readonly Topic[] = ["admins", "settings"];

/**
 * A dialog over a screen: a nested route in `<file>.tsx` of the screen's folder, or of another folder if the name has
 * one (`files.ts`). All filter forms share one file.
 */
export type DialogRoute = {
  path: string;
  file?: string;
  /** Topics of the records that the dialog shows; absent if the dialog keeps the data that it opened with. */
  topics?: readonly Topic[];
  /** The dialog is a record's form, which opens from the list's row. `whole`: the form needs no other data. */
  form?: "whole" | "with choices";
} & (
  | { path: `:id/${string}` | "filter"; action?: undefined }
  /** What the dialog does, in the words of 'Go to anything'; null if another dialog leads to it. */
  | { action: string | null }
);

/** A page of a screen, of one record or of several, as a route of its own. Its file is named like a dialog's. */
export type PageRoute = {
  /** Below the path of the screen: ':id'. A path without ':id' comes before the others. */
  path: string;
  file: string;
  /** The kind of page. The title of its browser tab is `title` in the loader's data, with the name of the record. */
  title: string;
  /** Topics of every record whose data the page shows. */
  topics: readonly Topic[];
  /** The file of the route that answers with the page's table as a file, at '<path>/csv'. */
  csv?: string;
};

type ScreenDefinition = {
  path: string;
  /** The heading of the page and the title of its browser tab. */
  title: string;
  access: "everyone" | "admin";
  /** The entry in the sidebar, and the letter that leads to it after `g`; absent for a page that only another screen links to. */
  nav?: { label: string; icon: string; group: 0 | 1 | 2 | 3; letter: string };
  /** Topics of every record whose data the page shows, joined names included. */
  topics: readonly Topic[];
  /** The page has all rows of its view, and the browser selects among them (docs/architecture.md, 'One list'). */
  isShort?: true;
  dialogs: readonly DialogRoute[];
  pages?: readonly PageRoute[];
  /** As of a page. Described lists share one file. */
  csv?: string;
};

/** The Add and Edit dialogs of a kind of record, which share one file. */
const recordDialogs = (noun: string, form: DialogRoute["form"] = "with choices") =>
  [
    { path: "new", file: "dialog", action: `Add ${noun}`, form },
    { path: ":id/edit", file: "dialog", form },
  ] as const;

/** The form of the filters of a list. Its options stay as they were when it opened. */
const FILTER_DIALOG = { path: "filter" } as const;

/**
 * Every screen, in the order of the sidebar (docs/product.md, 'Screens'). Routes, navigation, guards, page
 * titles, live refresh, tests and bench derive from this list. A test checks the topics against the tables that each loader reads.
 */
export const SCREENS = [
  {
    path: "/",
    title: "Service Form",
    access: "everyone",
    nav: { label: "Input Form", icon: "form", group: 0, letter: "i" },
    topics: ["horses", "customers", "services", "grooms", "bills", "payroll"],
    dialogs: [],
  },
  {
    path: "/go",
    title: "Go to anything",
    access: "admin",
    topics: ["customers", "exports", "grooms", "horses", "services", "shows", "standing"],
    dialogs: [],
  },
  {
    path: "/overview",
    title: "Overview",
    access: "admin",
    nav: { label: "Overview", icon: "chart", group: 1, letter: "v" },
    topics: TOPICS,
    dialogs: [],
    pages: [
      {
        path: "income",
        file: "overview/income/income",
        title: "Income",
        topics: ["bills", "corrections", "horses", "payroll", "services"],
        csv: "overview/income/income-csv",
      },
    ],
  },
  {
    path: "/horses",
    title: "Horses",
    access: "admin",
    nav: { label: "Horses", icon: "horseshoe", group: 1, letter: "h" },
    topics: ["horses", "customers", "bills", "settings"],
    isShort: true,
    dialogs: [
      ...recordDialogs("horse"),
      FILTER_DIALOG,
      {
        path: "bill",
        file: "boarding/bill-horses-dialog",
        action: "Bill horses",
        topics: ["horses", "customers", "services", "grooms", "bills", "dismissals", "settings", "standing"],
      },
    ],
    pages: [
      {
        path: "board",
        file: "boarding/coming-board",
        title: "Next month’s boarding",
        topics: ["bills", "customers", "dismissals", "grooms", "horses", "services", "settings", "standing"],
        csv: "boarding/coming-board-csv",
      },
      {
        path: ":id",
        file: "page",
        title: "Horse",
        topics: ["bills", "customers", "grooms", "horses", "services", "settings", "shows", "standing"],
      },
    ],
  },
  {
    path: "/customers",
    title: "Customers",
    access: "admin",
    nav: { label: "Customers", icon: "people", group: 1, letter: "c" },
    topics: ["customers", "horses", "statements"],
    isShort: true,
    dialogs: [...recordDialogs("customer", "whole"), { path: ":id/merge", file: "merge-dialog" }, FILTER_DIALOG],
    pages: [
      {
        path: "statements",
        file: "statements/month/statements",
        title: "Statements",
        topics: ["bills", "corrections", "customers", "exports", "horses", "services", "settings", "statements"],
        csv: "statements/month/statements-csv",
      },
      {
        path: "statements/print",
        file: "statements/month/statements-print",
        title: "Print statements",
        topics: ["bills", "corrections", "customers", "exports", "horses", "services", "settings", "statements"],
      },
      {
        path: "links",
        file: "statements/links/working-links",
        title: "Active links",
        topics: ["admins", "customers", "statements"],
      },
      {
        path: ":id",
        file: "page",
        title: "Customer",
        topics: [
          "bills",
          "corrections",
          "customers",
          "exports",
          "grooms",
          "horses",
          "services",
          "shows",
          "standing",
          "statements",
        ],
      },
      {
        path: ":id/statement",
        file: "statements/one/statement-page",
        title: "Statement",
        topics: ["bills", "corrections", "customers", "exports", "horses", "services", "settings", "statements"],
      },
    ],
  },
  {
    path: "/customers/questions",
    title: "Questions",
    access: "admin",
    topics: ["bills", "corrections", "customers", "statements"],
    dialogs: [
      { path: ":id/edit", file: "bills/list/edit-dialog" },
      { path: ":id/correct", file: "bills/list/correct-dialog" },
    ],
  },
  {
    path: "/services",
    title: "Services",
    access: "admin",
    nav: { label: "Services", icon: "tag", group: 1, letter: "s" },
    topics: ["services", "settings"],
    isShort: true,
    dialogs: recordDialogs("service", "whole"),
  },
  {
    path: "/services/standing",
    title: "Standing charges",
    access: "admin",
    topics: ["customers", "grooms", "horses", "services", "standing"],
    isShort: true,
    dialogs: [...recordDialogs("standing charge"), FILTER_DIALOG],
  },
  {
    path: "/grooms",
    title: "Grooms",
    access: "admin",
    nav: { label: "Grooms", icon: "brush", group: 1, letter: "g" },
    topics: ["grooms"],
    isShort: true,
    dialogs: recordDialogs("groom", "whole"),
    pages: [{ path: ":id", file: "page", title: "Groom", topics: ["grooms", "payroll"] }],
  },
  {
    path: "/shows",
    title: "Shows",
    access: "admin",
    nav: { label: "Horse Shows", icon: "rosette", group: 1, letter: "o" },
    topics: ["shows", "horses", "services", "bills"],
    dialogs: [
      ...recordDialogs("show"),
      FILTER_DIALOG,
      {
        path: "bill",
        file: "bills/show-run/bill-shows-dialog",
        action: "Bill shows",
        topics: ["shows", "horses", "services", "bills", "customers"],
      },
    ],
  },
  {
    path: "/billing",
    title: "Billing",
    access: "admin",
    nav: { label: "Billing", icon: "receipt", group: 2, letter: "b" },
    topics: ["bills", "customers", "horses", "services"],
    dialogs: [
      FILTER_DIALOG,
      {
        path: "export",
        file: "exports/new/export-dialog",
        action: "Export bills",
        topics: [
          "bills",
          "customers",
          "dismissals",
          "exports",
          "grooms",
          "horses",
          "services",
          "settings",
          "shows",
          "standing",
        ],
      },
      { path: ":id/edit", file: "edit-dialog" },
      { path: ":id/correct", file: "correct-dialog" },
    ],
  },
  {
    path: "/billing/check",
    title: "Check",
    access: "admin",
    topics: [
      "bills",
      "customers",
      "dismissals",
      "grooms",
      "horses",
      "payroll",
      "services",
      "settings",
      "shows",
      "standing",
    ],
    dialogs: [
      { path: ":id/edit", file: "bills/list/edit-dialog" },
      { path: ":id/correct", file: "bills/list/correct-dialog" },
    ],
  },
  {
    path: "/billing/corrections",
    title: "Corrections",
    access: "admin",
    topics: ["bills", "corrections", "customers", "horses", "services"],
    isShort: true,
    dialogs: [{ path: "new", file: "credit-dialog", action: "Add credit" }],
  },
  {
    path: "/billing/exports",
    title: "Exports",
    access: "admin",
    topics: ["exports"],
    isShort: true,
    dialogs: [{ path: ":id/void", file: "void-dialog" }],
    csv: "exports-csv",
  },
  {
    path: "/billing/invoices",
    title: "Invoices",
    access: "admin",
    topics: ["corrections", "customers", "exports", "horses"],
    dialogs: [FILTER_DIALOG],
    pages: [
      {
        path: ":id",
        file: "page",
        title: "Invoice",
        topics: ["bills", "corrections", "customers", "exports", "horses", "services"],
      },
    ],
  },
  {
    path: "/billing/runs",
    title: "Billing runs",
    access: "admin",
    topics: ["bills", "payroll"],
    isShort: true,
    dialogs: [],
    csv: "runs-csv",
  },
  {
    path: "/payroll",
    title: "Payroll",
    access: "admin",
    nav: { label: "Payroll", icon: "banknote", group: 2, letter: "p" },
    topics: ["payroll", "grooms", "dismissals", "settings"],
    dialogs: [
      ...recordDialogs("payroll item"),
      FILTER_DIALOG,
      {
        path: "generate",
        file: "generate-dialog",
        action: "Run payroll",
        topics: ["dismissals", "grooms", "payroll", "settings"],
      },
      { path: "last-run", file: "last-run-dialog", action: null },
      { path: "pay", file: "pay-dialog", action: "Mark due payments as paid" },
    ],
  },
  {
    path: "/payroll/runs",
    title: "Payroll runs",
    access: "admin",
    topics: ["payroll"],
    isShort: true,
    dialogs: [],
    csv: "runs-csv",
  },
  {
    path: "/payroll-summary",
    title: "Payroll Summary",
    access: "admin",
    nav: { label: "Payroll Summary", icon: "table", group: 2, letter: "y" },
    topics: ["payroll", "grooms"],
    dialogs: [],
    csv: "summary-csv",
    pages: [
      { path: "year", file: "year", title: "Paid by year", topics: ["bills", "grooms", "payroll"], csv: "year-csv" },
    ],
  },
  {
    path: "/activity",
    title: "Activity",
    access: "admin",
    nav: { label: "Activity", icon: "clock", group: 3, letter: "t" },
    topics: TOPICS,
    dialogs: [FILTER_DIALOG],
  },
  {
    path: "/accounts",
    title: "Accounts",
    access: "admin",
    nav: { label: "Accounts", icon: "key", group: 3, letter: "a" },
    topics: ["admins"],
    isShort: true,
    dialogs: [
      { path: "new", file: "dialog", action: "Invite user" },
      { path: "settings", file: "settings-dialog", action: "Edit the settings" },
    ],
  },
  {
    path: "/import",
    title: "Import",
    access: "admin",
    topics: ["settings"],
    dialogs: [],
    pages: [
      {
        path: ":id",
        file: "page",
        title: "Import",
        topics: [
          "bills",
          "customers",
          "dismissals",
          "grooms",
          "horses",
          "payroll",
          "services",
          "settings",
          "shows",
          "standing",
        ],
      },
    ],
  },
] as const satisfies readonly ScreenDefinition[];

export type Screen = (typeof SCREENS)[number];
export type ScreenPath = Screen["path"];

export const dialogsOf = (screen: ScreenDefinition): readonly DialogRoute[] => screen.dialogs;

/** Whether a screen is a list of described rows, which has a file by itself. */
export const isDescribedList = ({ dialogs, isShort, csv }: ScreenDefinition) =>
  !csv && (isShort === true || dialogs.some(({ path }) => path === "filter"));

/** The routes of the tables of a screen and of its pages as files: the address and the file below `app`. */
export const csvRoutesOf = (screen: ScreenDefinition): { path: string; csv: string }[] =>
  [{ ...screen, path: "" }, ...(screen.pages ?? [])].flatMap(({ path, csv }) =>
    csv ? [{ path: [screen.path, path, "csv"].filter(Boolean).join("/"), csv }] : [],
  );

export const pageRoutesOf = (screen: ScreenDefinition): readonly PageRoute[] => screen.pages ?? [];

export type ScreenIcon = Extract<Screen, { nav: unknown }>["nav"]["icon"] | "search";

/** The screen after an admin's sign-in, unless the admin wanted to open another page. */
export const FIRST_SCREEN: ScreenPath = "/overview";
