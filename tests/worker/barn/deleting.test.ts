import { beforeAll, expect, test } from "vitest";
import { doneIn } from "#lab/support/forms.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { insertRow } from "#tests/support/database/rows-of-tables.ts";

const { barn, admin } = startBarn();

beforeAll(async () => {
  await add("customers", { id: "cara", name: "Cara Zzyx", emails: "[]", riders: '["Rita","Rob"]' });
  await add("customers", { id: "bare", name: "Bare Zzyx", emails: "[]", riders: '["Rita"]' });
  for (const id of ["Zelda", "Ziggy"])
    await add("horses", { id, name: id, customer_id: "cara", check_in_date: "2026-01-01", is_billable: 0 });
  const show = {
    id: "gone",
    name: "Zzyx Cup",
    date: "2026-11-01",
    horse_id: "Ziggy",
    service_id: "training",
    quantity: 1,
  };
  await add("shows", show);
  const bill = { customer_id: "cara", horse_id: "Zelda", service_id: "training", date: "2026-11-01", quantity: 1 };
  for (const [n, value] of [1_000, 2_050].entries())
    await add("bill_items", { id: `bill ${n}`, ...bill, value, location: "florida" });
  await add("horses", { id: "Zoe", name: "Zoe", check_in_date: "2026-01-01", is_billable: 0 });
  await add("services", { id: "lesson", product_service_name: "Zzyx lesson", price: 1 });
  await add("grooms", { id: "Zach", name: "Zach", weekly_salary: 1, location: "florida" });
  const charge = { horse_id: "Zoe", service_id: "lesson", groom_id: "Zach", from_date: "2026-01-01" };
  for (const until_date of ["2026-01-31", null, null])
    await add("standing_charges", { id: crypto.randomUUID(), ...charge, until_date });
});

const add = (table: string, row: Record<string, string | number | null>) =>
  insertRow(barn, table, { ...row, created_at: "2026-01-01", updated_at: "2026-01-01" });

const remove = (path: string, fields: Record<string, string>) =>
  barn.post(path, { intent: "delete", ...fields }, admin);
const undo = (path: string, change: string, next = "") =>
  barn.post(path, `intent=undo&change=${change}&then=${next}`, admin);
const isDeleted = async (table: string, id: string) =>
  (await barn.rows(`select deleted_at is not null as deleted from ${table} where id = ?`, [id]))[0]?.deleted === 1;
const textAt = async (path: string) => (await (await barn.get(path, admin)).text()).replaceAll("<!-- -->", "");

test.each([
  ["/customers", "customers", "bare", "Bare Zzyx was deleted.", ""],
  [
    "/customers",
    "customers",
    "cara",
    "Cara Zzyx was deleted. 2 pending bills ($30.50) and 2 horses stay.",
    "/billing?customer=cara",
  ],
  ["/horses", "horses", "Zelda", "Zelda was deleted. 2 pending bills ($30.50) stay.", "/billing?horse=Zelda"],
  ["/horses", "horses", "Ziggy", "Ziggy was deleted. 1 unbilled show stays.", "/horses/Ziggy"],
  ["/horses", "horses", "Zoe", "Zoe was deleted. 2 standing charges stay.", "/horses/Zoe"],
  [
    "/services",
    "services",
    "lesson",
    "Zzyx lesson was deleted. 2 standing charges are no longer billed.",
    "/services/standing?view=all&amp;service=lesson",
  ],
  [
    "/grooms",
    "grooms",
    "Zach",
    "Zach was deleted. 2 standing charges are billed without a groom.",
    "/services/standing?view=all&amp;groom=Zach",
  ],
])("at %s, a Delete of %s %s asks nothing, and the notice says what stays", async (path, table, id, text, at) => {
  const response = await remove(`${path}?view=all&q=z`, { id });
  const address = response.headers.get("Location") ?? "";
  expect([response.status, address]).toEqual([303, `${path}?view=all&q=z&done=${doneIn(response)}`]);
  expect(await isDeleted(table, id)).toBe(true);
  const notice = await textAt(address);
  expect(notice).toContain(`<span>${text}</span>`);
  expect(notice.match(/href="([^"]*)">Show them</)?.[1] ?? "").toBe(at);
  expect(notice.includes("Set an end date instead")).toBe(table === "grooms");
  // A repeated post changes nothing, and Undo restores the record.
  expect((await remove(path, { id })).status).toBe(303);
  expect((await undo(path, doneIn(response))).status).toBe(303);
  expect(await isDeleted(table, id)).toBe(false);
});

