import { beforeAll, describe, expect, test } from "vitest";
import { doneIn } from "#lab/support/forms.ts";
import { RECORDS } from "#tests/support/barn/record-forms.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

const { barn, admin } = startBarn();
let horses: string[];
beforeAll(async () => {
  horses = ["Aba", "Bab", "Cab"].map((name) => `horse-${name}`);
  for (const id of horses) {
    await barn.rows(
      "insert into horses (id, name, check_in_date, boarding, created_at, updated_at) values (?, ?, '2026-01-01', 290000, '2026-01-01', '2026-01-01')",
      [id, `Zz${id.slice(6)}`],
    );
  }
});

type Fields = [string, string][];

const send = (fields: Fields, path = "/horses") => barn.post(path, new URLSearchParams(fields).toString(), admin);
const ticked = (...ids: string[]): Fields => ids.map((id) => ["selected", id]);
const values = async (column: string) =>
  (await barn.rows(`select ${column} as value from horses where name like 'Zz%' order by name`)).map(
    ({ value }) => value,
  );
const setBoarding = (amount: string): Fields => [
  ["intent", "set"],
  ["field", "boarding"],
  ["amount", amount],
  ["date", ""],
  ["checkbox", "true"],
];
/** The key and the text of the notice that an answer leads to. */
async function noticeOf(response: Response) {
  const location = response.headers.get("Location") ?? "";
  const page = (await (await barn.get(location, admin)).text()).replaceAll("<!-- -->", "");
  return { key: doneIn(response), text: page.match(/Saved: [^<]*|\d horses were deleted[^<]*/)?.[0] };
}
const undo = (key: string, path = "/horses") =>
  send(
    [
      ["intent", "undo"],
      ["change", key],
    ],
    path,
  );

describe("the command of a button in a row", () => {
  test("carries the row, the field and the value", async () => {
    expect((await send([["row", `set ${horses[0]} isBillable false`]])).status).toBe(303);
    expect(await values("is_billable")).toEqual([0, 1, 1]);
  });
});

describe("the selected rows", () => {
  test("get one value in one change, and each its own again by one Undo", async () => {
    await barn.rows("update horses set boarding = 310000 where id = ?", [horses[1] ?? ""]);
    const response = await send([...ticked(...horses), ...setBoarding("3,000.50")]);
    expect(response.status).toBe(303);
    expect(await values("boarding")).toEqual([300_050, 300_050, 300_050]);
    const { key, text } = await noticeOf(response);
    expect(text).toBe("Saved: Boarding of 3 horses");
    expect((await undo(key)).status).toBe(303);
    expect(await values("boarding")).toEqual([290_000, 310_000, 290_000]);
  });

  test("are not changed by a field or a value that cannot be, if one of them is deleted, or if none is selected", async () => {
    const before = await barn.lastCommit();
    const row = (command: string): Fields => [["row", `set selected ${command}`]];
    const all = ticked(...horses);
    for (const [fields, status] of [
      [[...all, ...row("checkInDate 2026-02-02")], 400],
      [[...all, ...row("constructor 1")], 400],
      [[...all, ...row("checkOutDate 2026-02-30")], 400],
      [[...all, ...setBoarding("many")], 400],
      [[...ticked(horses[0] ?? "", "nobody"), ...setBoarding("1")], 409],
      [setBoarding("1"), 400],
    ] as [Fields, number][])
      expect([fields, (await send(fields)).status]).toEqual([fields, status]);
    expect(await barn.lastCommit()).toBe(before);
  });

  test("are deleted together without a question, which says what stays, and come back together", async () => {
    await barn.rows(`insert into shows (id, name, date, horse_id, service_id, quantity, created_at, updated_at)
      values ('cup', 'Zz Cup', '2026-11-01', 'horse-Bab', 'training', 1, '', '')`);
    await barn.rows(`insert into bill_items (id, horse_id, service_id, date, quantity, value, location, created_at, updated_at)
      values ('zz', 'horse-Cab', 'training', '2026-11-01', 1, 3050, 'florida', '', '')`);
    const response = await send([...ticked(...horses), ["intent", "delete"]]);
    const { key, text } = await noticeOf(response);
    expect(text).toMatch(
      /^3 horses were deleted\. 1 pending bill \(\$30\.50\) and 1 unbilled show stay\. \d months are not billed: \$[\d,]+\.00\.$/,
    );
    expect(await values("deleted_at is not null")).toEqual([1, 1, 1]);
    expect((await undo(key)).status).toBe(303);
    expect(await values("deleted_at")).toEqual([null, null, null]);
  });

  test("are marked paid and billed on their screens", async () => {
    for (const [path, table, field] of [
      ["/payroll", "payroll", "paid"],
      ["/shows", "shows", "billed"],
    ] as const) {
      const rows = await barn.rows(`select id from ${table} where not ${field} and deleted_at is null limit 3`);
      const ids = rows.map(({ id }) => String(id));
      const state = async () =>
        (
          await barn.rows(
            `select sum(${field}) as n from ${table} where id in (select value from json_each('${JSON.stringify(ids)}'))`,
          )
        )[0]?.n;
      const response = await send([...ticked(...ids), ["row", `set selected ${field} true`]], path);
      expect([path, response.status, await state()]).toEqual([path, 303, ids.length]);
      const undone = await undo(doneIn(response), path);
      expect([path, undone.status, await state()]).toEqual([path, 303, 0]);
    }
  });
});

test("without JavaScript the menu of a row is a sheet over the list as it is", async () => {
  const [id = ""] = horses;
  const page = await (await barn.get(`/horses?q=zz&menu=${encodeURIComponent(id)}`, admin)).text();
  const sheet = page.slice(page.indexOf('aria-label="Actions for ZzAba" class="menu'));
  expect(sheet).toContain(`href="/horses/${id}/edit?q=zz"`);
  expect(sheet).toMatch(/name="intent" value="delete"[^>]*>Delete<\/button>/);
  expect(sheet).toContain('href="/horses?q=zz"');
  expect(await (await barn.get("/horses?menu=nobody", admin)).text()).not.toContain('class="menu row-menu-sheet"');
});

test("what a dialog has saved is named, with the way to it", async () => {
  const dialog = await (await barn.get("/horses/new", admin)).text();
  const fields = RECORDS.find(({ path }) => path === "/horses")?.fieldsOn(dialog) ?? {};
  const name = "ZzAdd";
  const saved = await barn.post("/horses/new?q=bella", { idempotencyKey: crypto.randomUUID(), ...fields, name }, admin);
  const page = await (await barn.get(saved.headers.get("Location") ?? "", admin)).text();
  expect(page).toContain(`${name} added`);
  expect(page).toContain(`href="/horses?view=all&amp;q=${name}"`);
  expect(await (await barn.get("/horses?done=nobody", admin)).text()).not.toContain(" added");
});
