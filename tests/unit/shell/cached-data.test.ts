import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ChangeNumbers, Topic } from "#app/domain/basics/topics.ts";
import { placeAt } from "#app/registry/places.ts";
import { SCREENS } from "#app/registry/screens.ts";
import { randomFrom } from "#db/seed/random.ts";
import { samples } from "#tests/support/samples.ts";

type KeptData = typeof import("#app/live/browser/cached-data.ts") & typeof import("#app/live/browser/ahead.ts");
let kept: KeptData;

const at = (address: string) => new URL(address, "https://barn.example");
const loaded = (changeNumber: number | null, more: object = {}) => ({ changeNumber, ...more });

beforeEach(async () => {
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("location", { origin: "https://barn.example" });
  vi.useFakeTimers({ now: 0, toFake: ["Date"] });
  vi.resetModules();
  const [data, ahead] = await Promise.all([
    import("#app/live/browser/cached-data.ts"),
    import("#app/live/browser/ahead.ts"),
  ]);
  kept = { ...data, ...ahead };
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const hear = (
  numbers: ChangeNumbers = {},
  state: "live" | "reconnecting" | "removed" = "live",
  mustReloadAll = false,
) => kept.hearStream({ state, numbers, mustReloadAll });

describe("data of a screen are found again", () => {
  const data = loaded(7);
  const isFound = (address = "/grooms") => kept.findCached(at(address)) === data;

  test("while the stream is connected and no topic of theirs has a higher number", () => {
    kept.cache(at("/grooms"), data);
    expect(isFound()).toBe(false);
    hear({ grooms: 7, bills: 9 });
    expect(isFound()).toBe(true);
    hear({ grooms: 7, bills: 9 }, "reconnecting");
    expect(isFound()).toBe(false);
    hear({ grooms: 7, bills: 12 });
    expect(isFound()).toBe(true);
    hear({ grooms: 13 });
    expect(isFound()).toBe(false);
  });

  test.each<[what: string, happens: () => void]>([
    ["after ten minutes", () => vi.setSystemTime(10 * 60_000 + 1)],
    ["after a silence, as when the machine slept", () => vi.setSystemTime(5_000)],
    ["without a network", () => vi.stubGlobal("navigator", { onLine: false })],
    ["on a new day, or after a restore of the database", () => hear({}, "live", true)],
    ["after the session has ended", () => [hear({}, "removed"), hear()]],
    ["after a command of which nobody says what it wrote", () => kept.forgetCached()],
    [
      "after a command of this tab that wrote one of their topics",
      () => kept.hearWritten({ topics: ["grooms"], number: 8, at: "/horses" }),
    ],
  ])("but not %s", (_, happens) => {
    kept.cache(at("/grooms"), data);
    hear();
    expect(isFound()).toBe(true);
    happens();
    if (Date.now() > 5_000) hear();
    expect(isFound()).toBe(false);
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
    ["/", "/", false],
  ])("those of %s at %s: %s", (from, to, isSame) => {
    kept.cache(at(from), data);
    hear();
    expect(isFound(to)).toBe(isSame);
  });

  test("those with a notice are not found where the address no longer has it", () => {
    kept.noteLoad(at("/grooms?done=x"), data, kept.beginLoad());
    kept.cache(at("/grooms?done=x"), data);
    kept.cache(at("/grooms?sort=-name"), data);
    hear();
    expect([isFound("/grooms?done=x"), isFound("/grooms")]).toEqual([true, false]);
  });

  test("those that were requested before everything was forgotten are not kept after it, until they are replaced", () => {
    const began = kept.beginLoad();
    hear();
    kept.forgetCached();
    kept.noteLoad(at("/grooms"), data, began);
    kept.cache(at("/grooms"), data);
    expect(isFound()).toBe(false);
    kept.renewLoad(data, kept.beginLoad());
    kept.cache(at("/grooms"), data);
    expect(isFound()).toBe(true);
  });

  test("data on screen are exact again once the stream has announced what a command wrote that did not say so", () => {
    hear();
    expect(kept.isExact(data, ["grooms"])).toBe(true);
    kept.forgetCached();
    expect(kept.isExact(data, ["grooms"])).toBe(false);
    vi.setSystemTime(4_000);
    hear();
    expect(kept.isExact(data, ["grooms"])).toBe(true);
  });

  test("a visitor's are not kept", () => {
    const visitors = loaded(null);
    kept.cache(at("/grooms"), visitors);
    hear();
    expect(kept.findCached(at("/grooms"))).toBeUndefined();
  });

  test("the data in the answer to a command are shown for a second, whatever the stream says", () => {
    kept.hearWritten({ topics: ["grooms"], number: 8, at: "/grooms?done=x", data: loaded(8) });
    expect(kept.findCached(at("/grooms?done=x"))).toEqual(loaded(8));
    vi.setSystemTime(1_001);
    expect(kept.findCached(at("/grooms?done=x"))).toBeUndefined();
  });
});

test("rows that the answer to a command brings as they were are the same objects, and none counts as changed by others", async () => {
  const { newestData } = await import("#app/live/browser/live-data.ts");
  const { timesChanged } = await import("#app/live/browser/structural-sharing.ts");
  const rowsOf = (changeNumber: number, second: string) =>
    loaded(changeNumber, { list: { rows: [{ id: "a" }, { id: "b", text: second }] } });
  const before = rowsOf(1, "before");
  kept.cache(at("/grooms"), before);
  const data = rowsOf(2, "after");
  kept.hearWritten({ topics: ["grooms"], number: 2, at: "/grooms", data });
  const [old, now] = [before, data].map(
    (each) => (newestData(each) as typeof before & { list: { rows: object[] } }).list.rows,
  );
  expect([now?.[0] === old?.[0], now?.[1] === old?.[1]]).toEqual([true, false]);
  expect(now).toEqual([{ id: "a" }, { id: "b", text: "after" }]);
  expect(now?.map(timesChanged)).toEqual([0, 0]);
});

test("at most 20 screens and 5 million characters are kept, those used last", () => {
  hear();
  for (let i = 0; i < 25; i += 1) kept.cache(at(`/horses/${i}`), loaded(1));
  expect([4, 5, 24].map((i) => kept.findCached(at(`/horses/${i}`)) !== undefined)).toEqual([false, true, true]);
  kept.cache(at("/horses/large"), loaded(1, { text: "x".repeat(4_999_500) }));
  expect(kept.findCached(at("/horses/large"))).toBeDefined();
  expect(kept.findCached(at("/horses/5"))).toBeUndefined();
  kept.cache(at("/horses/too-large"), loaded(1, { text: "x".repeat(5_000_001) }));
  expect(kept.findCached(at("/horses/too-large"))).toBeUndefined();
});

test("data that were loaded ahead are used once, and not after news", async () => {
  hear();
  const dialog = kept.nameOfLoad("dialog", at("/horses/new"));
  kept.expectAhead(dialog, Promise.resolve(loaded(1)));
  expect(kept.isAhead(dialog)).toBe(true);
  expect(await kept.takeAhead(dialog)).toEqual(loaded(1));
  expect(await kept.takeAhead(dialog)).toBeUndefined();

  let answer = (_: object) => {};
  kept.expectAhead(dialog, new Promise((resolve) => (answer = resolve)));
  const taken = kept.takeAhead(dialog);
  hear({ horses: 2 });
  answer(loaded(1));
  expect(await taken).toBeUndefined();

  kept.expectAhead(dialog, Promise.resolve(loaded(2)));
  vi.setSystemTime(5_001);
  expect(kept.isAhead(dialog)).toBe(false);
  kept.expectAhead(dialog, Promise.reject(new Error("no network")));
  expect(await kept.takeAhead(dialog)).toBeUndefined();
});

/*
 * A model of the database, of the stream to one tab and of that tab: two people write, loads take their time, the stream is late, is cut
 * and comes back with what was missed.
 */
test("in random orders no screen shows data that lack a change of which the tab knows", async () => {
  const random = randomFrom("kept data");
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
      if (random.chance(0.2)) return kept.forgetCached();
      for (const topic of topics) known[topic] = number;
      kept.hearWritten({ topics, number, at: path, ...(random.chance(0.7) && { data: loaded(number) }) });
    },
    // A load that was read at once and arrives at once or later.
    () => {
      const [{ path }, read, began] = [random.pick(screens), loaded(number), kept.beginLoad()];
      const arrive = () => {
        kept.noteLoad(at(path), read, began);
        kept.cache(at(path), read);
      };
      if (random.chance(0.5)) arrive();
      else late.push(arrive);
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
    const found = kept.findCached(at(path)) as { changeNumber: number } | undefined;
    if (!found) continue;
    shown += 1;
    const behind = (placeAt(path)?.topics ?? []).filter((topic) => (known[topic] ?? 0) > found.changeNumber);
    expect(behind, `step ${i}, ${path}`).toEqual([]);
  }
  expect(shown).toBeGreaterThan(50);
});
