import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatUsDate, todayInNewYork } from "#app/domain/calendar.ts";
import { formatDollars } from "#app/domain/money.ts";
import { ADMIN, type Barn, NOT_AN_ADMIN, openBarn } from "#tests/support/barn.ts";
import {
  addHorses,
  addShows,
  billBoarding,
  billsFor,
  billsOf,
  dueFor,
  type TestHorse,
  type TestShow,
} from "#tests/support/billing.ts";
import { carried } from "#tests/support/forms.ts";

let barn: Barn;
let admin: { Cookie: string };
const today = () => todayInNewYork(new Date());

beforeAll(async () => {
  barn = await openBarn();
  admin = { Cookie: await barn.cookieOf(ADMIN) };
});
afterAll(() => barn.close());

type Fields = Record<string, string>;

/** Opens the dialog as a page without script would. */
async function open(path: string) {
  const answer = await barn.get(path, admin);
  expect([path, answer.status]).toEqual([path, 200]);
  return read(await answer.text());
}

function read(page: string) {
  const [, count] = page.match(/Are you sure you want to bill (\d+) /) ?? [];
  const boxes = [...page.matchAll(/<input type="checkbox" name="optedIn"[^>]*>/g)].map(([box]) => box);
  const idOf = (box: string) => box.match(/value="([^"]*)"/)?.[1] ?? "";
  return {
    page,
    fields: carried(page),
    count: Number(count),
    again: boxes.map(idOf),
    ticked: boxes.filter((box) => box.includes("checked")).map(idOf),
    total: page.match(/<output>([^<]*)<\/output><\/p>/)?.[1],
    alert: page.match(/role="alert"[^>]*>([^<]*)</)?.[1],
  };
}

const confirm = (path: string, fields: Fields, again: string[] = []) =>
  barn.post(
    path,
    new URLSearchParams([...Object.entries(fields), ...again.map((id) => ["optedIn", id])]).toString(),
    admin,
  );

async function runs(id = ""): Promise<Record<string, unknown>[]> {
  return barn.rows("select * from billing_runs where id = ?", [id]);
}

async function requestsDuring(act: () => Promise<unknown>): Promise<number> {
  const before = barn.proxy.requests.length;
  await act();
  return barn.proxy.requests.length - before;
}

/** How many bills, runs and changes there are, and of which shows: what billing adds to. */
async function ledger(): Promise<string> {
  return JSON.stringify(
    await barn.rows(
      "select (select count(*) from bill_items) as bills, (select count(*) from billing_runs) as runs, (select count(*) from activity) as changes, (select sum(version * 2 + billed) from shows) as shows",
    ),
  );
}

const touch = (table: string, id: string, set: string) =>
  barn.rows(`update ${table} set ${set}, version = version + 1 where id = ?`, [id]);

type Herd = { path: string; list: string; horses: TestHorse[]; shows: TestShow[]; bills: number; total: number };

let tags = 0;
const nextTag = () =>
  `Herd${String.fromCharCode(97 + Math.floor(tags / 26))}${String.fromCharCode(97 + (tags++ % 26))}x`;

/** Six horses to bill, found by a search. */
async function herd(count = 6, change?: (n: number) => Partial<TestHorse>): Promise<Herd> {
  const tag = nextTag();
  const horses = await addHorses(barn, tag, count, change);
  const list = `/horses?q=${tag}`;
  return { path: `/horses/bill?q=${tag}`, list, horses, shows: [], bills: billsFor(horses), total: dueFor(horses) };
}

/** Six shows to bill, found by a search. */
async function season(): Promise<Herd> {
  const tag = nextTag();
  const horses = await addHorses(barn, tag, 6);
  const { shows, service } = await addShows(barn, tag, horses);
  const total = shows.reduce((sum, { quantity }) => sum + quantity * service.price, 0);
  return { path: `/shows/bill?q=${tag}`, list: `/shows?q=${tag}`, horses, shows, bills: 6, total };
}

async function expectBilledOnce({ horses, shows, bills, total }: Herd) {
  const made = await billsOf(barn, horses);
  expect(made).toHaveLength(bills);
  expect(made.reduce((sum, { value }) => sum + Number(value), 0)).toBe(total);
  const ids = JSON.stringify(shows.map(({ id }) => id));
  expect(
    await barn.rows("select distinct billed, version from shows where id in (select value from json_each(?))", [ids]),
  ).toEqual(shows.length > 0 ? [{ billed: 1, version: 2 }] : []);
}

