import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ChangeNumbers, Topic } from "#app/domain/basics/topics.ts";
import { placeAt } from "#app/registry/places.ts";
import { SCREENS } from "#app/registry/screens.ts";
import { randomFrom } from "#db/seed/random.ts";
import { samples } from "#tests/support/samples.ts";

let cache: typeof import("#app/live/browser/exact-cache.ts");

const at = (address: string) => new URL(address, "https://barn.example");
const loaded = (changeNumber: number | null, more: object = {}) => ({ changeNumber, ...more });

beforeEach(async () => {
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("location", { origin: "https://barn.example" });
  vi.useFakeTimers({ now: 0, toFake: ["Date"] });
  vi.resetModules();
  cache = await import("#app/live/browser/exact-cache.ts");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const hear = (
  numbers: ChangeNumbers = {},
  state: "live" | "reconnecting" | "removed" = "live",
  mustReloadAll = false,
) => cache.hearStream({ state, numbers, mustReloadAll });

/** Enters the data of a screen that have arrived. */
async function enter(address: string, data: object): Promise<void> {
  cache.enter("screen", at(address), Promise.resolve(data));
  await null;
}

const take = (address: string) => cache.take("screen", at(address));

/** A request whose answer arrives when the test says so. */
function request() {
  let arrive = (_: object) => {};
  const data = new Promise<object>((resolve) => (arrive = resolve));
  return { data, arrive };
}

describe("data of a screen are taken from the cache", () => {
  const data = loaded(7);
  const isFound = async (address = "/grooms") => (await take(address)) === data;

  test("while the stream is connected and no topic of theirs has a higher number", async () => {
    await enter("/grooms", data);
    expect(await isFound()).toBe(false);
    hear({ grooms: 7, bills: 9 });
    expect(await isFound()).toBe(true);
    hear({ grooms: 7, bills: 9 }, "reconnecting");
    expect(await isFound()).toBe(false);
    hear({ grooms: 7, bills: 12 });
    expect(await isFound()).toBe(true);
    hear({ grooms: 13 });
    expect(await isFound()).toBe(false);
  });

  test.each<[what: string, happens: () => void]>([
    ["after ten minutes", () => vi.setSystemTime(10 * 60_000 + 1)],
    ["after a silence, as when the machine slept", () => vi.setSystemTime(5_000)],
    ["without a network", () => vi.stubGlobal("navigator", { onLine: false })],
    ["on a new day, or after a restore of the database", () => hear({}, "live", true)],
    ["after the session has ended", () => [hear({}, "removed"), hear()]],
    ["after a command of which nobody says what it wrote", () => cache.forgetAll()],
    [
      "after a command of this tab that wrote one of their topics",
      () => cache.hearWritten({ topics: ["grooms"], number: 8, at: "/horses" }),
    ],
  ])("but not %s", async (_, happens) => {
    await enter("/grooms", data);
    hear();
    expect(await isFound()).toBe(true);
    happens();
    if (Date.now() > 5_000) hear();
    expect(await isFound()).toBe(false);
  });

  test("a restored database has lower numbers, and its data are exact", async () => {
    hear({ grooms: 9 });
    hear({ grooms: 7 }, "live", true);
    await enter("/grooms", data);
    expect(await isFound()).toBe(true);
  });

  test.each([
    ["/grooms", "/grooms", true],
    ["/grooms", "/grooms/some-id/edit", true],
    ["/grooms", "/grooms?q=ana&sort=-name&page=2", true],
    ["/grooms", "/grooms?view=all", false],
    ["/grooms", "/grooms?done=x", false],
    ["/grooms", "/grooms/some-id", false],
    ["/grooms/some-id", "/grooms/some-id", true],
    ["/billing", "/billing?q=ana", false],
    ["/billing?q=ana", "/billing/new-id/edit?q=ana", true],
    ["/billing", "/billing/check", false],
  ])("those of %s at %s: %s", async (from, to, isSame) => {
    await enter(from, data);
    hear();
    expect(await isFound(to)).toBe(isSame);
  });

  test("those with a notice are not taken where the address no longer has it", async () => {
    await enter("/grooms?done=x", data);
    cache.enterShown(data, ["grooms"], at("/grooms?sort=-name"));
    hear();
    expect([await isFound("/grooms?done=x"), await isFound("/grooms")]).toEqual([true, false]);
  });

  test("those that were requested before everything was forgotten are not taken after it, nor exact until they are reloaded", async () => {
    const { data: answer, arrive } = request();
    cache.enter("screen", at("/grooms"), answer);
    hear();
    cache.forgetAll();
    arrive(data);
    await answer;
    cache.enterShown(data, ["grooms"], at("/grooms"));
    expect([cache.isExact(data), await isFound()]).toEqual([false, false]);
    const tooEarly = cache.beginReload();
    cache.forgetAll();
    tooEarly([[data, loaded(8)]]);
    expect([cache.isExact(data), await isFound()]).toEqual([false, false]);
    cache.beginReload()([[data, loaded(9)]]);
    expect(cache.isExact(data)).toBe(true);
  });

  test("a visitor's never", async () => {
    await enter("/grooms", loaded(null));
    hear();
    expect(await take("/grooms")).toBeUndefined();
  });

  test("the data in the answer to a command for a second, whatever the stream says", async () => {
    cache.hearWritten({ topics: ["grooms"], number: 8, at: "/grooms?done=x", data: loaded(8) });
    expect(await take("/grooms?done=x")).toEqual(loaded(8));
    vi.setSystemTime(1_001);
    expect(await take("/grooms?done=x")).toBeUndefined();
  });
});

test("data on screen are behind, and not exact, from a change of one of their topics until they are reloaded", () => {
  const data = loaded(7);
  cache.enterShown(data, ["horses", "bills"], undefined);
  hear({ bills: 7, grooms: 9 });
  expect([cache.isExact(data), cache.isBehind(data)]).toEqual([true, false]);
  hear({ bills: 10 });
  expect([cache.isExact(data), cache.isBehind(data)]).toEqual([false, true]);
  const [first, second] = [cache.beginReload(), cache.beginReload()];
  hear({ bills: 11 });
  // The database that answered lags behind.
  expect(first([[data, loaded(9)]])).toBe(false);
  // The change of which the stream has told meanwhile needs another reload.
  expect(second([[data, loaded(10)]])).toBe(true);
  expect(cache.isBehind(data)).toBe(true);
  expect(cache.beginReload()([[data, loaded(11)]])).toBe(true);
  expect([cache.isExact(data), cache.isBehind(data)]).toEqual([true, false]);
});

test("rows that the answer to a command brings as they were are the same objects, and none counts as changed by others", async () => {
  const { newestData } = await import("#app/live/browser/live-data.ts");
  const { timesChanged } = await import("#app/live/browser/structural-sharing.ts");
  const rowsOf = (changeNumber: number, second: string) =>
    loaded(changeNumber, { list: { rows: [{ id: "a" }, { id: "b", text: second }] } });
  const before = rowsOf(1, "before");
  await enter("/grooms", before);
  const data = rowsOf(2, "after");
  cache.hearWritten({ topics: ["grooms"], number: 2, at: "/grooms", data });
  const [old, now] = [before, data].map(
    (each) => (newestData(each) as typeof before & { list: { rows: object[] } }).list.rows,
  );
  expect([now?.[0] === old?.[0], now?.[1] === old?.[1]]).toEqual([true, false]);
  expect(now).toEqual([{ id: "a" }, { id: "b", text: "after" }]);
  expect(now?.map(timesChanged)).toEqual([0, 0]);
});

test("a row that a reload has marked is not marked again when its screen comes from the cache", async () => {
  const { newestData } = await import("#app/live/browser/live-data.ts");
  const { timesChanged } = await import("#app/live/browser/structural-sharing.ts");
  const rowsOf = (text: string) => loaded(1, { rows: [{ id: "a", text }] });
  const data = rowsOf("before");
  await enter("/grooms", data);
  cache.beginReload()([[data, rowsOf("after")]]);
  const marks = () => (newestData(data) as { rows: object[] } & typeof data).rows.map(timesChanged);
  expect(marks()).toEqual([1]);
  hear();
  await take("/grooms");
  expect(marks()).toEqual([0]);
});

test("at most 20 screens are cached, those used last", async () => {
  hear();
  for (let i = 0; i < 20; i += 1) await enter(`/horses/${i}`, loaded(1));
  await take("/horses/0");
  for (let i = 20; i < 25; i += 1) await enter(`/horses/${i}`, loaded(1));
  const found = await Promise.all([0, 1, 5, 6, 24].map((i) => take(`/horses/${i}`)));
  expect(found.map((data) => data !== undefined)).toEqual([true, false, false, true, true]);
});

describe("data that are loaded ahead", () => {
  const url = at("/horses/new");
  const load = (data: Promise<object>, kind: "screen" | "dialog" = "dialog") => cache.enter(kind, url, data);
  beforeEach(() => hear({ grooms: 3 }));

  test("those of a screen are taken again, those of a dialog once", async () => {
    for (const kind of ["screen", "dialog"] as const) {
      load(Promise.resolve(loaded(3)), kind);
      expect(cache.isLoaded(kind, url)).toBe(true);
      expect(await cache.take(kind, url)).toEqual(loaded(3));
    }
    expect(await cache.take("screen", url)).toEqual(loaded(3));
    expect([cache.isLoaded("dialog", url), await cache.take("dialog", url)]).toEqual([false, undefined]);
  });

  test.each<[what: string, happens: () => void]>([
    ["a change of any topic, for a dialog that names none", () => hear({ exports: 4 })],
    ["a command of this tab", () => cache.hearWritten({ topics: ["horses"], number: 4, at: "/grooms" })],
    ["a command of which nobody says what it wrote", () => cache.forgetAll()],
    ["a broken stream", () => hear({}, "reconnecting")],
  ])("are not taken after %s, on their way or there", async (_, happens) => {
    const first = request();
    load(first.data);
    const taken = cache.take("dialog", url);
    load(Promise.resolve({}));
    happens();
    first.arrive({});
    expect([await taken, await cache.take("dialog", url)]).toEqual([undefined, undefined]);
  });

  test("are requested again after a failure", async () => {
    load(Promise.reject(new Error("no network")), "screen");
    expect(await cache.take("screen", url)).toBeUndefined();
    expect(cache.isLoaded("screen", url)).toBe(false);
  });
});

/*
 * A model of the database, of the stream to one tab and of that tab: two people write, loads take their time, the stream is late, is cut
 * and comes back with what was missed.
 */
test("in random orders no screen shows data that lack a change of which the tab knows", async () => {
  const random = randomFrom("cached data");
  const screens = SCREENS.filter(({ path, access }) => access === "admin" && path !== "/go");
  const last: ChangeNumbers = {};
  let number = 0;
  /** What the tab knows: what the stream has delivered, and its own commands. */
  let known: ChangeNumbers = {};
  let [isConnected, shown, late] = [false, 0, [] as (() => void)[]];
  const write = (): Topic[] => {
    const topics = [...new Set([1, 2].map(() => random.pick(random.pick(screens).topics as readonly Topic[])))];
    number += 1;
    for (const topic of topics) last[topic] = number;
    return topics;
  };
  const deliver = () => {
    known = { ...last };
    hear({ ...last });
  };
  const steps: (() => void)[] = [
    // Another person writes, and the stream says so, or will.
    () => void (write() && isConnected && random.chance(0.5) && deliver()),
    // A command of this tab, whose answer has the data of a screen or not, or is lost.
    () => {
      const topics = write();
      const { path } = random.pick(screens);
      if (random.chance(0.2)) return cache.forgetAll();
      for (const topic of topics) known[topic] = number;
      cache.hearWritten({ topics, number, at: path, ...(random.chance(0.7) && { data: loaded(number) }) });
    },
    // A load that was read at once and arrives at once or later.
    () => {
      const { data, arrive } = request();
      cache.enter("screen", at(random.pick(screens).path), data);
      const read = loaded(number);
      if (random.chance(0.5)) arrive(read);
      else late.push(() => arrive(read));
    },
    () => late.splice(0, random.int(0, late.length)).forEach((arrive) => void arrive()),
    () => isConnected && deliver(),
    () => {
      isConnected = !isConnected;
      if (isConnected) deliver();
      else hear({ ...known }, "reconnecting");
    },
    () => vi.setSystemTime(Date.now() + random.int(0, 6_000)),
  ];
  for (let i = 0; i < samples(2_000); i += 1) {
    random.pick(steps)();
    const { path } = random.pick(screens);
    // What is on its way does not arrive before a later step.
    const found = (await Promise.race([take(path), setTimeout(0)])) as { changeNumber: number } | undefined;
    if (!found) continue;
    shown += 1;
    const behind = (placeAt(path)?.topics ?? []).filter((topic) => (known[topic] ?? 0) > found.changeNumber);
    expect(behind, `step ${i}, ${path}`).toEqual([]);
  }
  expect(shown).toBeGreaterThan(50);
});
