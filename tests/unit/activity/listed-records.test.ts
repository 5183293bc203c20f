import { expect, test } from "vitest";
import { entry } from "#app/domain/records/entry.ts";
import { invoice } from "#app/domain/records/invoice.ts";
import { LISTED_RECORDS } from "#app/domain/records/listed.ts";
import { LISTS } from "#app/routes/shell/lists.ts";
import { filtersAt } from "#db/queries/shell/list-filters.ts";

const LISTED = new Map(LISTED_RECORDS);

test("the activity knows the words of every list's records", () => {
  const described = [...LISTS.values()].map((list) => list(({ description }): unknown => description));
  // No change edits an entry of the activity or an invoice.
  expect(new Set(described)).toEqual(new Set([...LISTED.values(), entry, invoice]));
});

test("the activity can be filtered by every kind of record", () => {
  const kinds = filtersAt("/activity").kind?.options?.map(({ id }) => id);
  expect(kinds).toEqual(expect.arrayContaining([...LISTED.keys()]));
});
