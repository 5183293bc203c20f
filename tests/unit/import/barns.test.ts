import { strToU8 } from "fflate";
import { expect, test } from "vitest";
import { readImportFile, sourcesOf } from "#app/domain/import/import-files.ts";
import { forTables, type KnownRecord } from "#app/domain/import/import-plan.ts";
import { groupFindings } from "#app/domain/import/import-reader.ts";
import { planImport } from "#app/domain/import/import-records.ts";
import { workbookOf } from "#tests/support/import/workbook.ts";

/* Workbooks and files as different as barns are, each from its bytes to the rows that a person expects. */

const NOW = "2026-11-21T12:00:00.000Z";
const NOTHING = forTables(() => new Map<string, KnownRecord>());

async function planOf(files: { [name: string]: string | Uint8Array }) {
  const readings = await Promise.all(
    Object.entries(files).map(([name, content]) =>
      readImportFile({ name, bytes: typeof content === "string" ? strToU8(content) : content }),
    ),
  ).then((all) => all.flat());
  expect(readings.flatMap(({ problem }) => problem ?? [])).toEqual([]);
  const plan = planImport(sourcesOf(readings), NOTHING, NOW);
  const ownerOf = new Map(plan.rows.customers.map(({ id, name }) => [id, name]));
  return {
    ...plan,
    kinds: readings.map(({ sheet, collection, note }) => [sheet, collection, note]),
    owned: plan.rows.horses.map(({ name, customer_id }) => [name, ownerOf.get(String(customer_id)) ?? null]),
    said: groupFindings(plan.findings).map(({ field, reason, choice, findings }) => [
      findings.length,
      field,
      choice,
      reason,
    ]),
  };
}

const namesOf = (rows: readonly { readonly [column: string]: unknown }[]) => rows.map(({ name }) => name);
const OWNER = "Named as the owner of a horse, and becomes a customer.";

test("a stall list begins in the second column, and its barns are no locations", async () => {
  const { rows, kinds, said } = await planOf({
    "Stalls.xlsx": workbookOf({
      "Stall list": [
        [null, "Whitfield Farm"],
        [],
        [null, "Barn", "Stall", "Horse", "Owner", "Board", "In", null, "State"],
        [null, "Main", 1, "Juniper", "Nora Whitfield", 2900, { day: "2026-03-01" }, null, "FL"],
        [null, "Main", 2, "(empty)"],
        [null, "Annex", 12, "Bold Ruler, Jr.", "Kim, Andrew", "$3,100.50", "Oct 1, 2026", null, "NY"],
        [null, "Annex", 14, "🐴 Buttercup", "Kim, Andrew", "—", "1-Oct-26", null, "NY"],
        [null, "Annex", 15, "سهم", "Zoë Ñandú", 2900, 46_025, null, "NY"],
      ],
    }),
  });
  expect(kinds).toEqual([["Stall list", "horses", "The headings are in line 3, below 'Whitfield Farm'."]]);
  expect(rows.horses).toMatchObject([
    { name: "Juniper", check_in_date: "2026-03-01", boarding: 290_000, location: "florida" },
    { name: "Bold Ruler, Jr.", check_in_date: "2026-10-01", boarding: 310_050, location: "long-island" },
    { name: "🐴 Buttercup", check_in_date: "2026-10-01", boarding: 0, location: "long-island" },
    { name: "سهم", check_in_date: "2026-01-03", location: "long-island" },
  ]);
  expect(namesOf(rows.customers)).toEqual(["Nora Whitfield", "Andrew Kim", "Zoë Ñandú"]);
  expect(said).toEqual([
    [1, "checkInDate", "leave-out", "It is missing."],
    [3, "name", "as-is", OWNER],
  ]);
});