describe.each([
  ["horses", () => herd()],
  ["shows", () => season()],
])("of %s", (kind, make) => {
  test("the button's number, the dialog, the bills, the run and the notice agree", async () => {
    const all = await make();
    const button = `Bill 6 ${kind === "horses" ? "Horses" : "Shows"}`;
    expect(await (await barn.get(all.list, admin)).text()).toContain(`>${button}</a>`);
    const { fields, count, total, page } = await open(all.path);
    expect([count, total, page.includes(`bill 6 ${kind}? This action cannot be undone.`)]).toEqual([
      6,
      formatDollars(all.total),
      true,
    ]);
    const answer = await confirm(all.path, fields);
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      303,
      `${all.list}&billed=${fields.idempotencyKey}`,
    ]);
    await expectBilledOnce(all);
    expect(await runs(fields.idempotencyKey)).toMatchObject([
      { kind, actor: ADMIN.email, bill_count: all.bills, total: all.total },
    ]);
    for (const bill of await billsOf(barn, all.horses)) {
      const horse = all.horses.find(({ id }) => id === bill.horse_id);
      expect(bill).toMatchObject({
        customer_id: horse?.customer_id,
        location: horse?.location,
        date: today(),
        billing_run_id: fields.idempotencyKey,
        export_id: null,
      });
    }
    const activity = await barn.rows("select * from activity where id = ?", [fields.idempotencyKey ?? ""]);
    expect(activity).toMatchObject([{ actor: ADMIN.email, action: `bill ${kind}`, before: "[]" }]);
    expect(JSON.parse(String(activity[0]?.after))).toMatchObject([
      { table: "billing_runs", id: fields.idempotencyKey },
    ]);
    // However often the list is loaded, it bills nothing.
    const before = await ledger();
    for (let times = 0; times < 2; times += 1) {
      const list = await (await barn.get(answer.headers.get("Location") ?? "", admin)).text();
      expect(list).toContain(`Billed 6 ${kind}: ${all.bills} bills, ${formatDollars(all.total)}.`);
    }
    expect(await ledger()).toBe(before);
  });

  test("Confirm that is sent 20 times at once, and once more, bills once and succeeds each time", async () => {
    const all = await make();
    const { fields } = await open(all.path);
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(all.path, fields)));
    answers.push(await confirm(all.path, fields));
    expect(answers.map(({ status }) => status)).toEqual(Array(21).fill(303));
    await expectBilledOnce(all);
  });

  test("of two dialogs that are confirmed at the same moment one bills, and the other is asked again", async () => {
    const all = await make();
    const [mine, theirs] = [await open(all.path), await open(all.path)];
    // Both have read before either writes.
    barn.proxy.make({ kind: "meanwhile", request: 1, act: () => confirm(all.path, theirs.fields) });
    const answers = [await confirm(all.path, mine.fields)];
    barn.proxy.make({ kind: "none" });
    expect(answers.map(({ status }) => status)).toEqual([409]);
    await expectBilledOnce(all);
    expect(await runs(theirs.fields.idempotencyKey)).toHaveLength(1);
    expect(await runs(mine.fields.idempotencyKey)).toEqual([]);
    expect(read(await (answers[0] as Response).text()).alert).toContain("Nothing was billed");
    expect((await confirm(all.path, mine.fields)).status).toBe(409);
    await expectBilledOnce(all);
  });

  test("of ten dialogs that are confirmed at once one bills", async () => {
    const all = await make();
    const dialogs = await Promise.all(Array.from({ length: 10 }, () => open(all.path)));
    const answers = await Promise.all(dialogs.map(({ fields }) => confirm(all.path, fields)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(9).fill(409)]);
    await expectBilledOnce(all);
  });

  test("whichever statement of the billing fails, all of it is billed or nothing, and a second press bills once", async () => {
    const first = await make();
    expect((await confirm(first.path, (await open(first.path)).fields)).status).toBe(303);
    // The last is what the server does where one before it failed.
    const steps = barn.proxy.requests.at(-1)?.slice(0, -1) ?? [];
    expect([steps.length > 9, steps.at(-1)]).toEqual([true, "COMMIT"]);
    const all = await make();
    const { fields } = await open(all.path);
    const before = await ledger();
    for (const place of steps.keys()) {
      barn.proxy.make({ kind: "fail statement", request: 1, place });
      const answer = await confirm(all.path, fields);
      barn.proxy.make({ kind: "none" });
      expect([place, answer.status]).toEqual([place, 500]);
      expect(read(await answer.text())).toMatchObject({
        count: 6,
        alert: expect.stringContaining("nothing was billed"),
      });
      expect([place, (await ledger()) === before]).toEqual([place, true]);
    }
    expect((await confirm(all.path, fields)).status).toBe(303);
    await expectBilledOnce(all);
  });

  test("an answer that is lost, of the reading or of the writing, is asked for again and bills once", async () => {
    for (const request of [0, 1]) {
      const all = await make();
      const { fields } = await open(all.path);
      barn.proxy.make({ kind: "lose answer", request });
      const answer = await confirm(all.path, fields);
      barn.proxy.make({ kind: "none" });
      expect([request, answer.status]).toEqual([request, 503]);
      const page = read(await answer.text());
      expect(page.alert).toContain("nothing is billed twice");
      expect(page.fields).toEqual(fields);
      expect((await confirm(all.path, page.fields)).status).toBe(303);
      await expectBilledOnce(all);
    }
  });

  test("the dialog asks the database once, and Confirm twice", async () => {
    const all = await make();
    let fields: Fields = {};
    const asked = [
      await requestsDuring(async () => {
        ({ fields } = await open(all.path));
      }),
      await requestsDuring(() => confirm(all.path, fields)),
      await requestsDuring(() => confirm(all.path, fields)),
      await requestsDuring(() => barn.get(`${all.list}&billed=${fields.idempotencyKey}`, admin)),
    ];
    expect(asked).toEqual([1, 2, 1, 1]);
  });

  test("nobody but an admin sees the dialog or bills", async () => {
    const all = await make();
    const { fields } = await open(all.path);
    const before = await ledger();
    for (const headers of [{}, { Cookie: await barn.cookieOf(NOT_AN_ADMIN) }] as Record<string, string>[]) {
      expect((await barn.get(all.path, headers)).status).toBe(302);
      expect((await barn.get(all.path.replace("bill?", "bill.data?"), headers)).status).toBe(403);
      for (const path of [all.path, all.path.replace("bill?", "bill.data?")]) {
        const answer = await barn.post(path, fields, headers);
        expect([path, answer.status]).toEqual([path, 403]);
        expect(await answer.text()).not.toContain(all.horses[0]?.name);
      }
    }
    expect(await ledger()).toBe(before);
  });

  test.each([
    ["no idempotencyKey", { idempotencyKey: "" }],
    ["no fingerprint", { fingerprint: "" }],
    ["another fingerprint", { fingerprint: "0".repeat(64) }],
    ["a fingerprint that is none", { fingerprint: "\0" }],
    ["a idempotencyKey that is no id", { idempotencyKey: "'; drop table bill_items; --" }],
    ["a field that is none", { total: "1" }],
    ["a tick that is no horse's", { again: "training" }],
    ["a tick with half of a character", { again: "\ud800" }],
  ] as [string, Fields][])("with %s nothing is billed", async (_, fields) => {
    const all = await make();
    const opened = await open(all.path);
    const before = await ledger();
    const answer = await confirm(all.path, { ...opened.fields, ...fields });
    expect([400, 409]).toContain(answer.status);
    expect(read(await answer.text()).alert).toMatch(/nothing was billed|Nothing was billed|has no field/);
    expect(await ledger()).toBe(before);
  });

  test("where all is billed the button is off, and its dialog has no Confirm", async () => {
    const nothing = nextTag();
    const list = await (await barn.get(`/${kind}?q=${nothing}`, admin)).text();
    expect(list).toMatch(/<a role="link" aria-disabled="true"[^>]*>Bill 0 (Horses|Shows)<\/a>/);
    const { page, fields } = await open(`/${kind}/bill?q=${nothing}`);
    expect(page).not.toContain(">Confirm<");
    expect((await confirm(`/${kind}/bill?q=${nothing}`, fields)).status).toBe(400);
  });
});