test("voided bills and billed shows do not count as staying", async () => {
  await barn.rows("update bill_items set deleted_at = '2026' where id like 'bill %'");
  await barn.rows("update shows set billed = 1 where id = 'gone'");
  for (const id of ["Zelda", "Ziggy"]) {
    const deleted = await remove("/horses", { id });
    const notice = await textAt(deleted.headers.get("Location") ?? "");
    expect(notice).toContain(`${id} was deleted.`);
    expect(notice).not.toContain(" stay");
    await undo("/horses", doneIn(deleted));
  }
  await barn.rows("update bill_items set deleted_at = null where id like 'bill %'");
  await barn.rows("update shows set billed = 0 where id = 'gone'");
});

test("where a deleted customer or horse is still named, the name is marked, a search finds the mark, and Undo takes it away", async () => {
  const lists: [path: string, q: string, before: string, after: string][] = [
    ["/horses?view=all", "Cara Zzyx", "Cara Zzyx<", "Cara Zzyx (deleted)<"],
    ["/billing", "Cara Zzyx", "Cara Zzyx<", "Cara Zzyx (deleted)<"],
    ["/billing", "Zelda", "Zelda<", "Zelda (deleted)<"],
    ["/shows?view=all", "Ziggy", "Ziggy<", "Ziggy (deleted)<"],
  ];
  const read = (path: string, q: string) =>
    textAt(`${path}${path.includes("?") ? "&" : "?"}q=${encodeURIComponent(q)}`);
  for (const [path, q, before] of lists.slice(1)) expect(await read(path, q)).toContain(before);
  const changes: [path: string, change: string][] = [];
  for (const [path, id] of [
    ["/horses", "Zelda"],
    ["/customers", "cara"],
    ["/horses", "Ziggy"],
  ] as const) {
    changes.push([path, doneIn(await remove(path, { id }))]);
  }
  for (const [path, q, , after] of lists.slice(1)) {
    expect([path, (await read(path, q)).includes(after), (await read(path, `${q} (deleted)`)).includes(after)]).toEqual(
      [path, true, true],
    );
  }
  const [ofZelda, ...others] = changes;
  if (ofZelda) await undo(...ofZelda);
  const [path = "", q = "", , after = ""] = lists[0] ?? [];
  expect(await read(path, `${q} (deleted)`)).toContain(after);
  // The dialog of the horse keeps the deleted customer, marked.
  expect(await textAt("/horses/Zelda/edit")).toContain("Cara Zzyx (deleted)</option>");
  for (const each of others) expect((await undo(...each)).status).toBe(303);
  for (const [at, text, before, marked] of lists) {
    const page = await read(at, text);
    expect([at, page.includes(before), page.includes(marked)]).toEqual([at, true, false]);
    expect(await read(at, `${text} (deleted)`)).not.toContain(marked);
  }
});

test("a deleted groom can be given an end date instead: the groom is back, and the dialog opens", async () => {
  const [groom] = await barn.rows("select id, name from grooms where deleted_at is null limit 1");
  const id = String(groom?.id);
  const deleted = await remove("/grooms?q=a", { id });
  const notice = await textAt(deleted.headers.get("Location") ?? "");
  expect(notice).toContain("Set an end date instead");
  const instead = await undo("/grooms?q=a", doneIn(deleted), id);
  expect([instead.status, instead.headers.get("Location")]).toEqual([
    303,
    expect.stringContaining(`/grooms/${id}/edit?q=a`),
  ]);
  expect(await isDeleted("grooms", id)).toBe(false);
});
