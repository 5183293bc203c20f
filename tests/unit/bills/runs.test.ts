import { expect, test } from "vitest";
import { OBSTACLES, type Obstacle } from "#app/domain/activity/obstacles.ts";
import { obstacleInList, type PastRun } from "#app/domain/bills/runs.ts";
import { pastRun } from "#app/domain/records/past.ts";

const run: PastRun = {
  ...{
    id: "run",
    seq: 1,
    at: "11/22/2026, 9:14 AM",
    kind: "payroll",
    month: null,
    actor: "ana@example.com",
    count: 12,
  },
  ...{ total: 850_050, undoneAt: null, undoneBy: null, obstacle: null },
};

test.each<[Obstacle | null, string | null]>([
  [null, null],
  ["exported", "Exported: can't be undone"],
  ["paid", "Has paid items"],
  // Said once above the list.
  ["later-run", ""],
  ["made-nothing", "Nothing to undo"],
  ["unknown-before", "Earlier run unknown"],
  ["archived", "Too old"],
])("the list says why a run that is %s cannot be undone", (obstacle, text) => {
  expect(obstacleInList({ ...run, obstacle })).toBe(text);
});

test.each<[Partial<PastRun>, string]>([
  [{ kind: "horses", month: "2027-01" }, "Jan 2027, horses"],
  [{ kind: "shows" }, "Shows"],
])("a run of %j is listed as '%s'", (change, text) => {
  expect(pastRun.fields.find(({ name }) => name === "kind")?.text({ ...run, ...change })).toBe(text);
});

test("the list says when and by whom a run was undone", () => {
  const undone = { undoneAt: "11/23/2026, 8:00 AM", undoneBy: "ben@example.com", obstacle: "undone" } as const;
  expect(obstacleInList({ ...run, ...undone })).toBe("11/23/2026, 8:00 AM by ben@example.com");
});

test.each(Object.entries(OBSTACLES))("the obstacle %s is a sentence", (_, { sentence }) => {
  expect(sentence).toMatch(/^[A-Z].*\.$/);
});
