import { expect, test } from "vitest";
import {
  describeEdits,
  describeRun,
  type Obstacle,
  obstacleInDialog,
  obstacleInList,
  type RunToTakeBack,
} from "#app/domain/bills/runs.ts";

const run: RunToTakeBack = {
  ...{
    id: "run",
    seq: 1,
    at: "11/22/2026, 9:14 AM",
    kind: "payroll",
    actor: "ana@example.com",
    count: 12,
    total: 850_050,
  },
  ...{ undoneAt: null, undoneBy: null, obstacle: null, left: 12, blocked: 0, edited: 0 },
  ...{ showIds: [], lastPayrollBefore: null, fingerprint: "1" },
};

test("a run is described by its time, author, content and total", () => {
  expect(describeRun(run)).toBe("11/22/2026, 9:14 AM by ana@example.com: 12 items, $8,500.50");
  expect(describeRun({ ...run, kind: "shows", count: 1 })).toContain("1 bill, ");
});

test.each<[Obstacle, Partial<RunToTakeBack>, list: string, dialog: string]>([
  [
    "exported",
    { kind: "horses", left: 60, blocked: 3 },
    "Has exported bills",
    "3 of its 60 bills are exported, so this run cannot be undone.",
  ],
  ["paid", { left: 12, blocked: 1 }, "Has paid items", "1 of its 12 items is paid, so this run cannot be undone."],
  ["later-run", {}, "", "Payroll was run again after this run. Undo the later runs first."],
  ["made-nothing", {}, "Made nothing", "This run made nothing, so there is nothing to undo."],
  ["unknown-before", {}, "The run before it is not known", "it is not known when payroll was run before it"],
  [
    "taken-back",
    { undoneAt: "11/23/2026, 8:00 AM", undoneBy: "ben@example.com" },
    "11/23/2026, 8:00 AM by ben@example.com",
    "ben@example.com undid this run on 11/23/2026, 8:00 AM.",
  ],
])("the list and the dialog say why a run that is %s cannot be undone", (obstacle, values, list, dialog) => {
  const blocked = { ...run, ...values, obstacle };
  expect([obstacleInList(blocked), obstacleInDialog(blocked)]).toEqual([list, expect.stringContaining(dialog)]);
});

test("a run that can be undone has no obstacle", () => {
  expect([obstacleInList(run), obstacleInDialog(run), describeEdits(run)]).toEqual([null, null, []]);
});

test("the dialog says how many items were deleted and edited since the run", () => {
  expect(describeEdits({ ...run, left: 11, edited: 2 })).toEqual([
    "Since the run, 1 item was deleted.",
    "Since the run, 2 items were edited: the edits go, too.",
  ]);
});
