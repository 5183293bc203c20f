import { expect, test } from "vitest";
import type { SetUp } from "#app/domain/overview/set-up.ts";
import { firstSteps } from "#app/routes/overview/steps.ts";

const NONE: SetUp = {
  settings: false,
  data: false,
  services: false,
  grooms: false,
  payroll: false,
  invoices: false,
  people: false,
  bills: false,
  isDismissed: false,
};
const IDS = ["settings", "data", "services", "grooms", "payroll", "invoices", "people"] as const;

test("the steps of a new barn are in the order in which they matter, and open", () => {
  expect(firstSteps(NONE)?.map(({ id, isDone }) => [id, isDone])).toEqual(IDS.map((id) => [id, false]));
});

test.each(IDS)("the step %s is done by itself", (id) => {
  expect(
    firstSteps({ ...NONE, [id]: true })
      ?.filter(({ isDone }) => isDone)
      .map((step) => step.id),
  ).toEqual([id]);
});

test("the list stays with the first bill, and goes when the last step is done or it is dismissed", () => {
  const all = { ...NONE, ...Object.fromEntries(IDS.map((id) => [id, true])) };
  expect(firstSteps(all)).toBeNull();
  for (const id of IDS) expect(firstSteps({ ...all, [id]: false })).toHaveLength(IDS.length);
  expect(firstSteps({ ...NONE, bills: true })).toHaveLength(IDS.length);
  expect(firstSteps({ ...NONE, isDismissed: true })).toBeNull();
});