test("a sheet for each place gives its horses their location, and hidden, prose and feed sheets stay out", async () => {
  const { rows, kinds, said } = await planOf({
    "Barn 2026.xlsx": workbookOf(
      {
        "How to use": [
          ["Please enter each horse once. The office copies the board to the bills on the first of the month."],
        ],
        Wellington: [
          ["Horse", "Owner", "Board", "In"],
          ["Apollo", "Ann Lee", 2900, { day: "2026-01-02" }],
        ],
        "Bridgehampton (NY)": [
          ["Horse", "Owner", "Board", "In"],
          ["Star", "Ann Lee", 3400, { day: "2026-05-01" }],
        ],
        Feed: [
          ["Horse", "AM", "PM", "Owner"],
          ["Apollo", "2 flakes", "1 scoop", "Ann Lee"],
          ["Star", "1 flake", "1 scoop", "Ann Lee"],
        ],
        Pivot: [
          ["Row Labels", "Count of Horse", "Sum of Board"],
          ["Ann Lee", 2, 6300],
          ["Grand Total", 2, 6300],
        ],
        "Old horses": {
          isHidden: true,
          rows: [
            ["Horse", "Owner", "Board", "In"],
            ["Gone", "Ann Lee", 2900, { day: "2019-01-02" }],
          ],
        },
      },
      {
        "xl/chartsheets/sheet1.xml": strToU8("<chartsheet/>"),
      },
    ),
  });
  expect(kinds).toEqual([
    ["How to use", null, null],
    ["Wellington", "horses", "Location is Florida, from the name of the sheet or file."],
    ["Bridgehampton (NY)", "horses", "Location is Long Island, from the name of the sheet or file."],
    ["Feed", null, "Another sheet has these horses."],
    ["Pivot", null, "Left out: 1 row of totals and page marks."],
    ["Old horses", null, "The sheet is hidden."],
  ]);
  expect(rows.horses).toMatchObject([
    { name: "Apollo", location: "florida", boarding: 290_000 },
    { name: "Star", location: "long-island", boarding: 340_000 },
  ]);
  expect(said).toEqual([[1, "name", "as-is", OWNER]]);
});

test("a file for each place gives its horses their location", async () => {
  const { rows } = await planOf({
    "Wellington.csv": "Horse,Arrived\nApollo,1/3/26\n",
    "Summer - Hamptons.csv": "Horse,Arrived\nStar,1/3/26\n",
    "Wellington and Hamptons.csv": "Horse,Arrived\nMax,1/3/26\n",
  });
  expect(rows.horses.map(({ location }) => location)).toEqual(["florida", "long-island", "florida"]);
});

test("merged cells stand for each of their rows, and groups of headings name their columns", async () => {
  const { rows, owned, said } = await planOf({
    "board.xlsx": workbookOf({
      Board: {
        merges: ["A1:G1", "A2:B2", "C2:E2", "F2:G2", "C4:C6", "D4:D6", "E4:E6", "F9:F10"],
        rows: [
          ["Cedar Hollow", null, null, null, null, null, null],
          ["Horse", null, "Owner", null, null, "Charges", null],
          ["Name", "In", "Name", "Phone", "E-mail", "Board", "Training"],
          ["Juniper", { day: "2026-03-01" }, "Walsh, Patricia", 5_165_550_100, "pat@walsh.example", 2900, 850],
          ["Bella", { day: "2026-03-01" }, null, null, null, 2900, null],
          [{ formula: "Silver Oak" }, { day: "2026-04-01" }, null, null, null, 2900.1, { error: "#REF!" }],
          ["Max", { day: "2026-04-01" }, "Bo Carr", "5.16555E+09", "bo@carr.example", 2900, 0],
          [{ error: "#N/A" }, { day: "2026-04-01" }, "Bo Carr", null, null, 2900, 0],
          ["Rosa", { day: "2026-04-01" }, "Bo Carr", null, null, 5800, 0],
          ["Uno", { day: "2026-04-01" }, "Bo Carr", null, null, null, 0],
        ],
      },
    }),
  });
  expect(owned).toEqual([
    ["Juniper", "Patricia Walsh"],
    ["Bella", "Patricia Walsh"],
    ["Max", "Bo Carr"],
  ]);
  expect(rows.customers).toMatchObject([
    { name: "Patricia Walsh", emails: '["pat@walsh.example"]', phone: "5165550100" },
    { name: "Bo Carr", emails: '["bo@carr.example"]', phone: "" },
  ]);
  expect(said).toEqual([
    [2, "boarding", "leave-out", "It is not an amount."],
    [1, "training", "leave-out", "It is the error of a formula."],
    [1, "name", "leave-out", "It is the error of a formula."],
    [2, "name", "as-is", OWNER],
    [1, "phone", "as-is", "A spreadsheet has rounded it, so no number is imported."],
  ]);
});

