import { describe, expect, test } from "vitest";
import { ownersInWords, ownersKey, splitLine } from "#app/domain/barn/horse-owners.ts";
import { HORSE_TWICE, NO_SHARE, OWNED_TWICE, parseParts, parseShares } from "#app/domain/barn/parse-shares.ts";
import { partsOf, shareControls, splitCents } from "#app/domain/fields/shares.ts";

/* Several owners of a horse by percent (docs/decisions/shares.md). */

const THIRDS = [3_333, 3_333, 3_334];

describe("the cents of an amount", () => {
  test.each<[amount: number, shares: number[], parts: number[]]>([
    [0, THIRDS, [0, 0, 0]],
    [1, THIRDS, [0, 0, 1]],
    [2, THIRDS, [1, 0, 1]],
    [3, THIRDS, [1, 1, 1]],
    [100, THIRDS, [33, 33, 34]],
    [290_000, THIRDS, [96_657, 96_657, 96_686]],
    [1_000_000, THIRDS, [333_300, 333_300, 333_400]],
    // Equal remainders: the first owner.
    [1, [5_000, 5_000], [1, 0]],
    [101, [5_000, 5_000], [51, 50]],
    [101, [2_500, 2_500, 2_500, 2_500], [26, 25, 25, 25]],
    [15_000, [6_000, 4_000], [9_000, 6_000]],
    [25_027, [6_000, 4_000], [15_016, 10_011]],
    [1, [9_999, 1], [1, 0]],
    [100_000_000_000, [9_999, 1], [99_990_000_000, 10_000_000]],
    [777, [10_000], [777]],
  ])("%i cents by %j are %j", (amount, shares, parts) => expect(splitCents(amount, shares)).toEqual(parts));

  test("from $0.01 to $10,000 their sum is exact, and no owner is off by a cent or more", () => {
    const check = (amount: number, shares: number[]) => {
      const parts = splitCents(amount, shares);
      const off = parts.filter((part, n) => Math.abs(part * 10_000 - amount * (shares[n] ?? 0)) >= 10_000);
      const sum = parts.reduce((one, other) => one + other, 0);
      if (sum !== amount || off.length > 0) throw new Error(`${amount} by ${shares}: ${parts}`);
    };
    for (let amount = 1; amount <= 1_000_000; amount += amount < 1_000 ? 1 : 97) check(amount, THIRDS);
    check(1_000_000, THIRDS);
    for (let n = 0; n < 2_000; n += 1) {
      const first = 1 + ((n * 7_919) % 9_000);
      const second = 1 + ((n * 104_729) % (9_999 - first));
      check((n * 15_485_863) % 1_000_000, [first, second, 10_000 - first - second]);
    }
  });
});

const ANN = { customerId: "ann", responsibleParty: "Ann" };
const SHARED = { ...ANN, shares: [{ id: "ben", name: "Ben", share: 4_000 }] };

test("a line is one bill an owner, and one bill with its own cents if there is one owner", () => {
  expect(splitLine({ value: 101 }, ANN)).toEqual([{ ...ANN, value: 101, whole: 101, split: null }]);
  expect(splitLine({ value: 101 }, SHARED)).toEqual([
    { ...ANN, value: 61, whole: 101, split: { place: 0, share: 6_000 } },
    { customerId: "ben", responsibleParty: "Ben", value: 40, whole: 101, split: { place: 1, share: 4_000 } },
  ]);
});

test("other shares of the same owners are other owners", () => {
  const keys = [ANN, { ...ANN, shares: [] }, SHARED, { ...ANN, shares: [{ id: "ben", share: 5_000 }] }].map(ownersKey);
  expect(keys).toEqual(["ann", "ann", "ann ben 4000", "ann ben 5000"]);
  expect([ANN, SHARED].map(ownersInWords)).toEqual(["Ann", "Ann 60 %, Ben 40 %"]);
});

