import { expect, test } from "vitest";
import { billingStateOf, boardOf } from "#app/domain/boarding/boarding-month.ts";
import { DEFAULT_CHARGES, NEW_HORSE } from "#app/domain/boarding/monthly-charges.ts";

test.each([
  ["2026-11-21", "left"],
  ["2026-11-22", "not listed"],
  ["2026-11-30", "not listed"],
  [null, "not listed"],
])("on 11/22/2026 a horse with the last day %s that the list does not show is skipped as '%s'", (checkOutDate, why) => {
  const horse = {
    ...NEW_HORSE,
    ...DEFAULT_CHARGES,
    ...{ customerId: "ana", responsibleParty: "Ana", createdAt: "2026-01-01T15:00:00.000Z", deletedAt: null },
    ...{ checkInDate: "2026-01-01", checkOutDate, isBillable: true, hasBlanket: false, location: "florida" as const },
    ...{ isListed: false, isNotOwed: false, isProrated: true, usesToday: false, usesOtherPrices: false, isOver: false },
    ...{ changes: [], billed: [], logged: [], payer: null, asOf: null, billedLately: null },
  };
  expect(billingStateOf(horse, boardOf(horse, "2026-11"), "2026-11", "2026-11-22").why).toBe(why);
});