test("amounts by the month, the week and the day are those of their field only", async () => {
  const { rows, said } = await planOf({
    "prices.xlsx": workbookOf({
      Horses: [
        ["Horse", "Board", "Training", "Arrived"],
        ["Apollo", "$2,900/mo", "850 per month", "10/1/2026"],
        ["Star", "$2,900 monthly", "$850 / week", "10/1/2026"],
        ["Max", "25,00", "0", "10/1/2026"],
        ["Rosa", "2.900,00", "0", "10/1/2026"],
      ],
      Staff: [
        ["Employee", "Weekly Pay", "Started"],
        ["Luz Moreno", "$650/wk", "4/8/24"],
        ["Peter Aldous", "725.50 weekly", "4/8/24"],
        ["Gus", "$2,600 per month", "4/8/24"],
      ],
      "Price list": [
        ["Service", "Price", "Notes"],
        ["Lunging", "$35 per day", "by the groom"],
        ["Clipping", "25 each", ""],
        ["Braiding", "included", ""],
      ],
    }),
  });
  expect(rows).toMatchObject({
    horses: [{ name: "Apollo", boarding: 290_000, training: 85_000 }],
    grooms: [
      { name: "Luz Moreno", weekly_salary: 65_000 },
      { name: "Peter Aldous", weekly_salary: 72_550 },
    ],
    services: [
      { product_service_name: "Lunging", price: 3_500 },
      { product_service_name: "Clipping", price: 2_500 },
    ],
  });
  expect(said).toEqual([
    [2, "boarding", "leave-out", "It is not an amount."],
    [1, "training", "leave-out", "It is not an amount for a month."],
    [1, "price", "leave-out", "It is not an amount."],
    [1, "weeklySalary", "leave-out", "It is not an amount for a week."],
  ]);
});

test("totals of each owner are no horses and no owners", async () => {
  const { kinds, owned } = await planOf({
    "board.xlsx": workbookOf({
      Board: [
        ["Owner", "Horse", "Arrived", "Board"],
        ["Walsh", "Apollo", "10/1/2026", 2900],
        ["Walsh", "Star", "10/1/2026", 2900],
        ["Walsh Total", null, null, 5800],
        ["Total Farms, LLC", "Total Eclipse", "10/1/2026", 2900],
        ["Total Farms, LLC Total", null, null, 2900],
        ["Subtotal - Walsh", null, null, "$5,800.00"],
        ["Total for Walsh", null, null, 5800],
        [null, "Walsh Total", null, 5800],
        ["Grand Total", null, null, 8700],
      ],
    }),
  });
  expect(owned).toEqual([
    ["Apollo", "Walsh"],
    ["Star", "Walsh"],
    ["Total Eclipse", "Total Farms, LLC"],
  ]);
  expect(kinds).toEqual([["Board", "horses", "Left out: 6 rows of totals and page marks."]]);
});

test("a cross is no where a check is yes, and yes where there are only crosses", async () => {
  const { rows, notes, said } = await planOf({
    "blankets.xlsx": workbookOf({
      Horses: [
        ["Horse", "Arrived", "Left", "Blanket", "Billable"],
        ["Apollo", "10/1/2026", "-", "✓", "x"],
        ["Star", "10/1/2026", "n/a", "x", null],
        ["Max", "10/1/2026", "present", "✔", "X"],
        ["Rosa", "10/1/2026", "10/31/2026", null, "TRUE"],
        ["Uno", "10/1/2026", null, "✗", true],
      ],
    }),
  });
  expect(rows.horses).toMatchObject([
    { name: "Apollo", check_out_date: null, has_blanket: 1, is_billable: 1 },
    { name: "Star", check_out_date: null, has_blanket: 0, is_billable: 1 },
    { name: "Max", check_out_date: null, has_blanket: 1, is_billable: 1 },
    { name: "Rosa", check_out_date: "2026-10-31", has_blanket: 0, is_billable: 1 },
    { name: "Uno", has_blanket: 0, is_billable: 1 },
  ]);
  expect(said).toEqual([]);
  expect(notes).toEqual(["Blanket of horses: x is no, because of ✓"]);
});

test("owners are found by e-mail, one who has nothing else comes in under it, and riders may share a cell", async () => {
  const { rows, owned, said } = await planOf({
    "contacts.xlsx": workbookOf({
      Clients: [
        ["Client", "E-mails", "Cell", "Riders"],
        ["Morrison, Kate", "kate@morrison.example; KATE@work.example", "(561) 555-0111", "Emma & Olivia"],
        ["Peters", "n/a", "-", "Bo / Cy and Di"],
      ],
      Boarders: [
        ["Barn Name", "Owner Email", "Since", "Notes"],
        ["Apollo", "Kate@Work.example", "9/1/25", "bites"],
        ["Star", "lisa@wong.example", "9/1/25", ""],
        ["Max", "lisa@wong.example", "9/1/25", ""],
      ],
    }),
  });
  expect(rows.customers).toMatchObject([
    { name: "Morrison, Kate", riders: '["Emma","Olivia"]' },
    { name: "Peters", emails: "[]", phone: "", riders: '["Bo","Cy","Di"]' },
    { name: "lisa@wong.example", emails: '["lisa@wong.example"]' },
  ]);
  expect(owned).toEqual([
    ["Apollo", "Morrison, Kate"],
    ["Star", "lisa@wong.example"],
    ["Max", "lisa@wong.example"],
  ]);
  expect(said).toEqual([[1, "name", "as-is", OWNER]]);
});

