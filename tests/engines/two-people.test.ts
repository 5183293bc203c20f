import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN, type Barn, openBarn } from "#tests/support/barn.ts";
import { type Engines, engines, openIn, startEngines } from "#tests/support/engines.ts";
import { hiddenFieldsOf } from "#tests/support/forms.ts";

/* Engines differ in how they refuse a form without a choice; tests/browser/two-people.test.ts has the rest, in Chromium. */

const DANA = { email: "dana@hayloft.example", name: "Dana Whitfield" };
const CUSTOMER = { name: "Priya Nolan", emails: "", phone: "1", riders: "" };

let barn: Barn;
let started: Engines;
let dana: { Cookie: string };

beforeAll(async () => {
  [barn, started] = await Promise.all([openBarn(), startEngines()]);
  dana = { Cookie: await barn.cookieOf(DANA) };
});
afterAll(() => Promise.all([started.close(), barn.close()]));

/** The hidden fields of a dialog that Dana opens. */
async function open(path: string): Promise<Record<string, string>> {
  const page = await (await barn.get(path, dana)).text();
  return hiddenFieldsOf(page.slice(page.indexOf("<dialog")));
}

for (const { engine, title, isMissing } of engines()) {
  describe(title, () => {
    test.skipIf(isMissing)("two admins change one field: Save waits for a choice, and merges the other field", () =>
      started.visitAs(engine, barn, ADMIN, async ({ window }) => {
        const { idempotencyKey: id = "" } = await open("/customers/new");
        await barn.post("/customers/new", { idempotencyKey: id, ...CUSTOMER }, dana);
        const path = `/customers/${id}/edit`;
        const rowOf = async () => (await barn.rows("select name, phone, version from customers where id = ?", [id]))[0];
        await openIn(window, `${barn.url}${path}`);
        await barn.post(path, { ...(await open(path)), ...CUSTOMER, name: "Theirs", phone: "2" }, dana);
        const theirs = { name: "Theirs", phone: "2", version: 2 };
        expect(await rowOf()).toEqual(theirs);

        await window.fill("textbox", "Name", "Mine");
        await window.press("button", "Save");
        await expect.poll(() => window.text()).toContain("Merged: Phone, changed by dana@hayloft.example.");
        await window.press("button", "Save");
        await window.press("button", "Save");
        expect(await window.text()).toContain("Choose what to keep");
        expect(await rowOf()).toEqual(theirs);
        await window.evaluate("document.querySelector('[value=mine]').click()");
        await window.press("button", "Save");
        await expect.poll(rowOf).toEqual({ name: "Mine", phone: "2", version: 3 });
      }),
    );
  });
}
