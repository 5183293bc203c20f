import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { NEW_HORSE } from "#app/domain/boarding/monthly-charges.ts";
import { importColumnChoices, TABLE_COLLECTIONS } from "#app/domain/import/import-columns.ts";
import { type FileChoice, readImportFile, sourcesOf } from "#app/domain/import/import-files.ts";

/* Files of an import, from their bytes to their records (docs/moving-in.md, 'Tables' and 'Files that are refused'). */

const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const bytesOf = (content: string | Uint8Array) =>
  typeof content === "string" ? new TextEncoder().encode(content) : content;
const utf16 = (text: string, isBigEndian = false) => {
  const bytes = new Uint8Array(2 * text.length + 2);
  const view = new DataView(bytes.buffer);
  for (const [i, char] of [..."\ufeff", ...text].entries()) view.setUint16(2 * i, char.charCodeAt(0), !isBigEndian);
  return bytes;
};

const read = (name: string, content: string | Uint8Array, choice: FileChoice = {}) =>
  readImportFile({ name, bytes: bytesOf(content) }, [choice]);
/** The only reading of a file. */
async function readOne(...args: Parameters<typeof read>) {
  const [reading, ...others] = await read(...args);
  if (!reading || others.length > 0) throw new Error(`${others.length + 1} readings`);
  return reading;
}

const deep = `[{"id":"h1","name":${"[".repeat(200)}${"]".repeat(200)}}]`;
const zip = (...names: string[]) => latin1(`PK\x03\x04\x14\0${"\0\x07".repeat(5_000)}${names.join("\0")}`);

/** Files of other kinds, for which one sentence is said. */
const OTHERS: readonly (readonly [what: string, content: string | Uint8Array])[] = [
  ["Numbers document", zip("Index/Document.iwa")],
  ["LibreOffice spreadsheet", zip("mimetypeapplication/vnd.oasis.opendocument.spreadsheet")],
  ["gzip file", latin1("\x1f\x8b\x08\0")],
  ["PDF", "%PDF-1.7\n"],
  ["picture", latin1("\x89PNG\r\n\x1a\n")],
  ["web page", "\n<!DOCTYPE html><table></table>"],
  ["XML", '<?xml version="1.0"?><Workbook/>'],
  ["UTF-16 without a mark", utf16("Name\nBella\n").subarray(2)],
];

/** The table of the guide, and a file for each row. */
const WRONG: readonly (readonly [what: string, name: string, content: string | Uint8Array])[] = [
  ["damaged Excel workbook", "horses.xlsx", zip("[Content_Types].xml", "xl/workbook.xml")],
  ["old Excel workbook, or one with a password", "horses.xls", latin1("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")],
  ["another kind of file", "horses.pdf", "%PDF-1.7\n"],
  ["empty file", "horses.csv", " \r\n"],
  ["JSON not in UTF-8", "horses.json", latin1('[{"id":"h1","name":"B\xe9la"}]')],
  ["broken JSON", "horses.json", "[{]"],
  ["text in the place of records", "horses.json", '"Bella"'],
  ["value in the place of a record", "horses.json", '[{"id":"h1"},7]'],
  ["record without an id", "horses.json", '[{"name":"Bella"}]'],
  ["id that is not a text", "horses.json", '[{"id":{}}]'],
  ["key twice in one object", "horses.json", '{"h1":{},\n"h1":{}}'],
  ["values nested too deep", "horses.json", deep],
  ["table of other records", "shows.csv", "Name,Date\nSpring,5/1/26\n"],
  ["missing column", "horses.csv", "Location\nFlorida\n"],
  ["cell too many", "horses.csv", "Name,Check-in Date,Boarding\nBella,1/3/26,$2,900.00\n"],
  ["quotation mark that is not closed", "horses.csv", 'Name,Check-in Date\n"Bella,1/3/26\n'],
];

const guide = readFileSync("docs/moving-in.md", "utf8");

/** What JSON.parse says depends on the version of Node. */
const said = (problem: string | null) => problem?.replace(/(?<=is not JSON: ).*/, "…");