test("a groom who came back is asked about", async () => {
  const { rows, said } = await planOf({
    "Staff.csv":
      "Groom\tHire Date\tLast Day\tWage\nLuz Moreno\t4/8/24\t3/31/25\t$650\nLuz Moreno\t10/1/25\tcurrent\t$700\nPeter\t1/1/26\t\t650\n",
  });
  expect(namesOf(rows.grooms)).toEqual(["Luz Moreno", "Peter"]);
  expect(said).toEqual([[1, "name", "leave-out", "Another row has this name."]]);
});

test("horses without a column of check-in dates come in once a person takes today", async () => {
  const { said, kinds } = await planOf({
    "Horses.csv": "sep=;\nHorse;Owner;Board\nApollo;Ann Lee;2900,00\nStar;Bo Carr;2900\n",
  });
  expect(kinds).toEqual([["", "horses", null]]);
  expect(said).toEqual([
    [2, "checkInDate", "leave-out", "It is missing."],
    [1, "boarding", "leave-out", "It is not an amount."],
    [2, "name", "as-is", OWNER],
  ]);
});

test("a table beside JSON of the same records adds only what the JSON lacks", async () => {
  const customers = [
    { id: "c1", name: "Ann Lee", emails: ["ann@lee.example"], phone: "1", riders: ["Bo"] },
    { id: "c2", name: "Bo Carr", emails: [], phone: "2" },
  ];
  const horses = { h1: { name: "Apollo", customerId: "c1", checkInDate: "2026-01-02", boarding: 2900 } };
  const { rows, said, read, owned } = await planOf({
    "customers.csv": "Client,Cell\nann lee,1\nBo Carr,3\nCy Dunn,4\n",
    "customers.json": JSON.stringify(customers),
    "horses.csv": "Horse,Owner,In,Board\nApollo,Ann Lee,1/2/26,$2900\nApollo,Cy Dunn,1/2/26,2900\n",
    "horses.json": JSON.stringify(horses),
  });
  expect(rows.customers).toMatchObject([
    { id: "c1", name: "Ann Lee" },
    { id: "c2", phone: "2" },
    { name: "Cy Dunn", phone: "4" },
  ]);
  expect(owned).toEqual([
    ["Apollo", "Ann Lee"],
    ["Apollo", "Cy Dunn"],
  ]);
  expect(read).toMatchObject({ customers: 5, horses: 3 });
  expect(said).toEqual([
    [1, "name", "leave-out", "Another row has this name."],
    [1, "name", "as-is", "The row is there more than once: it is imported once."],
    [1, "name", "as-is", "The row is there more than once: it is imported once."],
  ]);
});

const problemOf = async (bytes: Uint8Array) =>
  (await readImportFile({ name: "barn.xlsx", bytes })).map(({ problem }) => problem);

test("a workbook may be wrong about its size, and have cells with nothing but a format", async () => {
  const rows = [
    ["Name", "Phone"],
    ["Ann Lee", "1"],
  ];
  const readings = await readImportFile({
    name: "barn.xlsx",
    bytes: workbookOf({
      Customers: { rows, dimension: "A1" },
      More: {
        rows: [...rows, [null, null, { day: "9999-12-31" }], ...Array.from({ length: 50 }, () => [null, null])],
        dimension: "A1:XFD1048576",
      },
    }),
  });
  expect(readings.map(({ problem, records }) => [problem, records.length])).toEqual([
    [null, 1],
    [null, 2],
  ]);
});

test("a workbook that would be too large unpacked, or reaches too far, is refused in a sentence", async () => {
  const large = "has more than 10 MB of cells; save each sheet as CSV (UTF-8).";
  const bomb = workbookOf(
    { A: [["Name"]] },
    { "xl/worksheets/sheet2.xml": [new Uint8Array(10_000_000), { level: 1 }] },
  );
  expect(bomb.length).toBeLessThan(100_000);
  expect(await problemOf(bomb)).toEqual([large]);
  const far = strToU8(
    '<worksheet><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>',
  );
  expect(await problemOf(workbookOf({ A: [["Name"]] }, { "xl/worksheets/sheet1.xml": far }))).toEqual([
    "has more than 200,000 rows.",
  ]);
});
