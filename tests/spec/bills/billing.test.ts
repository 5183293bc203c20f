import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { expect } from "vitest";
import { plusDays } from "#app/domain/basics/calendar.ts";
import { daysAgo, TODAY } from "#tests/spec/barn.ts";
import { shownDate } from "#tests/spec/dates.ts";
import type { SpecPerson } from "#tests/spec/person.ts";
import { spec, step } from "#tests/spec/spec.ts";
import { after, at } from "#tests/spec/steps.ts";
import * as the from "#tests/spec/words.ts";
import type { Barn } from "#tests/support/barn/barn.ts";

const HEADER = [
  ...["InvoiceNo", "InvoiceDate", "DueDate", "Terms", "Customer", "ServiceDate", "Item(Product/Service)"],
  ...["ItemDescription", "ItemQuantity", "ItemRate", "Class", "ItemAmount"],
];

/** Answers the questions of the dialog, and returns the file that comes, as a table, and what the database has then. */
async function download(person: SpecPerson, barn: Barn) {
  const file = await person.downloads(/^Download invoices/);
  const text = readFileSync(file.path, "utf8");
  const lines = parse(text, { columns: true }) as Record<string, string>[];
  const [settings] = await barn.rows("select invoice_number from settings");
  const exported = await barn.rows(
    "select id from bill_items where export_id is not null and export_id <> 'first' order by id",
  );
  return { name: file.name, text, lines, next: settings?.invoice_number, exported: exported.map(({ id }) => id) };
}

const monthOf = (date: string) =>
  new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`));

spec("§2 Billing", [
  step(
    at("/billing"),
    the.title("Billing"),
    the.switchIs("Showing pending bills", "on"),
    the.searchBox("Search bills..."),
    the.hasColumns("Date", "Customer", "Horse", "Service", "Quantity", "Value", "Location", "Actions"),
    the.hidden("Comments", "Entered By"),
    the.columnIs(
      "the view has the bills that are not exported",
      "Date",
      [4, 3, 2].map((days) => shownDate(daysAgo(days))),
    ),
    ...(
      [
        "Customer:Cy Zeller",
        "Horse:Atlas",
        "Service:Body clip",
        "Quantity:1",
        "Value:$120.00",
        "Location:Long Island",
      ] as const
    ).map((each) => {
      const [column = "", text = ""] = each.split(":");
      return the.cell(shownDate(daysAgo(4)), column, text, `${column} of a bill reads '${text}'`);
    }),
    the.hasButtons("Export to QB"),
    the.noButton("Add Bill"),
  ),
  step(
    after((person) => person.presses("Showing pending bills")),
    the.switchIs("Showing all bills", "off"),
    [
      "the other view has all bills, exported ones too",
      ({ rows }) =>
        expect(rows.map((row) => row.Date?.slice(0, 10))).toEqual(
          [2, 3, 4, 50].map((days) => shownDate(daysAgo(days))),
        ),
    ],
  ),
  step(
    after(async (person) => {
      await person.opens("/billing");
      await person.hides("Comments");
    }),
    the.cell(shownDate(daysAgo(2)), "Comments", "Before noon", "the Columns menu shows the comments"),
  ),
]);

spec("§2 Billing, §9 Export CSV", [
  step(
    async (person, barn) => {
      await person.opens("/billing");
      await person.searches("atlas");
      await person.presses("Export to QB");
      await person.waitsAfter("Export", "Exporting...");
      return download(person, barn);
    },
    [
      "the header has the columns of the accounting package, in their order",
      ({ text }) => expect(text.split("\r\n")[0]).toBe(HEADER.join(",")),
    ],
    ["an export has the bills of the visible list only", ({ lines }) => expect(lines).toHaveLength(1)],
    ["InvoiceNo starts from the next invoice number", ({ lines }) => expect(lines[0]?.InvoiceNo).toBe("1001")],
    [
      "InvoiceDate is the date of the bill, MM/DD/YYYY",
      ({ lines }) => expect(lines[0]?.InvoiceDate).toBe(shownDate(daysAgo(4))),
    ],
    ["DueDate is 15 days later", ({ lines }) => expect(lines[0]?.DueDate).toBe(shownDate(plusDays(daysAgo(4), 15)))],
    ["Terms are 'Net 15'", ({ lines }) => expect(lines[0]?.Terms).toBe("Net 15")],
    ["Customer is the name of the customer", ({ lines }) => expect(lines[0]?.Customer).toBe("Cy Zeller")],
    [
      "ServiceDate is the date of the bill, MM/DD/YYYY",
      ({ lines }) => expect(lines[0]?.ServiceDate).toBe(shownDate(daysAgo(4))),
    ],
    ["Item is the name of the service", ({ lines }) => expect(lines[0]?.["Item(Product/Service)"]).toBe("Body clip")],
    [
      "ItemDescription reads 'service for horse-month'",
      ({ lines }) => expect(lines[0]?.ItemDescription).toBe(`Body clip for Atlas-${monthOf(daysAgo(4))}`),
    ],
    ["ItemQuantity is the quantity", ({ lines }) => expect(lines[0]?.ItemQuantity).toBe("1")],
    ["ItemRate is the value", ({ lines }) => expect(Number(lines[0]?.ItemRate)).toBe(120)],
    ["Class is the location in upper case, with a space", ({ lines }) => expect(lines[0]?.Class).toBe("LONG ISLAND")],
    ["ItemAmount is quantity times value", ({ lines }) => expect(Number(lines[0]?.ItemAmount)).toBe(120)],
    ["the name of the file carries the date of the export", ({ name }) => expect(name).toContain(TODAY)],
    [
      "§4 the bills of the list are exported then, and no others",
      ({ exported }) => expect(exported).toEqual(["bill-2"]),
    ],
    ["the next invoice number is stored", ({ next }) => expect(next).toBe(1002)],
  ),
  step(
    async (person, barn) => {
      await barn.rows("update bill_items set customer_id = null, quantity = 1 where id in ('bill-1', 'bill-3')");
      await person.opens("/billing");
      await person.presses("Export to QB");
      const during = await person.waitsAfter("Export", "Exporting...");
      return { during, ...(await download(person, barn)) };
    },
    ["the button 'Exporting...' is disabled", ({ during }) => the.isDisabled(during, "Exporting...")],
    [
      "the bills of a horse are one invoice",
      ({ lines }) => expect(lines.map((line) => line.InvoiceNo)).toEqual(["1002", "1002"]),
    ],
    ["the invoice number rises by one for each horse", ({ next }) => expect(next).toBe(1003)],
    ["an unknown customer becomes 'Unknown'", ({ lines }) => expect(lines[0]?.Customer).toBe("Unknown")],
    ["Class of a horse in Florida is 'FLORIDA'", ({ lines }) => expect(lines[0]?.Class).toBe("FLORIDA")],
  ),
  step(at("/billing"), the.empty("No Bills", "All bills are exported."), the.hasButtons("Show all bills")),
  step(
    async (person, barn) => {
      for (const table of ["payroll", "export_lines", "bill_items"]) await barn.rows(`delete from ${table}`);
      await person.opens("/billing");
      return person.sees();
    },
    the.empty("No Bills", "No bills have been generated yet"),
    the.disabled("Export to QB"),
  ),
]);
