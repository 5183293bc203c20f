import { expect } from "vitest";
import { daysAgo, SPEC_ADMIN, TODAY } from "#tests/spec/barn.ts";
import type { SpecPerson } from "#tests/spec/person.ts";
import { type SpecStatement, spec, step, withJavaScript } from "#tests/spec/spec.ts";
import { after, at } from "#tests/spec/steps.ts";
import * as the from "#tests/spec/words.ts";
import type { Barn } from "#tests/support/barn/barn.ts";

const RIDERS = ["Amy (Cy Zeller)", "Bea (Ann Abbott)", "Carl (Bob Brown)", "Dina (Bob Brown)", "Mia (Ann Abbott)"];

type Row = Record<string, unknown>;
type Found = {
  seen: Awaited<ReturnType<SpecPerson["sees"]>>;
  bill: Row | undefined;
  pay: Row | undefined;
  count: number;
};

/** Presses Submit, and returns the newest bill and payroll item, and the number of bills. */
async function submitted(person: SpecPerson, barn: Barn): Promise<Found> {
  await person.presses("Submit");
  const bills = await barn.rows("select * from bill_items order by seq");
  const items = await barn.rows("select * from payroll order by seq");
  return { seen: await person.sees(), bill: bills.at(-1), pay: items.at(-1), count: bills.length };
}

/** Fills in the form and submits it. */
const submit = (values: Record<string, string>) => async (person: SpecPerson, barn: Barn) => {
  await person.fills(values);
  return submitted(person, barn);
};

/** The bills of the barn before the first entry. */
const BEFORE = 4;
const refused = (says: string, values: Record<string, string>, ...wrong: string[]) =>
  step(
    submit(values),
    [says, ({ count, seen }) => expect([count, seen.text.includes("Success")]).toEqual([BEFORE, false])],
    [`${says}: marked as wrong is ${wrong.join(", ")}`, ({ seen }) => expect(the.wrongIn(seen)).toEqual(wrong)],
  );

/** The same, with the dialog that follows: what it says, and how long it is there after Submit was pressed. */
const submitAndWatch = (values: Record<string, string>) => async (person: SpecPerson, barn: Barn) => {
  await person.opens("/");
  await person.fills(values);
  const success = person.page.getByRole("dialog", { name: "Success" });
  const since = performance.now();
  const watched = success.waitFor().then(() => success.textContent());
  const [found, said] = await Promise.all([submitted(person, barn), watched]);
  await person.fills({ Comments: "Typed meanwhile" });
  await success.waitFor({ state: "hidden" });
  return { ...found, said, ms: performance.now() - since, after: await person.sees() };
};

const RESET = {
  ...{ Date: TODAY, Horse: /^(Select a horse\.\.\.)?$/, Rider: "Select a rider...", Service: "Select a service..." },
  ...{ Quantity: "1", Comments: "" },
};
const isReset = Object.entries(RESET).map(
  ([label, content]): SpecStatement<Found> => [
    `the form is reset: ${label}`,
    ({ seen }) =>
      expect(the.contentOf(seen, label)).toEqual(content instanceof RegExp ? expect.stringMatching(content) : content),
  ],
);

