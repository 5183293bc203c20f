import { beforeAll, expect, test } from "vitest";
import { amountFields } from "#lab/support/forms.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { type Choices, findChoices, newEntry } from "#tests/support/browser/service-entry.ts";

type Fields = Record<string, string>;

const { barn, admin } = startBarn();
let choices: Choices;

beforeAll(async () => {
  choices = await findChoices(barn);
});

const HORSE: Fields = {
  name: "Bella",
  checkInDate: "2026-01-05",
  ...amountFields(() => "1"),
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

/** Every form with its text fields, by their kind, and its other fields. */
const FORMS: [path: string, fields: Record<string, "name" | "text" | "lines">, others: () => Fields][] = [
  ["/horses/new", { name: "name" }, () => withKey(HORSE)],
  ["/customers/new", { name: "name", emails: "text", phone: "text", "riders[0]": "lines" }, () => withKey({})],
  ["/services/new", { productServiceName: "name", salesDescription: "lines" }, () => withKey(SERVICE)],
  ["/grooms/new", { name: "name" }, () => withKey(GROOM)],
  ["/shows/new", { name: "name" }, () => withKey(show())],
  ["/payroll/new", { item: "name" }, () => withKey(payrollItem())],
  ["/accounts/new", { email: "text" }, () => withKey({})],
  ["/?index", { comments: "lines" }, () => newEntry(choices)],
];

const around = (field: string, character: string) =>
  /^emails?$/.test(field) ? `a${character}b@example.com` : `a${character}b`;

/** NUL, BEL, a tab, DEL, a line separator, a right-to-left override, an isolate, two marks of a direction, broken encoding. */
const UNWRITABLE = ["\0", "\u0007", "\t", "\u007f", "\u2028", "\u202e", "\u2066", "\u200e", "\u061c", "\ufffd"];
const FORMULAS = ["=1", "＝1", "＋1", "－1", "＠a", "\u200b=1", "\u00a0＝1", "\ufeff+1", "\u3164@a", "\u2060-1"];
const INVISIBLE = ["\u200b", "\u3164", "\u00ad\u2060", "\u2800", "\u200d \ufeff"];

/** All of the cases for the first form, and for each other one as many as show that its texts are read by the same function. */
const some = (cases: string[], nth: number, count: number): string[] =>
  nth === 0 ? cases : Array.from({ length: count }, (_, i) => cases[(nth + i * 3) % cases.length] as string);

test.each(FORMS.map((form, nth) => [...form, nth] as const))(
  "the form at %s refuses texts that cannot be saved, line breaks, formulas and names without a visible character, beside each field",
  async (path, fields, others, nth) => {
    const before = await barn.lastCommit();
    /** Sends the form with a text in each field of some kinds, and expects a message beside each. */
    const expectRefused = async (kinds: string[], textOf: (field: string) => string, message: RegExp) => {
      const names = Object.keys(fields).filter((name) => kinds.includes(fields[name] ?? ""));
      if (names.length === 0) return;
      const texts = Object.fromEntries(names.map((name) => [name, textOf(name)]));
      const response = await barn.post(path, { ...others(), ...texts }, admin);
      const page = await response.text();
      expect([texts, response.status]).toEqual([texts, 400]);
      for (const name of names) {
        const at = new RegExp(`id="[^"]*${name.replace(/[[\]]/g, "\\$&")}-error"[^>]*>([^<]*)`);
        expect([texts, name, at.exec(page)?.[1]]).toEqual([texts, name, expect.stringMatching(message)]);
      }
    };
    const unwritable = /^(This holds characters that cannot be saved|Write (this on one line|spaces))/;
    for (const each of some(UNWRITABLE, nth, 2))
      await expectRefused(["name", "text", "lines"], (field) => around(field, each), unwritable);
    for (const each of some(["\n", "\r\n", "\r"], nth, 1))
      await expectRefused(["name", "text"], (field) => around(field, each), /Write this on one line/);
    for (const each of some(FORMULAS, nth, 2))
      await expectRefused(["name"], () => each, /spreadsheets take that for a formula\./);
    for (const each of some(INVISIBLE, nth, 1)) await expectRefused(["name"], () => each, /is required\./);
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
