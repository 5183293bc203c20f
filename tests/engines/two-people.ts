import { expect } from "vitest";
import { hiddenFieldsOf } from "#lab/support/forms.ts";
import type { Barn } from "#tests/support/barn/barn.ts";
import type { EngineWindow } from "#tests/support/engines/engine.ts";
import { openIn } from "#tests/support/engines/engines.ts";

/* Engines differ in how they refuse a form without a choice; tests/browser/shell/dialogs.test.ts has the rest, in Chromium. */

const DANA = { email: "dana@hayloft.example", name: "Dana Whitfield" };
const CUSTOMER = { name: "Priya Nolan", emails: "", phone: "1" };

/** Two admins change one field: Save waits for a choice, and merges the other field. */
export async function editWhatAnotherEdits(barn: Barn, window: EngineWindow): Promise<void> {
  const dana = { Cookie: await barn.cookieOf(DANA) };
  /** The hidden fields of a dialog that Dana opens. */
  const open = async (path: string): Promise<Record<string, string>> => {
    const page = await (await barn.get(path, dana)).text();
    return hiddenFieldsOf(page.slice(page.indexOf("<dialog")));
  };
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
}