spec(
  "§2 Service Form, a visitor",
  [
    step(
      at("/"),
      the.title("Service Form"),
      the.fields({
        ...{ Date: TODAY, Rider: "Select a rider...", Service: "Select a service...", Quantity: "1", Comments: "" },
      }),
      the.required("Date", "Horse", "Quantity"),
      the.placeholder("Select a horse..."),
      the.placeholder("Select a rider..."),
      the.placeholder("Select a service..."),
      the.options("Rider", ...RIDERS, "Zoe (Ann Abbott)"),
      the.options("Service", "Body clip", "Braiding"),
      ["a service that is not public is not offered", ({ text }) => expect(text).not.toContain("Aspirin")],
      ["there is no field 'Groom' at first", (seen) => expect(the.fieldOf(seen, "Groom")).toBeUndefined()],
      the.hasButtons("Submit"),
    ),
    step(
      (person) => person.optionsOf("Horse"),
      [
        "the horses are sorted by name in one list, and those elsewhere say so",
        (options) =>
          expect(options.filter((name) => name !== "Select a horse...")).toEqual([
            ...["Atlas", "Bella", "Comet", "Drift (not on the property)", "Ember (not on the property)", "Flint"],
          ]),
      ],
    ),
    step(
      after((person) => person.fills({ Service: "Body clip" })),
      [
        "a service that needs a groom shows the field 'Groom'",
        (seen) => expect(the.fieldOf(seen, "Groom")).toBeDefined(),
      ],
      the.required("Groom"),
      the.placeholder("Select a groom..."),
    ),
    step(
      (person) => person.optionsOf("Groom"),
      [
        "the grooms are sorted by name in one list, and those not active say so",
        (options) =>
          expect(options.filter((name) => name !== "Select a groom...")).toEqual([
            ...["Gus", "Hal", "Ivy (not active)", "Jo (not active)"],
          ]),
      ],
    ),
    step((person) => person.opens("/")),
    refused("§5 without a horse nothing is saved", { Service: "Braiding" }, "Horse"),
    refused("§5 without a service nothing is saved", { Horse: "Bella", Service: "Select a service..." }, "Service"),
    refused("§5 without a quantity nothing is saved", { Service: "Braiding", Quantity: "" }, "Quantity"),
    refused("§5 with quantity 0 nothing is saved", { Quantity: "0" }, "Quantity"),
    refused("§5 without a date nothing is saved", { Quantity: "1", Date: "" }, "Date"),
    refused(
      "§5 without a groom nothing is saved if the service needs one",
      { Date: TODAY, Service: "Body clip" },
      "Groom",
    ),
    step(
      submitAndWatch({
        ...{ Horse: "Atlas", Rider: "Bea (Ann Abbott)", Service: "Body clip" },
        ...{ Quantity: "3", Groom: "Hal", Comments: "Quietly" },
      }),
      ["a dialog 'Success' appears", ({ said }) => expect(said).toContain("Success")],
      [
        "it says 'Bill item has been created successfully.'",
        ({ said }) => expect(said).toContain("Bill item has been created successfully."),
      ],
      isReset,
      ["§9 the dialog closes itself, and not before 3 seconds", ({ ms }) => expect(ms).toBeGreaterThan(3_000)],
      [
        "nobody waits for the dialog: what is typed meanwhile stays",
        ({ after }) => expect(the.contentOf(after, "Comments")).toBe("Typed meanwhile"),
      ],
      ["§7 one bill is created", ({ count }) => expect(count).toBe(BEFORE + 1)],
      ["§7 the customer is that of the rider", ({ bill }) => expect(bill?.customer_id).toBe("abbott")],
      ["§7 the bill has the horse", ({ bill }) => expect(bill?.horse_id).toBe("atlas")],
      ["§7 the bill has the service", ({ bill }) => expect(bill?.service_id).toBe("clip")],
      ["§7 the bill has the date of the form", ({ bill }) => expect(bill?.date).toBe(TODAY)],
      [
        "§7 the value is price times quantity",
        ({ bill }) => expect([bill?.quantity, bill?.value]).toEqual([3, 36_000]),
      ],
      ["§7 the location is that of the horse", ({ bill }) => expect(bill?.location).toBe("long-island")],
      ["§3 the bill has the groom", ({ bill }) => expect(bill?.groom_id).toBe("hal")],
      ["§3 the bill has the comments", ({ bill }) => expect(bill?.comments).toBe("Quietly")],
      ["§4 the bill is not exported", ({ bill }) => expect(bill?.export_id).toBeNull()],
      [
        "§7 the groom gets a payroll item named after the service",
        ({ pay }) => expect([pay?.groom_id, pay?.item]).toEqual(["hal", "Body clip"]),
      ],
      [
        "§7 the payroll item has the value and the date of the bill",
        ({ pay }) => expect([pay?.value, pay?.date]).toEqual([36_000, TODAY]),
      ],
      ["§7 the payroll item is not paid", ({ pay }) => expect(pay?.paid).toBe(0)],
      ["the page names the groom who is paid", ({ after }) => expect(after.text).toMatch(/Saved: .*, groom Hal/)],
    ),
    step(
      after((person) => person.fills({ Service: "Body clip" })),
      ["the form is reset: Groom", (seen) => expect(the.contentOf(seen, "Groom")).toBe("Select a groom...")],
    ),
    withJavaScript(
      step(
        (person) => person.sees(),
        ["the last groom is a press away", (seen) => expect(seen.text).toMatch(/Groom\s*\*?\s*Hal/)],
      ),
    ),
    step((person) => person.opens("/")),
    step(
      submit({ Horse: "Bella", Service: "Braiding", Quantity: "2" }),
      ["§7 without a rider the customer is that of the horse", ({ bill }) => expect(bill?.customer_id).toBe("abbott")],
      ["§7 a service without a groom makes no payroll item", ({ pay }) => expect(pay?.item).toBe("Body clip")],
      ["an entry that may be a repetition is saved like any other", ({ count }) => expect(count).toBe(BEFORE + 2)],
    ),
    step(
      submit({ Horse: "Bella", Service: "Braiding", Quantity: "2" }),
      ["the same entry once more is saved, too", ({ count }) => expect(count).toBe(BEFORE + 3)],
      [
        "the page says that it was logged before, and offers Undo",
        ({ seen }) => expect(seen.text.replace(/\s+/g, " ")).toMatch(/Also logged today at \d+:\d\d [AP]M .*Undo/),
      ],
    ),
  ],
  null,
);