test("the guide says what is said of each file that is refused", async () => {
  const [, section = ""] = guide.split("## Files that are refused");
  const [table = ""] = section.split("\n## ");
  const rows = [...table.matchAll(/^\| ([^|]+?) +\| ([^|]+?) +\|$/gm)].map(([, what, said]) => [what, said]).slice(2);
  const read = WRONG.map(async ([what, name, content]) => {
    const { problem, records } = await readOne(name, content);
    expect(records).toEqual([]);
    return [what, `${name} ${said(problem)}`];
  });
  expect(rows).toEqual(await Promise.all(read));
});

test.each(OTHERS)("%s is no file of an import", async (_, content) => {
  const { problem } = await readOne("horses.csv", content);
  expect(problem).toBe("is no Excel workbook (.xlsx), CSV or JSON file; save it as one of these.");
});

test.each<[name: string, collection: string | null]>([
  ["horses.csv", "horses"],
  ["Horses (1).csv", "horses"],
  ["horses-2026.csv", "horses"],
  ["Copy of HORSES.CSV", "horses"],
  ["Barn 2026 - Horses.csv", "horses"],
  ["customers.CSV", "customers"],
  ["billItems.json", "billItems"],
  ["Bill Items.json", "billItems"],
  ["bill_items_2.JSON", "billItems"],
  ["payroll.json", "payroll"],
  ["export.csv", null],
])("the name %s says %s", async (name, collection) => {
  const content = /json$/i.test(name) ? "[]" : `Name${/horse/i.test(name) ? ",Check-in Date" : ""}\n`;
  expect(await readOne(name, content)).toMatchObject({ collection, problem: null });
});

const ROW = { name: "Béla", checkInDate: "1/3/26", boarding: "$2,900.00" };

test.each<[what: string, content: string | Uint8Array]>([
  ["commas", 'Name,Check-in Date,Boarding\nBéla,1/3/26,"$2,900.00"\n'],
  ["semicolons", "Name;Check-in Date;Boarding\r\nBéla;1/3/26;$2,900.00\r\n"],
  ["tabs", "Name\tCheck-in Date\tBoarding\nBéla\t1/3/26\t$2,900.00"],
  ["line ends of an old Mac", 'Name,Check-in Date,Boarding\rBéla,1/3/26,"$2,900.00"\r'],
  ["a line that names the separator", "sep=;\r\nName;Check-in Date;Boarding\r\nBéla;1/3/26;$2,900.00\r\n"],
  ["separators in a heading in quotes", 'Name;"Check-in,,,, Date";Boarding\nBéla;1/3/26;$2,900.00\n'],
  ["a byte-order mark", '\ufeffName,Check-in Date,Boarding\nBéla,1/3/26,"$2,900.00"\n'],
  ["UTF-16", utf16("Name\tCheck-in Date\tBoarding\r\nBéla\t1/3/26\t$2,900.00\r\n")],
  ["UTF-16, big end first", utf16("Name\tCheck-in Date\tBoarding\r\nBéla\t1/3/26\t$2,900.00\r\n", true)],
  ["Windows-1252", latin1("Name;Check-in Date;Boarding\nB\xe9la;1/3/26;$2,900.00\n")],
  ["non-breaking spaces", "Name;Check-in Date;Boarding\n\u00a0Béla;1/3/26\u00a0;$2,900.00\u202f\n"],
  [
    "rows of totals and marks",
    'Name,Check-in Date,Boarding\nBéla,1/3/26,"$2,900.00"\nTotal,,2900\n,,"$2,900.00"\nPage 1 of 2\nName,Check-in Date,Boarding\n',
  ],
  ["titles above the headings", 'Horses of 2026,,\n,,\nName,Check-in Date,Boarding\nBéla,1/3/26,"$2,900.00"\n'],
  ["a title that could be a part of a heading", 'Owner,,\nName,Check-in Date,Boarding\nBéla,1/3/26,"$2,900.00"\n'],
  ["names of a barn", "Horse;Arrived;Monthly Board\nBéla;1/3/26;$2,900.00\n"],
  ["quoted cells", '"Name","Check-in Date", "Boarding"\r\n"Béla","1/3/26","$2,900.00"\r\n'],
  ["rows and columns of separators", "Name;;Check-in Date;Boarding;;\n;;;;;\nBéla;;1/3/26;$2,900.00;;\n;;;;;\n;;\n"],
  ["names of fields", "name;checkInDate;boarding\nBéla;1/3/26;$2,900.00\n"],
  ["other hyphens and spaces", "NAME;check in  date;Boarding \nBéla;1/3/26;$2,900.00\n"],
])("a table with %s is read", async (_, content) => {
  const { records, problem } = await readOne("horses.csv", content);
  expect([problem, records]).toMatchObject([
    null,
    [{ id: null, place: expect.stringMatching(/^horses\.csv, row \d$/), fields: ROW }],
  ]);
});

