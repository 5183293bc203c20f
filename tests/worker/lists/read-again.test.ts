import { expect, test } from "vitest";
import { exportFieldsOf } from "#lab/support/exports.ts";
import { hiddenFieldsOf } from "#lab/support/forms.ts";
import { COMMANDS } from "#tests/support/barn/presses.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* A page with JavaScript gets the data of its screen with the answer to a command (docs/architecture.md, 'One write'). */

const { barn, admin } = startBarn();

async function expectData(path: string, fields: Record<string, string> | string): Promise<void> {
  const [pathname = "", search = ""] = path.split("?");
  const response = await barn.post(`${pathname}.data${search && "?"}${search}`, fields, admin);
  const answer = await response.text();
  expect(answer).toContain('"written"');
  expect(answer).toContain('"changeNumber"');
}

/** A mailing reads its progress instead. */
const ROW_COMMANDS = COMMANDS.filter(({ name }) => !name.includes("run of statements"));

test.each(ROW_COMMANDS.map((command) => [command.name, command] as const))(
  "the answer to %s has the data of the screen that it leads to",
  async (_, { prepare }) => {
    const { path, fields } = await prepare(barn, admin);
    await expectData(path, fields);
  },
);

test.each([
  ["/billing/export", exportFieldsOf],
  ["/horses/bill", hiddenFieldsOf],
  ["/shows/bill", hiddenFieldsOf],
  ["/payroll/generate", hiddenFieldsOf],
  ["/accounts/new", (page: string) => ({ ...hiddenFieldsOf(page), email: "new@hayloft.example" })],
  ["/services/new", (page: string) => ({ ...hiddenFieldsOf(page), productServiceName: "Hoof oil", price: "5" })],
] as const)("the answer to the dialog %s has the data of the screen behind it", async (path, fieldsOf) => {
  const opened = await barn.get(path, admin);
  const { url } = opened;
  const at = opened.headers.get("Location") ?? new URL(url).pathname;
  const page = opened.status === 200 ? await opened.text() : await (await barn.get(at, admin)).text();
  await expectData(at, fieldsOf(page.slice(page.lastIndexOf("<dialog"))));
});