spec(
  "§5 Service Form, any date and quantity",
  [
    step((person) => person.opens("/")),
    step(submit({ Date: daysAgo(61), Horse: "Bella", Service: "Braiding", Quantity: "100" }), [
      "a date of long ago and a hundred are asked about",
      ({ count, seen }) => {
        expect(count).toBe(BEFORE);
        expect(seen.text).toContain("That is 2 months ago. Press Submit again to log it.");
        expect(seen.text).toContain("That is 100. Press Submit again to log it.");
      },
    ]),
    step(submitted, [
      "they are asked about once",
      ({ count, bill }: Found) => {
        expect([count, bill?.date, bill?.quantity]).toEqual([BEFORE + 1, daysAgo(61), 100]);
      },
    ]),
  ],
  null,
);

const DAY = 86_400_000;
const plus = (date: Date, days: number) => new Date(date.getTime() + days * DAY);
const firstMonday = (year: number, month: number) => {
  const first = new Date(Date.UTC(year, month, 1));
  return plus(first, (8 - first.getUTCDay()) % 7);
};
const text = (date: Date) => date.toISOString().slice(0, 10);

/** The first pay date of a month whose services can be logged without a question, and that of the next month. */
const [year, month, day] = TODAY.split("-").map(Number) as [number, number, number];
const past = day > 28 ? month - 1 : month - 2;
const [first, next] = [firstMonday(year, past), firstMonday(year, past + 1)];

const payday = (says: string, date: Date, paid: Date) =>
  step(submit({ Date: text(date), Horse: "Atlas", Service: "Body clip", Groom: "Gus" }), [
    says,
    ({ pay }: Found) => expect([pay?.date, pay?.payment_date]).toEqual([text(date), text(paid)]),
  ]);

spec(
  "§9 Pay dates of services",
  [
    step((person) => person.opens("/")),
    payday("on the first Monday of a month: paid that day", first, first),
    payday("a day after it: paid two weeks after it", plus(first, 1), plus(first, 14)),
    payday("two weeks after it: paid that day", plus(first, 14), plus(first, 14)),
    payday("later in the month: paid on the first Monday of the next", plus(first, 15), next),
  ],
  SPEC_ADMIN,
);