test("a non-breaking space within a name is a space", async () => {
  const { records } = await readOne("customers.csv", "Name\nAnn\u00a0Lee\n");
  expect(records).toMatchObject([{ fields: { name: "Ann Lee" } }]);
});

test("a quoted cell may have quotation marks, commas and line ends, and later rows keep their numbers", async () => {
  const content = 'Name,Phone\r\n"The ""Big"" Barn,\r\nLLC", "1"\nAnn 5" Lee,2\n\n"Bo",\n';
  const { records } = await readOne("customers.csv", content);
  expect(records.map(({ place, fields }) => [place, fields.name, fields.phone])).toEqual([
    ["customers.csv, row 2", 'The "Big" Barn,\nLLC', "1"],
    ["customers.csv, row 4", 'Ann 5" Lee', "2"],
    ["customers.csv, row 6", "Bo", undefined],
  ]);
});

test("a person says which records a file has, and what its columns are", async () => {
  const content = "Besitzer,Pferd,Ankunft,Farbe\nAnn,Bella,1/3/26,bay\nAnn,Star,1/3/26,\nBo,Max,1/3/26,grey\n";
  expect(await readOne("export.csv", content)).toMatchObject({
    ...{ collection: null, records: [], problem: null, note: null, isTable: true },
    columns: [
      { heading: "Besitzer", field: "", samples: ["Ann", "Bo"] },
      { heading: "Pferd", field: "", samples: ["Bella", "Star", "Max"] },
      { heading: "Ankunft", field: "", samples: ["1/3/26"] },
      { heading: "Farbe", field: "", samples: ["bay", "grey"] },
    ],
  });
  const some = { collection: "horses", columns: { Besitzer: "customer", Ankunft: "checkInDate" } } as const;
  expect(await readOne("export.csv", content, some)).toMatchObject({
    records: [],
    columns: [{ field: "customer" }, { field: "" }, { field: "checkInDate" }, { field: "" }],
    problem: "has no column 'Name'.",
  });
  const all = { ...some, columns: { ...some.columns, Pferd: "name" } };
  const { records, problem } = await readOne("export.csv", content, all);
  expect(problem).toBe(null);
  expect(records[0]).toEqual({
    ...{ id: null, place: "export.csv, row 2" },
    fields: { customer: "Ann", name: "Bella", checkInDate: "1/3/26" },
  });
  const learned = { horses: { ...all.columns, Farbe: "" } };
  const [again] = await readImportFile({ name: "board.csv", bytes: bytesOf(content) }, [], learned);
  expect([again?.collection, again?.records.length]).toEqual(["horses", 3]);
});

test("a choice stands above what a heading says, and a heading without a field does not come in", async () => {
  const choice = { columns: { Training: "boarding", Name: "name" } };
  const content = "Name,Check-in Date,Boarding,Training,constructor\nBella,1/3/26,7,5,6\n";
  const { records } = await readOne("horses.csv", content, choice);
  expect(records).toMatchObject([{ fields: { name: "Bella", boarding: "5" } }]);
  expect(
    await readOne("horses.csv", content, { columns: { Boarding: "training", Training: "training" } }),
  ).toMatchObject({
    problem: "has more than one column for the same value: 'Training'; leave one of them.",
  });
});

