import { expect, test } from "vitest";
import type { BoundField } from "#app/domain/fields/field.ts";
import { bill } from "#app/domain/records/bill.ts";
import { horse } from "#app/domain/records/horse.ts";
import { pastExport } from "#app/domain/records/past.ts";
import { show } from "#app/domain/records/show.ts";
import { classesOf } from "#app/ui/list/table/column-classes.ts";

type Fields = readonly Pick<BoundField<never>, "name" | "listed" | "shown">[];

/** The width of the list from which on each column is there, in rem; 0 of those that never leave. */
const widthsOf = (fields: Fields) =>
  fields.map(({ name }, index): [string, number] => {
    const classes = classesOf(fields.map((meta) => ({ columnDef: { meta } })))[index] ?? "";
    return [name, Number(/from-(\d+)/.exec(classes)?.[1] ?? 0)];
  });

const usual = (fields: Fields) => fields.filter(({ listed }) => !listed.hidden);

/** A window of 1280 pixels, without the sidebar. */
const OF_1280 = 66.5;

test.each([
  ["horses", usual(horse.fields)],
  ["bills", usual(bill.fields)],
])("all columns of %s are there in a window of 1280 pixels", (_, fields) => {
  expect(widthsOf(fields).filter(([, width]) => width > OF_1280)).toEqual([]);
});

test("what a phone shows first stays, then its facts, then the rest from the left", () => {
  expect(widthsOf(usual(horse.fields))).toEqual([
    ...[
      ["name", 0],
      ["customerId", 0],
      ["checkInDate", 44],
      ["checkOutDate", 50],
      ["boarding", 0],
    ],
    ...[
      ["boardingSurcharge", 56],
      ["training", 62],
      ["hasBlanket", 66],
      ["isBillable", 0],
      ["location", 38],
    ],
  ]);
});

test("a column that an admin has added pushes no fact of a phone out", () => {
  const facts = ["customer", "service"];
  const shown = widthsOf(bill.fields).filter(([name]) => facts.includes(name));
  expect(shown).toEqual(facts.map((name) => [name, 0]));
});

test("a column that an admin has ticked stays, and so do the file of an export and whether a show is billed", () => {
  expect(widthsOf(bill.fields)).toEqual(
    expect.arrayContaining([
      ["comments", 0],
      ["enteredBy", 0],
    ]),
  );
  expect(widthsOf(pastExport.fields)).toContainEqual(["date", 0]);
  expect(widthsOf(show.fields)).toContainEqual(["billed", 0]);
});
