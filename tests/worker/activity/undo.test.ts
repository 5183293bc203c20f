import { describe, expect, test } from "vitest";
import { OBSTACLES } from "#app/domain/activity/obstacles.ts";
import { mondayOf, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { monthOf } from "#app/domain/basics/months.ts";
import { addHorses, addShows } from "#lab/support/billing.ts";
import { textOf } from "#lab/support/exports.ts";
import { doneIn, hiddenFieldsOf } from "#lab/support/forms.ts";
import { ADMIN, addPastExport, NOT_AN_ADMIN } from "#tests/support/barn/barn.ts";
import { exportOldest } from "#tests/support/barn/corrections.ts";
import { addSharedLink } from "#tests/support/barn/shared-links.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { insertRow } from "#tests/support/database/rows-of-tables.ts";

/* Undo of each kind of change, as a browser without JavaScript sends it (docs/product.md, 'Undo'). */

const { barn, admin, otherAdmin } = startBarn();

const monday = mondayOf(todayInNewYork(new Date()));

type Fields = Record<string, string>;
const send = (path: string, fields: Fields | string, who = admin) => barn.post(path, fields, who);
const load = async (path: string) => (await (await barn.get(path, admin)).text()).replaceAll("<!-- -->", "");
const quoted = (ids: string[]) => ids.map((id) => `'${id}'`).join();
const selected = (fields: Fields, ids: string[]) =>
  new URLSearchParams([...Object.entries(fields), ...ids.map((id) => ["selected", id])]).toString();
const newKey = () => ({ idempotencyKey: crypto.randomUUID() });

/** A change that is about to be made. */
type Case = {
  /** Selects what the change sets. */
  select: string;
  act: () => Promise<Response>;
  action: string;
  /** The notices after it and after its undo, where that has words of its own. */
  notice: string | RegExp;
  undone?: RegExp;
  /** The notice after the undo of its undo, if it is another one. */
  again?: RegExp;
  /** Its undo is not undone. */
  isFinal?: true;
  /** Changes the first of its records, or builds on the change, so that its undo is refused with this. */
  since: () => Promise<unknown>;
  refusal: string;
  /** The button that undoes the others, and what is there then; absent if the change is of one record, or of several kinds. */
  rest?: { button: string; left: unknown[]; notice?: string };
};

const SINCE = " was changed since, so nothing was undone.";

/** Adds horses and returns their ids and the name of the first. */
async function newHorses(count: number) {
  const tag = `Mare ${crypto.randomUUID().slice(0, 8)}`;
  const horses = await addHorses(barn, tag, count);
  return { tag, horses, ids: horses.map(({ id }) => id), name: horses[0]?.name ?? "" };
}

async function deletion(): Promise<Case> {
  const { ids, name } = await newHorses(3);
  return {
    action: "delete horse",
    select: `select deleted_at is not null as it from horses where id in (${quoted(ids)}) order by seq`,
    act: () => send("/horses?view=all", selected({ intent: "delete", id: "selected" }, ids)),
    notice: "3 horses were deleted.",
    since: () => barn.rows("update horses set location = 'florida' where id = ?", [ids[0] ?? ""]),
    refusal: name + SINCE,
    rest: { button: "Undo the other 2", left: [{ it: 1 }, { it: 0 }, { it: 0 }], notice: "2 horses are back." },
  };
}

const setting = (count: number) => async (): Promise<Case> => {
  const { ids, name } = await newHorses(count);
  const [id = ""] = ids;
  const fields = { intent: "set", field: "isBillable", value: "false" };
  return {
    action: "set billable of horse",
    select: `select is_billable as it from horses where id in (${quoted(ids)}) order by seq`,
    act: () => send("/horses?view=all", count === 1 ? { ...fields, id } : selected(fields, ids)),
    notice: `Saved: Billable of ${count === 1 ? name : `${count} horses`}`,
    since: () => barn.rows("update horses set location = 'florida' where id = ?", [id]),
    refusal: name + SINCE,
    ...(count === 3 && { rest: { button: "Undo the other 2", left: [{ it: 0 }, { it: 1 }, { it: 1 }] } }),
  };
};

async function voiding(): Promise<Case> {
  const { horses, name } = await newHorses(2);
  const bills = horses.map(({ id }) => `bill ${id}`);
  for (const { id } of horses) {
    const bill = {
      id: `bill ${id}`,
      horse_id: id,
      service_id: "training",
      date: "2026-06-01",
      quantity: 1,
      value: 100,
    };
    await insertRow(barn, "bill_items", { ...bill, location: "florida", created_at: "2026" });
  }
  return {
    action: "void bills",
    select: `select deleted_at is null as it from bill_items where id in (${quoted(bills)}) order by seq`,
    act: () => send("/billing?view=all", selected({ intent: "void", ...newKey() }, bills)),
    notice: "2 bills were voided.",
    since: () => send("/billing", { intent: "undoVoid", id: bills[0] ?? "", ...newKey() }, otherAdmin),
    refusal: `Training for ${name}${SINCE}`,
    rest: { button: "Undo the other one", left: [{ it: 1 }, { it: 1 }] },
  };
}

let invoice = 9_000;

async function correction(): Promise<Case> {
  invoice += 1;
  const [bill] = await exportOldest(barn.rows, 1, invoice);
  const { id = "", customerId = "", serviceId = "" } = bill ?? {};
  const path = `/billing/${id}/correct`;
  const page = await load(path);
  const { idempotencyKey = "", version = "" } = hiddenFieldsOf(page.slice(page.indexOf("<dialog")));
  const tick = { intent: "set", id: idempotencyKey, field: "entered", value: "true" };
  return {
    action: "correct bill",
    again: /^Correct bill again: .+/,
    select: `select b.value, (select count(*) from corrections where bill_item_id = b.id and deleted_at is null) as entries from bill_items b where id = '${id}'`,
    act: () => send(path, { idempotencyKey, version, customerId, serviceId, amount: "1.25", reason: "Too much" }),
    notice: /^.+ corrected\.$/,
    undone: /^Undid the correction of .+ for .+\.$/,
    since: () => send("/billing/corrections", tick, otherAdmin),
    refusal: OBSTACLES.entered.sentence,
  };
}

async function markPaid(): Promise<Case> {
  const [groom] = await barn.rows("select id from grooms where deleted_at is null limit 1");
  const ids = [1, 2, 3].map(() => crypto.randomUUID());
  const date = "2031-05-05";
  await barn.rows("update payroll set date = '2030-01-01' where date = ?", [date]);
  const item = { groom_id: String(groom?.id), item: "Walk", date, value: 100, created_at: "", updated_at: "" };
  for (const id of ids) await insertRow(barn, "payroll", { id, ...item });
  return {
    action: "mark date",
    again: /^Saved: Paid, Paid On of 3 items/,
    select: `select paid from payroll where id in (${quoted(ids)}) order by seq`,
    act: () => send("/payroll?view=all", { intent: "mark", id: ids[0] ?? "", ...newKey(), value: `${date} true` }),
    notice: "Marked 3 items of 05/05/2031 paid.",
    since: () => barn.rows("update payroll set value = 200 where id = ?", [ids[0] ?? ""]),
    refusal: SINCE,
    rest: { button: "Undo the other 2", left: [{ paid: 1 }, { paid: 0 }, { paid: 0 }] },
  };
}

async function dismissal(): Promise<Case> {
  const id = crypto.randomUUID();
  const groom = { id, name: `Ida ${id}`, weekly_salary: 50_000, location: "florida" };
  await insertRow(barn, "grooms", { ...groom, created_at: "2026", updated_at: "2026" });
  const weeks = [plusDays(monday, -14), plusDays(monday, -7)] as const;
  const salary = { kind: "salary", recordId: id, scope: weeks.join(), name: groom.name, back: "/payroll?view=all" };
  return {
    action: "mark salary not to pay",
    again: /^Mark salary not to pay again: .+/,
    select: `select scope from dismissals where record_id = '${id}' and deleted_at is null order by scope`,
    act: () => send("/dismissals", { ...newKey(), ...salary }),
    notice: /^Won't pay: Ida .+ and 1 more\.$/,
    since: () => barn.rows("update dismissals set name = 'Ida' where record_id = ? and scope = ?", [id, weeks[0]]),
    refusal: `${groom.name}, week of `,
    rest: { button: "Undo the other one", left: [{ scope: weeks[0] }] },
  };
}

async function answering(): Promise<Case> {
  const { id: link, billId } = await addSharedLink(barn.rows);
  const id = crypto.randomUUID();
  const question = { id, link_id: link, bill_item_id: billId, line: "Training", question: "Why?" };
  await insertRow(barn, "statement_questions", { ...question, asked_at: "2026-11-01" });
  return {
    action: "answer question",
    again: /^Answer question again: .+/,
    select: `select reply, answered_by from statement_questions where id = '${id}'`,
    act: () => send("/customers/questions", { ...newKey(), question: id, reply: "Twice ridden" }),
    notice: /^Answer question: .+\.$/,
    since: () => barn.rows("update statement_questions set reply = 'Once' where id = ?", [id]),
    refusal: SINCE,
  };
}

const billing = (kind: "horses" | "shows") => async (): Promise<Case> => {
  const { tag, horses, ids } = await newHorses(3);
  if (kind === "shows") await addShows(barn, tag, horses, 1_000);
  const path = `/${kind}/bill?${new URLSearchParams({ month: monthOf(todayInNewYork(new Date())), q: tag })}`;
  const fields = hiddenFieldsOf(await load(path));
  const ofHorses = `where horse_id in (${quoted(ids)})`;
  const exportOne = `update bill_items set export_id = ? where id = (select id from bill_items ${ofHorses} limit 1)`;
  return {
    action: `bill ${kind}`,
    select: `select (select count(*) from bill_items ${ofHorses} and deleted_at is null) as bills, (select sum(billed) from shows ${ofHorses}) as billed`,
    act: () => send(path, fields),
    notice: new RegExp(`^Billed 3 ${kind}: \\d+ bills, \\$[\\d,.]+\\.$`),
    undone: /^Undid \d+ bills: \$[\d,.]+\.$/,
    since: async () => barn.rows(exportOne, [await addPastExport(barn)]),
    refusal: OBSTACLES.exported.sentence,
  };
};

async function payroll(): Promise<Case> {
  await barn.rows("update payroll set deleted_at = '2026-01-01' where week >= ? and deleted_at is null", [monday]);
  await barn.rows("update settings set last_payroll = ?", [`${plusDays(monday, -7)}T17:00:00.000Z`]);
  const fields = hiddenFieldsOf(await load("/payroll/generate"));
  const items = `payroll where payroll_run_id = '${fields.idempotencyKey}'`;
  return {
    action: "generate payroll",
    select: `select (select count(*) from ${items} and deleted_at is null) as items, (select substr(last_payroll, 1, 10) from settings) as last`,
    act: () => send("/payroll/generate", fields),
    notice: /^Ran payroll: \d+ items, \$[\d,.]+\.$/,
    undone: /^Undid \d+ items: \$[\d,.]+\. The last payroll run is \d/,
    since: () => barn.rows(`update payroll set paid = 1 where id = (select id from ${items} limit 1)`),
    refusal: OBSTACLES.paid.sentence,
  };
}

async function adminDeletion(): Promise<Case> {
  const email = `${crypto.randomUUID()}@hayloft.example`;
  await barn.rows("insert into admins (email, created_at, updated_at) values (?, '2026', '2026')", [email]);
  return {
    action: "delete admin",
    select: `select deleted_at is not null as it from admins where email = '${email}'`,
    act: () => send("/accounts", { intent: "delete", id: email }),
    notice: `${email} was deleted.`,
    isFinal: true,
    since: async () => {
      const dialog = await load("/accounts/new");
      return send(
        "/accounts/new",
        { ...hiddenFieldsOf(dialog.slice(dialog.lastIndexOf("<dialog"))), email },
        otherAdmin,
      );
    },
    refusal: email + SINCE,
  };
}

const CASES: [name: string, prepare: () => Promise<Case>][] = [
  ["a deletion of several records", deletion],
  ["a field that was set in a row", setting(1)],
  ["a field that was set in several rows", setting(3)],
  ["a voiding", voiding],
  ["a correction", correction],
  ["'Mark Date Paid'", markPaid],
  ["*Don't pay*", dismissal],
  ["an answered question", answering],
  ["a run of horses", billing("horses")],
  ["a run of shows", billing("shows")],
  ["a run of payroll", payroll],
  ["a deleted admin", adminDeletion],
];

/** The notice on a page, and the key that its Undo sends; no key if it has no Undo. */
async function noticeAt(address: string) {
  const notice = /name="change" value="([^"]*)"\/><span>([^<]*)<\/span>(<button type="submit"[^>]*>(?:Undo|Redo)<)?/;
  const [, key = "", text = "", button] = (await load(address)).match(notice) ?? [];
  return { text: textOf(text), key: button && key };
}