const somethingElse: [string, string, (all: Herd) => Promise<unknown>][] = [
  ["a horse", "is edited", ({ horses }) => touch("horses", horses[0]?.id ?? "", "boarding = boarding + 1")],
  ["a horse", "is deleted", ({ horses }) => touch("horses", horses[0]?.id ?? "", "deleted_at = '2026-01-05'")],
  ["a horse", "is not billable any more", ({ horses }) => touch("horses", horses[0]?.id ?? "", "is_billable = 0")],
  ["a horse", "has left", ({ horses }) => touch("horses", horses[0]?.id ?? "", "check_out_date = '2021-01-01'")],
  ["a horse", "is added", ({ horses }) => addHorses(barn, horses[0]?.name.split(" ")[0] ?? "", 1)],
  ["a horse", "is billed", ({ horses }) => billBoarding(barn, horses[0] as TestHorse)],
  ["a show", "is edited", ({ shows }) => touch("shows", shows[0]?.id ?? "", "quantity = 9")],
  ["a show", "is deleted", ({ shows }) => touch("shows", shows[0]?.id ?? "", "deleted_at = '2026-01-05'")],
  ["a show", "is marked billed", ({ shows }) => touch("shows", shows[0]?.id ?? "", "billed = 1")],
  ["a show", "has a horse that moved", ({ horses }) => touch("horses", horses[0]?.id ?? "", "location = 'florida'")],
  ["a show", "has a deleted horse", ({ horses }) => touch("horses", horses[0]?.id ?? "", "deleted_at = '2026-01-05'")],
  ["a show", "has a dearer service", ({ shows }) => touch("services", shows[0]?.service_id ?? "", "price = 9900")],
  ["a show", "is added", ({ horses }) => addShows(barn, horses[0]?.name.split(" ")[0] ?? "", horses.slice(0, 1))],
];

