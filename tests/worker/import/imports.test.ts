import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { monthBefore, monthOf } from "#app/domain/basics/months.ts";
import { hiddenFieldsOf } from "#lab/support/forms.ts";
import { fetchAlone } from "#lab/support/uncompressed.ts";
import { ADMIN, NOT_AN_ADMIN } from "#tests/support/barn/barn.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { type Choices, findChoices, newEntry } from "#tests/support/browser/service-entry.ts";
import { workbookOf } from "#tests/support/import/workbook.ts";
import { samples } from "#tests/support/samples.ts";

/* Files that are sent to /import: who may send them, what is refused, and that others save meanwhile (docs/product.md, 'Import'). */

const { barn } = startBarn();
let choices: Choices;

beforeAll(async () => {
  choices = await findChoices(barn);
});

type Files = { [name: string]: string | Uint8Array<ArrayBuffer> };

type Sent = { user?: typeof ADMIN | null; path?: string; id?: string };

async function upload(files: Files, { user = ADMIN, path = "/import", id = crypto.randomUUID() }: Sent = {}) {
  const form = new FormData();
  form.append("id", id);
  for (const [name, content] of Object.entries(files)) form.append("files", new File([content], name));
  return fetchAlone(`${barn.url}${path}`, {
    method: "POST",
    headers: { Origin: barn.url, ...(user && { Cookie: await barn.cookieOf(user) }) },
    body: form,
    redirect: "manual",
  });
}

const drafts = () => barn.rows("select id from imports");

test.each([
  ["a visitor", null],
  ["somebody who is no admin", NOT_AN_ADMIN],
])("%s sends no files", async (_, user) => {
  const before = await drafts();
  // The second one is still being sent when it is refused.
  for (const content of ["Name\nBella\n", "Name,Phone\n".repeat(800_000)])
    expect((await upload({ "horses.csv": content }, { user })).status).toBe(403);
  expect(await drafts()).toEqual(before);
});

test("no other address takes files", async () => {
  for (const path of ["/horses", "/import/some-id", "/accounts"]) {
    const answer = await barn.post(path, "--x--", { "Content-Type": "multipart/form-data; boundary=x" });
    expect([path, answer.status]).toEqual([path, 415]);
  }
});

test.each<[what: string, files: Files, status: number, says: string]>([
  ["no file", {}, 400, "Choose a file."],
  ["a workbook", { "horses.xlsx": "PK\x03\x04" }, 400, "horses.xlsx is "],
  ["more than 10 MB", { "horses.csv": "Name,Phone\n".repeat(1_000_000) }, 413, "more than 10 MB together"],
  ["33 MB", { "horses.csv": "Name,Phone\n".repeat(3_000_000) }, 413, "more than 10 MB together"],
  [
    "21 files",
    Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`horses ${i}.csv`, "Name\n"])),
    400,
    "Choose at most 20 files",
  ],
])("%s is refused, and nothing is stored", async (_, files, status, says) => {
  const before = await drafts();
  const answer = await upload(files);
  expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(says)]);
  expect(await drafts()).toEqual(before);
});

test("other files under the id of a draft are refused, and leave it as it is", async () => {
  const id = crypto.randomUUID();
  await upload({ "horses.csv": "Name\nOne\n" }, { id });
  expect((await upload({ "horses.csv": "Name\nTwo\n", "grooms.csv": "Name\nSam\n" }, { id })).status).toBe(409);
  expect(await barn.rows("select name from import_files where import_id = ?", [id])).toEqual([{ name: "horses.csv" }]);
});

