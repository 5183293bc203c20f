import { expect, test } from "vitest";
import { missingOptions } from "#app/routes/entries/form/missing-options.ts";

const WITH_GROOM = { needsGroom: true };
const WITHOUT = { needsGroom: false };

test.each([
  ["in an empty barn", 0, [], 0, true, ["missingHorses", "missingServices", "missingGrooms"]],
  ["without horses", 0, [WITHOUT], 1, true, ["missingHorses"]],
  ["without services", 1, [], 1, true, ["missingServices"]],
  ["without services and grooms", 1, [], 0, true, ["missingServices", "missingGrooms"]],
  ["without the grooms that a service needs", 1, [WITHOUT, WITH_GROOM], 0, false, ["missingGrooms"]],
  ["without grooms that no service needs", 1, [WITHOUT], 0, false, []],
  ["without horses and grooms that no service needs", 0, [WITHOUT], 0, true, ["missingHorses"]],
  ["with all", 1, [WITH_GROOM], 1, false, []],
])("%s, the form says what is missing", (_, horses, services, grooms, isNothing, names) => {
  const offered = { horses: Array(horses).fill({}), services, grooms: Array(grooms).fill({}) };
  const found = missingOptions(offered);
  expect([found.isNothing, found.missing.map(({ name }) => name)]).toEqual([isNothing, names]);
});
