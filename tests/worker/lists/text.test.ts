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

/* tests/unit/basics/text.test.ts has every character; here one of each kind shows that a form reads its texts by these rules. */
test.each(FORMS)(
  "the form at %s refuses texts that cannot be saved, line breaks, formulas and names without a visible character, beside each field",
  async (path, fields, others) => {
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
    const having = (character: string) => (field: string) => around(field, character);
    await expectRefused(["name", "text", "lines"], having("\u202e"), /^This holds characters that cannot be saved/);
    await expectRefused(["name", "text"], having("\r\n"), /Write this on one line/);
    await expectRefused(["name"], () => "\u200b=1", /spreadsheets take that for a formula\./);
    await expectRefused(["name"], () => "\u3164", /is required\./);
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

test("what was typed stays in the form that was refused", async () => {
  const fields = withKey({ name: "＝SUM(1)", phone: "555\u202e0100", "riders[0]": "Ana", emails: "" });
  const page = await (await barn.post("/customers/new", fields, admin)).text();
  for (const text of ["＝SUM(1)", "555\u202e0100", "Ana"]) expect(page).toContain(text);
});