test("files that are sent twice are one draft", async () => {
  const id = crypto.randomUUID();
  const files = { "horses.csv": "Name,Check-in Date\nTwice,1/3/26\n" };
  for (const answer of [await upload(files, { id }), await upload(files, { id })])
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/import/${id}`]);
  expect(await barn.rows("select name from import_files where import_id = ?", [id])).toEqual([{ name: "horses.csv" }]);
});

const shownIn = (page: string) => page.match(/name="shown" value="([^"]*)"/)?.[1] ?? "";

async function press(id: string, intent: string, more: Record<string, string> = {}) {
  return barn.post(`/import/${id}`, new URLSearchParams({ intent, ...more }).toString(), {
    Cookie: await barn.cookieOf(ADMIN),
  });
}

const pageOf = async (path: string) => (await barn.get(path, { Cookie: await barn.cookieOf(ADMIN) })).text();

/** Sends files, and imports what the page shows of them, with these choices. */
async function bringIn(files: Files, choices: Record<string, string> = {}) {
  const id = crypto.randomUUID();
  await upload(files, { id });
  await press(id, "choose", choices);
  await press(id, "import", { ...choices, shown: shownIn(await pageOf(`/import/${id}`)) });
  return { id, page: await pageOf(`/import/${id}`) };
}

test("an import that is not there gets 404, and a press in a discarded draft leads to the upload, which says why", async () => {
  const headers = { Cookie: await barn.cookieOf(ADMIN) };
  for (const path of ["/import/nobody", "/import/nobody/problems"])
    expect((await barn.get(path, headers)).status).toBe(404);
  expect((await press("nobody", "import")).headers.get("Location")).toBe("/import?discarded");
  expect(await pageOf("/import?discarded")).toContain("This draft was discarded.");
});

test.each<[what: string, files: Files, says: string[]]>([
  [
    "only headings",
    { "horses.csv": "Horse,Arrival\n" },
    ["There are no rows below its headings.", "Nothing to import."],
  ],
  ["unknown headings", { "Tab.csv": "Pferd,Ankunft\nDora,1/3/26\n" }, ["No known headings", "Nothing to import."]],
  ["no names", { "horses.csv": "Arrival,Board\n1/3/26,2900\n" }, ["has no column &#x27;Name&#x27;"]],
])("a table with %s says so, and has no button that imports", async (_, files, says) => {
  const id = crypto.randomUUID();
  await upload(files, { id });
  const page = await pageOf(`/import/${id}`);
  for (const text of says) expect(page).toContain(text);
  expect(page).not.toContain('value="import"');
});

test("the file of the skipped rows comes in once it is mended", async () => {
  const rows =
    "Horse,Owner,Arrival,Board\nOpal,Meg Hill,1/3/26,2900\nOnyx,Meg Hill,1/3/26,two thousand\nAgate,Meg Hill,,1\n";
  const { id, page } = await bringIn({ "Stalls.csv": rows });
  for (const text of [
    ...["Skipped: 2 records", "1 horse, Boarding: It is not an amount.", "Stalls.csv, row 3: Onyx, two thousand"],
    ...["1 horse, Check-in Date: It is missing.", "Stalls.csv, row 4: Agate", "Download 2 skipped horses"],
  ])
    expect(page).toContain(text);
  const skipped = await pageOf(`/import/${id}/problems?of=horses`);
  const mended = await bringIn({ "skipped-horses.csv": skipped.replace("two thousand", "2000") });
  expect(mended.page).toContain("Skipped: 1 record");
  const horses =
    "select h.name, h.boarding, c.name as owner from horses h join customers c on c.id = h.customer_id where c.name = 'Meg Hill' order by h.seq";
  expect(await barn.rows(horses)).toEqual([
    { name: "Opal", boarding: 290_000, owner: "Meg Hill" },
    { name: "Onyx", boarding: 200_000, owner: "Meg Hill" },
  ]);
});

test("the page of an import leads to its records if they are few, to their list, and back to the set-up until it is done", async () => {
  const { id, page } = await bringIn({
    "grooms.csv": "Name\nNell Ortiz\n",
    "horses.csv": `Horse,Arrival\n${Array.from({ length: 9 }, (_, i) => `Herd ${i},1/3/26\n`).join("")}`,
  });
  const [{ id: groom } = {}] = await barn.rows("select id from grooms where name = 'Nell Ortiz'");
  expect(page).toContain(`href="/grooms/${groom}"`);
  expect(page).toMatch(/href="\/horses"[^>]*>9 horses</);
  expect(page).not.toContain("Herd 0");
  expect(page).toContain(">Back to set-up<");
  await barn.rows(
    "insert into dismissals (id, kind, record_id, scope, name, created_at, updated_at) values ('d', 'setup', 'barn', '', 'Set up your barn', '', '')",
  );
  expect(await pageOf(`/import/${id}`)).toMatch(/href="\/overview"[^>]*>Overview</);
  await barn.rows("delete from dismissals where kind = 'setup'");
});

test("a horse that another admin adds after the preview is shown before it is imported twice", async () => {
  const id = crypto.randomUUID();
  await upload({ "horses.csv": "Horse,Arrival\nTopazia,1/3/26\n" }, { id });
  const shown = shownIn(await pageOf(`/import/${id}`));
  await bringIn({ "horses.csv": "Horse,Arrival\nTopazia,1/3/26\n" });
  expect((await press(id, "import", { shown })).headers.get("Location")).toBe(`/import/${id}?changed`);
  expect(await pageOf(`/import/${id}`)).toContain("Everything in these files is in Hayloft already.");
  expect(await barn.rows("select name from horses where name = 'Topazia'")).toHaveLength(1);
});

test("a sheet that the library would unpack in a Web Worker, which workerd lacks, is read", async () => {
  const rows = Array.from({ length: 4_000 }, (_, i) => [`Boarder ${i}`, `555-${i}`]);
  const id = crypto.randomUUID();
  await upload({ "clients.xlsx": workbookOf({ Clients: [["Client", "Cell"], ...rows] }) }, { id });
  const page = await (await barn.get(`/import/${id}`, { Cookie: await barn.cookieOf(ADMIN) })).text();
  expect(page).toContain("Import 4,000 records");
});

test("a workbook with owners comes in by one press, and a second time nothing of it does", async () => {
  const workbook = new Uint8Array(readFileSync("tests/unit/import/cases/32-workbook/barn-2026.xlsx"));
  const named = () =>
    barn.rows(
      "select h.name, c.name as owner from horses h join customers c on c.id = h.customer_id where h.deleted_at is null and c.phone <> '' and c.name in ('Nora Whitfield', 'Tomas Ruiz') order by h.seq",
    );
  const { id } = await bringIn({ "barn-2026.xlsx": workbook });
  expect(await named()).toEqual([
    { name: "Juniper", owner: "Nora Whitfield" },
    { name: "Silver Oak", owner: "Nora Whitfield" },
    { name: "Bella", owner: "Tomas Ruiz" },
  ]);
  const again = crypto.randomUUID();
  await upload({ "barn-2026.xlsx": workbook }, { id: again });
  expect(await pageOf(`/import/${again}`)).toContain("4 already in Hayloft");
  expect((await press(id, "undo")).status).toBe(303);
  expect(await named()).toEqual([]);
  expect(await pageOf(`/import/${again}`)).toContain("Import 9 records");
});

const CHARGES =
  "select horse_id, service_id, quantity, price, repeats, weekdays, from_date, until_date, groom_id, comments from standing_charges where deleted_at is null order by horse_id, service_id, weekdays, from_date";

test("horses, services and their standing charges come in together once, and their list's file is the same", async () => {
  const before = await barn.rows(CHARGES);
  const workbook = workbookOf({
    Horses: [
      ["Horse", "Owner", "Arrival"],
      ["Citrine", "Meg Hill", "1/3/26"],
      ["Citrine", "Lou Park", "1/3/26"],
    ],
    Services: [
      ["Service", "Price"],
      ["Long lesson", 120],
    ],
    "Standing charges": [
      ["Horse", "Owner", "Service", "How often", "From", "Until", "Price", "Notes"],
      [
        "Citrine",
        "Meg Hill",
        "Long lesson",
        "Mon/Wed",
        { day: "2026-01-03" },
        { day: "2099-12-30" },
        "",
        'with spurs, "old"',
      ],
      ["Citrine", "Meg Hill", "Long lesson", "Tuesdays", { day: "2026-01-03" }, null, 110.5, ""],
      ["Citrine", "Lou Park", "Long lesson", "Monthly", { day: "2026-01-03" }, null, 0, "=x"],
      ["Citrine", "Lou Park", "Boarding", "Monthly", { day: "2026-01-03" }, null, "", ""],
    ],
  });
  const { page } = await bringIn({ "barn.xlsx": workbook });
  expect(page).toMatch(/href="\/services\/standing"[^>]*>3 standing charges</);
  expect(page).toContain("Standing charges, row 5: Boarding for Citrine");
  const stored = await barn.rows(CHARGES);
  expect(stored.length).toBe(before.length + 3);
  const file = { "charges.csv": await pageOf("/services/standing/csv?view=all") };
  const again = crypto.randomUUID();
  await upload(file, { id: again });
  expect(await pageOf(`/import/${again}`)).toContain("Everything in these files is in Hayloft already.");
  await barn.rows("delete from standing_charges where horse_id in (select id from horses where name = 'Citrine')");
  expect(await pageOf(`/import/${again}`)).toContain("Import 3 records");
  const back = await bringIn(file);
  expect(await barn.rows(CHARGES)).toEqual(stored);
  expect((await press(back.id, "undo")).status).toBe(303);
  expect(await barn.rows(CHARGES)).toEqual(before);
  expect(await pageOf(`/import/${again}`)).toContain("Import 3 records");
  await bringIn(file);
  expect(await barn.rows(CHARGES)).toEqual(stored);
});

test("an import is not undone while a standing charge of it is billed, and a restored price holds from the start", async () => {
  const files = (price: string) => ({
    "horses.csv": "Horse,Owner,Arrival\nPeridot,Meg Hill,1/3/20\n",
    "charges.csv": `Horse,Service,How often,From,Price\nPeridot,Private lesson,Monthly,1/3/20,${price}\n`,
    "services.csv": "Service,Price\nPrivate lesson,120\n",
  });
  const first = await bringIn(files("90"));
  expect((await press(first.id, "undo")).status).toBe(303);
  const { id } = await bringIn(files("80"));
  const month = monthBefore(monthOf(todayInNewYork(new Date())));
  const dialog = `/horses/bill?q=Peridot&month=${month}&prorate=on`;
  const shown = await pageOf(dialog);
  expect(shown.replaceAll("\u00a0", " ")).toContain("Private lesson $80.00");
  const cookie = { Cookie: await barn.cookieOf(ADMIN) };
  const confirmed = await barn.post(dialog, new URLSearchParams(hiddenFieldsOf(shown)).toString(), cookie);
  expect(confirmed.status).toBe(303);
  expect((await press(id, "undo")).status).toBe(409);
  expect(await pageOf(`/import/${id}`)).toContain("Undo import");
  expect(await barn.rows("select price from standing_charges where price = 8000 and deleted_at is null")).toHaveLength(
    1,
  );
});

test("an import of a version without standing charges is shown, and undone", async () => {
  const { id } = await bringIn({ "horses.csv": "Horse,Arrival\nGarnet,1/3/26\n" });
  const without = ["content", "before", "after"].map((column) => {
    const paths =
      column === "content"
        ? "'$.sums.standing_charges', '$.stored.standing_charges', '$.added.standing_charges', '$.kept.standing_charges'"
        : "'$.standing_charges'";
    return `${column} = json_remove(${column}, ${paths})`;
  });
  await barn.rows(`update imports set ${without.join(", ")} where id = ?`, [id]);
  expect(await pageOf(`/import/${id}`)).toContain("1 horse");
  expect((await press(id, "undo")).status).toBe(303);
  expect(await barn.rows("select name from horses where name = 'Garnet' and deleted_at is null")).toEqual([]);
});

test("an import knows what an earlier one was told of its columns", async () => {
  const later = crypto.randomUUID();
  const choices = {
    ...{ "records-0-0": "horses", "collection-0-0": "horses" },
    ...{ "column-0-0-Pferd": "name", "column-0-0-Ankunft": "checkInDate" },
  };
  const { id } = await bringIn({ "Stall.csv": "Pferd,Ankunft\nRosa,1/3/26\n" }, choices);
  await upload({ "Neu.csv": "Pferd,Ankunft\nLotte,1/3/26\n" }, { id: later });
  expect(await pageOf(`/import/${later}`)).toContain("Import 1 record");
  await press(id, "undo");
  expect(await pageOf(`/import/${later}`)).toContain("Nothing to import.");
});

test("an import that became another one since it was shown writes nothing", async () => {
  const id = crypto.randomUUID();
  await upload({ "horses.csv": "Name,Check-in Date\nOther,1/3/26\n" }, { id });
  const answer = await press(id, "import", { shown: "1.2.3" });
  expect(answer.headers.get("Location")).toBe(`/import/${id}?changed`);
  expect(await barn.rows("select id from horses where name = 'Other'")).toEqual([]);
  await press(id, "discard");
  expect(await barn.rows("select id from imports where id = ?", [id])).toEqual([]);
  expect(await barn.rows("select import_id from import_files where import_id = ?", [id])).toEqual([]);
});

test("thousands of bills come in once for two presses, while grooms log services", async () => {
  const id = crypto.randomUUID();
  const count = samples(2_000);
  const bills = Array.from({ length: count }, (_, i) => ({
    ...{ id: `imported-${i}`, horseId: "h1", serviceId: "training", date: "2025-01-02", value: i / 100 },
    exported: i % 2 === 0,
  }));
  await upload(
    { "horses.csv": "ID,Name,Check-in Date\nh1,Many,1/3/26\n", "billItems.json": JSON.stringify(bills) },
    { id },
  );
  const cookie = await barn.cookieOf(ADMIN);
  const page = await (await fetchAlone(`${barn.url}/import/${id}`, { headers: { Cookie: cookie } })).text();
  expect(page).toContain(`Import ${(count + 1).toLocaleString("en-US")} records`);
  let isDone = false;
  const logging = (async () => {
    const statuses = [];
    while (!isDone) {
      const entry = new URLSearchParams(newEntry(choices)).toString();
      statuses.push((await barn.post("/?index", entry, { Cookie: cookie })).status);
    }
    return statuses;
  })();
  const pressed = await Promise.all([1, 2].map(() => press(id, "import", { shown: shownIn(page) })));
  isDone = true;
  expect(new Set(await logging)).toEqual(new Set([303]));
  expect(pressed.map(({ status }) => status)).toContain(303);
  const [found] = await barn.rows(
    "select count(*) as bills, sum(value) as cents from bill_items where id like 'imported-%'",
  );
  expect(found).toEqual({ bills: count, cents: ((count - 1) * count) / 2 });
  expect((await press(id, "import", { shown: "" })).status).toBe(303);
  expect((await press(id, "undo")).status).toBe(303);
  expect(await barn.rows("select id from bill_items where id like 'imported-%'")).toEqual([]);
  expect((await press(id, "undo")).status).toBe(303);
});