test.each<[headings: string, name: string, collection: string | null]>([
  ["Horse,Owner,Arrival,Board", "Boarders.csv", "horses"],
  ["Client,E-mail,Cell", "list.csv", "customers"],
  ["Employee,Started,Weekly Pay", "list.csv", "grooms"],
  ["Service,Price", "list.csv", "services"],
  ["Name,Phone", "list.csv", "customers"],
  ["Name", "list.csv", null],
  ["Name", "Staff.csv", "grooms"],
  ["Name", "clients.csv", "customers"],
  ["Colour,Stall", "list.csv", null],
])("a table with the headings %s in %s has %s", async (headings, name, collection) => {
  const { collection: guessed } = await readOne(name, `${headings}\n${"x,".repeat(headings.split(",").length - 1)}x\n`);
  expect(guessed).toBe(collection);
});

test.each(["Ren√©e", "RenÃ©e", "RenŽe", "Oâ€™Brien"])("%s looks garbled, and the note says so", async (name) => {
  const { note } = await readOne("customers.csv", `Name\nAnn Lee\n${name}\n`);
  expect(note).toBe(`Looks garbled: '${name}'. Save the file as CSV (UTF-8), and send it again.`);
  expect((await readOne("customers.csv", "Name\nRenée Žižek – Šimić\n")).note).toBe(null);
});

test("every column of the guide may be chosen", async () => {
  expect(importColumnChoices("horses")).toContainEqual({ field: "customer", label: "Responsible Party" });
  expect(importColumnChoices("shows")).toEqual([]);
  for (const collection of TABLE_COLLECTIONS) {
    const [, after = ""] = guide.split(new RegExp(`^\\| \`${collection}\\.csv\` +`, "m"));
    const [rows = ""] = after.split(/^\| `|^\n/m);
    const labels = [...rows.matchAll(/^(?:\| +)?\| (\S.*?) +\|/gm)].map(([, label]) => label);
    const unnamed = importColumnChoices(collection).filter(({ label }) => !labels.includes(label));
    expect(unnamed.filter(({ field }) => !(field in NEW_HORSE))).toEqual([]);
    expect(importColumnChoices(collection).map(({ label }) => label)).toEqual(expect.arrayContaining(labels));
  }
});

test("several files of a collection come in as one", async () => {
  const horses = (name: string) => read(`${name}.csv`, "Name,Check-in Date\nBella,1/3/26\n");
  expect(sourcesOf([...(await horses("horses 1")), ...(await horses("horses 2"))])).toMatchObject({
    horses: [{ place: "horses 1.csv, row 2" }, { place: "horses 2.csv, row 2" }],
  });
});

const HEAD = "Name,Check-in Date\n";

test.each<[what: string, name: string, content: string, problem: string]>([
  ["200,001 rows", "horses.csv", `${HEAD}${"Bella,1/3/26\n".repeat(200_001)}`, "has more than 200,000 rows."],
  [
    "a cell of 10,001 characters",
    "horses.csv",
    `${HEAD}Bella,1/3/26\n${"x".repeat(10_001)},1/3/26\n`,
    "has a cell of more than 10,000 characters in line 3.",
  ],
  [
    "a text of 10,001 characters",
    "billItems.json",
    `[\n{"id":"x","comments":"${"x".repeat(10_001)}"}]`,
    "has a text of more than 10,000 characters in line 2.",
  ],
])("a file with %s is refused", async (_, name, content, problem) => {
  expect((await read(name, content)).map((reading) => reading.problem)).toEqual([problem]);
});

test("a file of one line of 10 MB is refused in a sentence, and none of it is kept", async () => {
  for (const name of ["horses.csv", "horses.txt", "horses.json"]) {
    for (const content of ["x".repeat(10_000_000), `${"x,".repeat(5_000_000)}\n`, `"${"x".repeat(10_000_000)}`]) {
      const [reading] = await read(name, content);
      expect(reading?.problem).toMatch(/^.{1,200}\.$/);
      expect(JSON.stringify(reading).length).toBeLessThan(1_000);
    }
  }
});

test("a table of 200,000 rows is read", async () => {
  const { problem, records } = await readOne("horses.csv", `${HEAD}${"Bella,1/3/26\n".repeat(200_000)}`);
  expect([problem, records.length]).toEqual([null, 200_000]);
});