describe("what the form of a horse says of its owners", () => {
  const sum = (percent: string) => ({ problem: `The shares sum to ${percent} %. They must sum to 100 %.` });
  test.each<[texts: string[], parsed: ReturnType<typeof parseShares>]>([
    [[], { value: [] }],
    [["", "", "", "", ""], { value: [] }],
    [["100", "", ""], { value: [] }],
    [["60", "ben", "40"], { value: [{ id: "ben", share: 4_000 }] }],
    [["60 %", "ben", " 40.00% ", "", ""], { value: [{ id: "ben", share: 4_000 }] }],
    [["33.34", "", "", "ben", "33.33", "cat", "33.33"], { value: ["ben", "cat"].map((id) => ({ id, share: 3_333 })) }],
    [["60", "", ""], sum("60")],
    [["all", "", ""], { problem: NO_SHARE }],
    [["60", "ben", "30"], sum("90")],
    [["60", "ben", "40.01"], sum("100.01")],
    [["", "ben", "40"], { problem: NO_SHARE }],
    [["60", "ben", ""], { problem: NO_SHARE }],
    [["100", "ben", "0"], { problem: NO_SHARE }],
    [["60", "ben", "40.001"], { problem: NO_SHARE }],
    [["60", "ben", "x"], { problem: NO_SHARE }],
    [["120", "ben", "-20"], { problem: NO_SHARE }],
    [["60", "", "40"], { problem: "Choose a customer for each percent." }],
    [["50", "ben", "20", "ben", "30"], { problem: OWNED_TWICE }],
  ])("%j", (texts, parsed) => expect(parseShares(texts.join("\n"))).toEqual(parsed));
});

test.each<[texts: string[], controls: number]>([
  [[], 7],
  [["60", "ben", "40"], 7],
  [["60", "ben", "30", "cat", "10"], 9],
  // A row that was left out between two others does not hide the last one, and empty rows add none.
  [["60", "", "", "", "", "ben", "40"], 11],
  [["", "", "", "", "", "", "", "", ""], 7],
])("the form has for %j the same texts in %i controls", (texts, controls) => {
  const found = shareControls(texts);
  expect([found.length, found.join("\n").trimEnd()]).toEqual([controls, texts.join("\n").trimEnd()]);
});

test("from 1 to 20 horses and $0.01 to $100,000 equal parts sum to the cost, and the first ones have the cents that are left", () => {
  for (let count = 1; count <= 20; count += 1) {
    const parts = Array.from({ length: count }, () => ({ value: null }));
    for (let cost = 1; cost <= 10_000_000; cost += cost < 1_000 ? 1 : 9_973) {
      const found = partsOf(cost, parts);
      const due = parts.map((_, n) => Math.floor(cost / count) + (n < cost % count ? 1 : 0));
      if (found.join() !== due.join()) throw new Error(`${cost} for ${count}: ${found}`);
    }
    expect(partsOf(10_000_000, parts).reduce((sum, part) => sum + part, 0)).toBe(10_000_000);
  }
});

describe("what the form of a new show says of its horses", () => {
  const SOME = { problem: "Enter a part for each horse, or for none." };
  const NO_HORSE = { problem: "Choose a horse for each part." };
  test.each<[texts: string[], parsed: ReturnType<typeof parseParts>]>([
    [[], { value: [] }],
    [["", "", "", "", ""], { value: [] }],
    [["", "", "", "max", "", "", ""], { value: ["", "max"].map((id) => ({ id, value: null })) }],
    [
      ["0", "max", "$1,234.56"],
      {
        value: [
          { id: "", value: 0 },
          { id: "max", value: 123_456 },
        ],
      },
    ],
    [["5", "max", ""], SOME],
    [["", "max", "5"], SOME],
    [["", "max", "0"], SOME],
    [["5", "", ""], NO_HORSE],
    [["5", "", "5"], NO_HORSE],
    [["5", "max", "-5"], { problem: "An amount cannot be below 0." }],
    [["5", "max", "2", "max", "3"], { problem: HORSE_TWICE }],
    [["", ...Array.from({ length: 20 }, (_, n) => [`${n}`, ""]).flat()], { problem: "Choose at most 20 horses." }],
  ])("%j", (texts, parsed) => expect(parseParts(texts.join("\n"))).toEqual(parsed));
});