describe.each(["before Confirm", "between its reading and its writing"])("where, %s,", (moment) => {
  test.each(somethingElse)("%s %s, nothing is billed and one is asked again", async (what, _, act) => {
    const all = await (what === "a horse" ? herd() : season());
    const { fields } = await open(all.path);
    if (moment === "before Confirm") await act(all);
    else barn.proxy.make({ kind: "meanwhile", request: 1, act: () => act(all) });
    const answer = await confirm(all.path, fields);
    barn.proxy.make({ kind: "none" });
    const again = read(await answer.text());
    expect([answer.status, again.alert]).toEqual([409, expect.stringContaining("Nothing was billed")]);
    expect(await billsOf(barn, all.horses)).toEqual([]);
    expect(await runs(fields.idempotencyKey)).toEqual([]);
    expect(again.fields.idempotencyKey).not.toBe(fields.idempotencyKey);
    expect(again.fields.fingerprint).not.toBe(fields.fingerprint);
    expect((await confirm(all.path, again.fields)).status).toBe(303);
    const [run] = await runs(again.fields.idempotencyKey);
    expect(formatDollars(Number(run?.total))).toBe(again.total);
  });
});

// Killed as soon as the reading was sent, as soon as the writing was, and some milliseconds after it.
describe.each(["sqld", "workerd"] as const)("with %s killed while it bills", (server) => {
  test.each([
    ["reading", 0, 0],
    ["writing", 1, 0],
    ["writing", 1, 5],
    ["writing", 1, 10],
    ["writing", 1, 20],
    ["writing", 1, 40],
  ])(
    "while %s (request %i, %i ms), the horses are billed once or not at all, and a second press bills them",
    async (_, request, wait) => {
      const all = await herd(100);
      const { fields } = await open(all.path);
      let killed: Promise<void> | undefined;
      const kill = async () => {
        if (wait > 0) await sleep(wait);
        await barn.kill(server);
      };
      barn.proxy.make({
        kind: "once sent",
        request,
        act: () => {
          killed = kill();
        },
      });
      const [status, alert] = await confirm(all.path, fields).then(
        // Its text may be cut off after its status.
        async (given) => [given.status, read(await given.text().catch(() => "")).alert ?? ""] as const,
        () => [0, "cut off"] as const,
      );
      barn.proxy.make({ kind: "none" });
      await killed;
      const made = await billsOf(barn, all.horses);
      expect(request === 0 ? [0] : [0, all.bills]).toContain(made.length);
      if (status === 303) expect(made).toHaveLength(all.bills);
      else if (server === "sqld")
        expect([status, alert]).toEqual([503, expect.stringContaining("nothing is billed twice")]);
      else expect(status).toBe(0);
      expect((await confirm(all.path, fields)).status).toBe(303);
      await expectBilledOnce(all);
    },
  );
});

test("horses that were billed this month are set apart, left out, and billed where they are ticked", async () => {
  const all = await herd();
  const [first, second, third] = all.horses as [TestHorse, TestHorse, TestHorse];
  for (const horse of [first, second, third]) await billBoarding(barn, horse);
  await billBoarding(barn, all.horses[3] as TestHorse, "2020-02-01");
  const opened = await open(all.path);
  expect([opened.count, opened.again.sort()]).toEqual([3, [first.id, second.id, third.id].sort()]);
  expect(opened.ticked).toEqual([]);
  expect(opened.page.split(`already billed ${formatUsDate(today())}`)).toHaveLength(4);
  expect((await confirm(all.path, opened.fields, [second.id])).status).toBe(303);
  const billed = [second, ...all.horses.slice(3)];
  const bills = await billsOf(barn, all.horses);
  expect(bills).toHaveLength(billsFor(billed));
  expect(bills.reduce((sum, { value }) => sum + Number(value), 0)).toBe(dueFor(billed));
});

