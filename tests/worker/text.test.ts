import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN, type Barn, openBarn } from "#tests/support/barn.ts";
import { type Choices, findChoices, newEntry } from "#tests/support/service-entry.ts";

type Fields = Record<string, string>;

let barn: Barn;
let admin: { Cookie: string };
let choices: Choices;

beforeAll(async () => {
  barn = await openBarn();
  admin = { Cookie: await barn.cookieOf(ADMIN) };
  choices = await findChoices(barn);
});
afterAll(() => barn.close());

const HORSE: Fields = {
  name: "Bella",
  checkInDate: "2026-01-05",
  boarding: "1",
  boardingSurcharge: "1",
  training: "1",
  location: "florida",
};
const GROOM: Fields = { name: "Iris Vance", weeklySalary: "900", location: "florida" };
const SERVICE: Fields = { productServiceName: "Mane pulling", price: "45" };

const withKey = (fields: Fields): Fields => ({ idempotencyKey: crypto.randomUUID(), ...fields });
const show = (): Fields => ({
  date: "2026-01-05",
  horseId: String(choices.horse.id),
  serviceId: String(choices.service.id),
  quantity: "1",
});
const payrollItem = (): Fields => ({ groomId: String(choices.groom.id), date: "2026-01-05", value: "1" });

/** Every text field of every form, with the other fields of its form. */
const textFields: [path: string, field: string, kind: "name" | "text" | "lines", others: () => Fields][] = [
  ["/horses/new", "name", "name", () => withKey(HORSE)],
  ["/customers/new", "name", "name", () => withKey({})],
  ["/customers/new", "emails", "text", () => withKey({ name: "Priya" })],
  ["/customers/new", "phone", "text", () => withKey({ name: "Priya" })],
  ["/customers/new", "riders[0]", "lines", () => withKey({ name: "Priya" })],
  ["/services/new", "productServiceName", "name", () => withKey(SERVICE)],
  ["/services/new", "salesDescription", "lines", () => withKey(SERVICE)],
  ["/grooms/new", "name", "name", () => withKey(GROOM)],
  ["/shows/new", "name", "name", () => withKey(show())],
  ["/payroll/new", "item", "name", () => withKey(payrollItem())],
  ["/accounts/new", "email", "text", () => withKey({})],
  ["/?index", "comments", "lines", () => newEntry(choices)],
];

const around = (field: string, character: string) =>
  /^emails?$/.test(field) ? `a${character}b@example.com` : `a${character}b`;

const unwritable: [what: string, character: string][] = [
  ["NUL", "\0"],
  ["BEL", "\u0007"],
  ["a tab", "\t"],
  ["DEL", "\u007f"],
  ["a line separator", "\u2028"],
  ["a right-to-left override", "\u202e"],
  ["an isolate", "\u2066"],
  ["a left-to-right mark", "\u200e"],
  ["an Arabic letter mark", "\u061c"],
  ["broken encoding", "\ufffd"],
];

/** All of the cases for the first field, and for each other one as many as show that its text is read by the same function. */
const some = <Case>(cases: Case[], nth: number, count = 2): Case[] =>
  nth === 0 ? cases : Array.from({ length: count }, (_, i) => cases[(nth + i * 3) % cases.length] as Case);

const numbered = (fields: typeof textFields) => fields.map((each, nth) => [...each, nth] as const);

test.each(numbered(textFields))(
  "%s refuses unwritable characters in %s beside the field",
  async (path, field, _, others, nth) => {
    const before = await barn.lastCommit();
    for (const [what, character] of some(unwritable, nth)) {
      const response = await barn.post(path, { ...others(), [field]: around(field, character) }, admin);
      const page = await response.text();
      expect([what, response.status]).toEqual([what, 400]);
      const message = page.match(new RegExp(`id="[^"]*${field.replace(/[[\]]/g, "\\$&")}-error"[^>]*>([^<]*)`))?.[1];
      expect([what, message]).toEqual([
        what,
        expect.stringMatching(/^(This holds characters that cannot be saved|Write (this on one line|spaces))/),
      ]);
    }
    expect(await barn.lastCommit()).toBe(before);
  },
);

test.each(numbered(textFields.filter(([, , kind]) => kind !== "lines")))(
  "%s refuses a line break in %s",
  async (path, field, _, others, nth) => {
    const before = await barn.lastCommit();
    for (const lineBreak of some(["\n", "\r\n", "\r"], nth, 1)) {
      const response = await barn.post(path, { ...others(), [field]: around(field, lineBreak) }, admin);
      expect(response.status).toBe(400);
      expect(await response.text()).toContain("Write this on one line");
    }
    expect(await barn.lastCommit()).toBe(before);
  },
);

test.each(numbered(textFields.filter(([, , kind]) => kind === "name")))(
  "%s refuses a formula and a name without a visible character in %s",
  async (path, field, _, others, nth) => {
    const before = await barn.lastCommit();
    const post = async (text: string) => {
      const response = await barn.post(path, { ...others(), [field]: text }, admin);
      return [text, response.status, await response.text()];
    };
    const formulas = ["=1", "＝1", "＋1", "－1", "＠a", "\u200b=1", "\u00a0＝1", "\ufeff+1", "\u3164@a", "\u2060-1"];
    for (const text of some(formulas, nth)) {
      expect(await post(text)).toEqual([text, 400, expect.stringContaining("spreadsheets take that for a formula.")]);
    }
    for (const text of some(["\u200b", "\u3164", "\u00ad\u2060", "\u2800", "\u200d \ufeff"], nth, 1)) {
      expect(await post(text)).toEqual([text, 400, expect.stringContaining("is required.")]);
    }
    expect(await barn.lastCommit()).toBe(before);
  },
);

test("names in any script, with accents, apostrophes and joined emoji, are saved as they were typed", async () => {
  const names = [
    "Zoë O’Brien",
    "Mae O'Hara",
    "日本ダービー",
    "فرس سريع",
    "שמש",
    "شاهین\u200cپور",
    "👩\u200d🚀 Team ❤\ufe0f",
  ];
  for (const name of names) {
    const fields = withKey({ ...GROOM, name });
    expect([name, (await barn.post("/grooms/new", fields, admin)).status]).toEqual([name, 303]);
    expect(await barn.rows("select name from grooms where id = ?", [fields.idempotencyKey ?? ""])).toEqual([{ name }]);
  }
});

test("comments and descriptions keep their line breaks", async () => {
  const entry = newEntry(choices, { comments: "- left hind\r\n\r\n- see vet" });
  expect((await barn.post("/?index", entry)).status).toBe(303);
  expect(await barn.rows("select comments from bill_items where id = ?", [entry.id ?? ""])).toEqual([
    { comments: "- left hind\n\n- see vet" },
  ]);
});

test("what was typed stays in the form that was refused", async () => {
  const fields = withKey({ name: "＝SUM(1)", phone: "555\u202e0100", "riders[0]": "Ana", emails: "" });
  const page = await (await barn.post("/customers/new", fields, admin)).text();
  for (const text of ["＝SUM(1)", "555\u202e0100", "Ana"]) expect(page).toContain(text);
});

test("an id in capital letters is not the id of an entry", async () => {
  const before = await barn.lastCommit();
  const id = "0B4F1C2A-6D1E-4E7B-9A53-6C1D2E3F4A5B";
  expect((await barn.post("/?index", newEntry(choices, { id }))).status).toBe(400);
  expect(await barn.lastCommit()).toBe(before);
});