const undo = (address: string, change: string, who = admin, part: Fields = {}) =>
  send(address, { intent: "undo", change, ...part }, who);

/** What a refusal says, and the button that undoes the rest. */
async function refusalOf(response: Response) {
  const page = await response.text();
  const alert = textOf(page.match(/role="alert"[^>]*>(.*?)<\//s)?.[1] ?? "").trim();
  return [response.status, alert, page.match(/name="part" value="rest"[^>]*>([^<]*)</)?.[1]];
}

/** Makes a change, and returns the address with its notice. */
async function make({ act }: Case): Promise<string> {
  const response = await act();
  expect([response.status, doneIn(response)]).toEqual([303, expect.stringMatching(/^[\da-f-]{36}$/)]);
  return response.headers.get("Location") ?? "";
}

/** Undoes the change that an address shows as done, though the first answer is lost, and returns the address that it leads to. */
async function undoOnce(address: string, action: string): Promise<string> {
  const { key = "" } = await noticeAt(address);
  expect((await undo(address, key, { Cookie: await barn.cookieOf(NOT_AN_ADMIN) })).status).toBe(403);
  barn.proxy.make({ kind: "lose answer", request: 1 });
  expect((await undo(address, key)).status).toBe(503);
  barn.proxy.make({ kind: "none" });
  const answers = await Promise.all([1, 2, 3].map(() => undo(address, key)));
  const next = new URL(address, barn.url);
  next.searchParams.set("done", `undo ${key}`);
  const location = next.pathname + next.search;
  expect(answers.map(({ status, headers }) => [status, headers.get("Location")])).toEqual(
    Array(3).fill([303, location]),
  );
  const [written] = await barn.rows("select action, actor from activity where id = ?", [`undo ${key}`]);
  expect(written).toEqual({ action, actor: ADMIN.email });
  expect(await noticeAt(address)).toEqual({ text: expect.stringMatching(/ Undone since\.$/), key: undefined });
  return location;
}

describe.each(CASES)("%s", (_, prepare) => {
  test("is undone once, and so is its undo", async () => {
    const made = await prepare();
    const { action, notice, again = notice, undone = /^(Undone: .+|.+ (is|are) back)\.$/, isFinal } = made;
    const state = () => barn.rows(made.select);
    const before = await state();
    const address = await make(made);
    const after = await state();
    expect(after).not.toEqual(before);
    expect((await noticeAt(address)).text).toMatch(notice);
    const ofUndo = await undoOnce(address, `undo ${action}`);
    expect(await state()).toEqual(before);
    const { text, key } = await noticeAt(ofUndo);
    expect([text, key === undefined]).toEqual([expect.stringMatching(undone), isFinal === true]);
    if (isFinal) return;
    const ofAgain = await undoOnce(ofUndo, `${action} again`);
    expect(await state()).toEqual(after);
    expect((await noticeAt(ofAgain)).text).toMatch(again);
  });

  test("is undone whole or not at all if something was changed since, unless the rest is asked for", async () => {
    const made = await prepare();
    const address = await make(made);
    const { key = "" } = await noticeAt(address);
    await made.since();
    const changed = await barn.rows(made.select);
    const { rest, refusal } = made;
    expect(await refusalOf(await undo(address, key))).toEqual([409, expect.stringContaining(refusal), rest?.button]);
    expect(await barn.rows(made.select)).toEqual(changed);
    const answer = await undo(address, key, admin, { part: "rest" });
    expect(rest ? [303] : [400, 409]).toContain(answer.status);
    expect(await barn.rows(made.select)).toEqual(rest?.left ?? changed);
    if (rest?.notice) expect((await noticeAt(answer.headers.get("Location") ?? "")).text).toBe(rest.notice);
  });
});

test("a value that most records had already is undone for the one that it changed", async () => {
  const { ids, horses } = await newHorses(5);
  await barn.rows("update horses set is_billable = 0 where id in (select value from json_each(?))", [
    JSON.stringify(ids.slice(0, -1)),
  ]);
  const value = { intent: "set", id: "selected", field: "isBillable", value: "false" };
  const key = doneIn(await send("/horses?view=all", selected(value, ids)));
  const page = await load(`/horses?view=all&done=${key}`);
  expect(page).toContain("Saved: Billable of 1 horse");
  expect(page).toContain('value="undo"');
  const undone = await send("/horses?view=all", { intent: "undo", change: key });
  expect(await load(`/horses?view=all&done=${doneIn(undone)}`)).toContain(`Undone: Billable of ${horses[4]?.name}.`);
  const billable = await barn.rows(`select is_billable as it from horses where id in (${quoted(ids)}) order by seq`);
  expect(billable.map(({ it }) => it)).toEqual([0, 0, 0, 0, 1]);
});

test.each<[what: string, fields: Fields, status: number, problem: string]>([
  ["an id that no change has", { change: "nothing" }, 404, "There is nothing to undo"],
  ["no change", {}, 404, "There is nothing to undo"],
  ["a change that is never undone", { change: "the first admin" }, 400, "This change cannot be undone."],
  ["a field that the form does not have", { change: "nothing", to: "x" }, 400, "This form has no field to"],
])("%s is refused", async (_, fields, status, problem) => {
  await barn.rows(`insert or ignore into activity (id, at, actor, action, content, topics, before, "after")
    values ('the first admin', '2026', 'test', 'become first admin', '{}', '[]', '[]', '[{"table":"admins","email":"alex@hayloft.example"}]')`);
  const refused = await refusalOf(await send("/activity", { intent: "undo", ...fields }));
  expect(refused.slice(0, 2)).toEqual([status, expect.stringContaining(problem)]);
});