test("a ticked horse that somebody else bills again meanwhile is not billed a third time", async () => {
  const all = await herd(1);
  const [horse] = all.horses as [TestHorse];
  await billBoarding(barn, horse);
  for (const request of [0, 1]) {
    const { fields, again } = await open(all.path);
    barn.proxy.make({ kind: "meanwhile", request, act: () => billBoarding(barn, horse) });
    const answer = await confirm(all.path, fields, again);
    barn.proxy.make({ kind: "none" });
    expect(answer.status).toBe(409);
    // What was ticked stays so, where it can be.
    expect(read(await answer.text()).ticked).toEqual([horse.id]);
  }
  expect(await billsOf(barn, all.horses)).toEqual([]);
});

test("one that was confirmed already and is confirmed with another choice is asked again", async () => {
  const all = await herd();
  const [first] = all.horses as [TestHorse];
  await billBoarding(barn, first);
  const { fields } = await open(all.path);
  expect((await confirm(all.path, fields)).status).toBe(303);
  const before = await ledger();
  const answer = await confirm(all.path, fields, [first.id]);
  expect([answer.status, read(await answer.text()).alert]).toEqual([
    409,
    expect.stringContaining("confirmed before with another choice"),
  ]);
  expect(await ledger()).toBe(before);
});

test("all billable horses of the view and the search are billed, over all pages, and no others", async () => {
  const all = await herd(130, (n) => ({
    is_billable: n % 10 === 0 ? 0 : 1,
    check_in_date: n % 10 === 1 ? "2099-01-01" : "2020-01-01",
  }));
  const shown = all.horses.filter((_, n) => n % 10 > 1);
  const list = await (await barn.get(`${all.list}&sort=-boarding`, admin)).text();
  expect(list).toContain(">Bill 104 Horses</a>");
  const { fields, count } = await open(`${all.path}&last=`);
  expect(count).toBe(104);
  expect((await confirm(`${all.path}&last=`, fields)).headers.get("Location")).toBe(
    `${all.list}&last=&billed=${fields.idempotencyKey}`,
  );
  const bills = await billsOf(barn, all.horses);
  expect(bills.reduce((sum, { value }) => sum + Number(value), 0)).toBe(dueFor(shown));
  expect(new Set(bills.map(({ horse_id }) => horse_id))).toEqual(new Set(shown.map(({ id }) => id)));
  // Those that are not here yet are billable in the other view; the rest are billed.
  const everybody = await open(`${all.path}&view=all`);
  expect([everybody.count, everybody.again.length]).toEqual([13, 104]);
});

test("500 horses are billed, and billed again with every box ticked, by forms of less than 64 KB", async () => {
  const all = await herd(500);
  expect((await confirm(all.path, (await open(all.path)).fields)).status).toBe(303);
  await expectBilledOnce(all);
  const { fields, again } = await open(all.path);
  expect(again).toHaveLength(500);
  expect((await confirm(all.path, fields, again)).status).toBe(303);
  expect(await billsOf(barn, all.horses)).toHaveLength(2 * all.bills);
});

test("the bill of a horse whose customer was deleted keeps the customer", async () => {
  const [customer] = await barn.rows(
    "select id, name from customers where deleted_at is null order by id desc limit 1",
  );
  const all = await herd(1, () => ({ customer_id: String(customer?.id) }));
  const { fields } = await open(all.path);
  await touch("customers", String(customer?.id), "deleted_at = '2026-01-05'");
  expect((await confirm(all.path, fields)).status).toBe(303);
  await touch("customers", String(customer?.id), "deleted_at = null");
  expect(new Set((await billsOf(barn, all.horses)).map(({ customer_id }) => customer_id))).toEqual(
    new Set([customer?.id]),
  );
});

test("shows without a horse or a service are named, skipped and left unbilled", async () => {
  const all = await season();
  await touch("horses", all.horses[0]?.id ?? "", "deleted_at = '2026-01-05'");
  const opened = await open(all.path);
  expect(opened.count).toBe(5);
  expect(opened.page).toMatch(/Missing horse or service data<\/h3>.*show 0/);
  expect((await confirm(all.path, opened.fields)).status).toBe(303);
  expect(await billsOf(barn, all.horses)).toHaveLength(5);
  expect(await barn.rows("select billed, version from shows where id = ?", [all.shows[0]?.id ?? ""])).toEqual([
    { billed: 0, version: 1 },
  ]);
  const left = await open(all.path);
  expect(left.count).toBe(0);
  expect((await confirm(all.path, left.fields)).status).toBe(400);
});
