import { expect } from "vitest";
import { spec, step } from "#tests/spec/spec.ts";
import { after, at, changes, deletes, emptied } from "#tests/spec/steps.ts";
import * as the from "#tests/spec/words.ts";
import type { Barn } from "#tests/support/barn/barn.ts";

const last = async ({ rows }: Barn) => {
  const row = (await rows("select * from customers order by seq desc limit 1"))[0];
  return { ...row, emails: JSON.parse(String(row?.emails)), riders: JSON.parse(String(row?.riders)) };
};

spec("§2 Customers", [
  step(
    at("/customers"),
    the.title("Customers"),
    the.searchBox("Search customers..."),
    the.hasColumns("Name", "Email(s)", "Phone", "Riders", "Actions"),
    the.sortedBy("Name"),
    the.columnIs("the customers are sorted by name", "Name", ["Ann Abbott", "Bob Brown", "Cy Zeller"]),
    the.cell("Ann Abbott", "Email(s)", "a1@x.example, a2@x.example…"),
    the.cell("Bob Brown", "Email(s)", "b1@x.example, b2@x.example"),
    the.cell("Ann Abbott", "Riders", "Zoe, Mia…"),
    the.cell("Bob Brown", "Riders", "Carl, Dina"),
    the.cell("Ann Abbott", "Phone", "(561) 555-0101"),
    the.hasButtons("Add Customer"),
  ),
  step(
    after((person) => person.presses("Add Customer")),
    the.dialog("New Customer"),
    the.fields({ Name: "", "Email(s)": "", Phone: "", Riders: "" }),
    [
      "the placeholder of Email(s) has two addresses",
      ({ placeholders }) => expect(placeholders.filter((each) => /^\S+@\S+, \S+@\S+$/.test(each))).toHaveLength(1),
    ],
    the.hasButtons("Cancel", "Add"),
  ),
  step(
    async (person, barn) => {
      await person.fills({ Name: "Eve Dean", "Email(s)": " e1@x.example , ,e2@x.example,", Phone: "555-0109" });
      const names = [" Lou ", "Kit", "Kit", "  ", "Max"];
      for (const name of names) await person.enters("Riders", name);
      await person.answers(/Max/);
      await person.answers("Add");
      return { seen: await person.sees(), customer: await last(barn) };
    },
    ["Add closes the dialog", ({ seen }) => expect(the.dialogOf(seen)).toBeUndefined()],
    ["the list has the new customer", ({ seen }) => expect(the.cellOf(seen, "Eve Dean", "Riders")).toBe("Lou, Kit")],
    [
      "§5 addresses are split on commas and trimmed, and empty ones dropped",
      ({ customer }) => expect(customer.emails).toEqual(["e1@x.example", "e2@x.example"]),
    ],
    [
      "§5 riders are trimmed, blank and duplicate ones not added, and an x removes one",
      ({ customer }) => expect(customer.riders).toEqual(["Lou", "Kit"]),
    ],
  ),
  step(
    after((person) => person.opensMenu("Eve Dean")),
    the.menu("Edit", "Delete"),
  ),
  changes("customer", ["Name", "Eve Dean"], { Phone: "555-0110" }, last, { phone: "555-0110" }),
  deletes("customer", "Eve Dean", "Eve Dean was deleted.", last),
  step(
    after((person) => person.opensMenu("Ann Abbott", "Delete")),
    [
      "what hangs on a deleted customer is said afterwards, with Undo",
      ({ text }) =>
        expect(text.replace(/\s+/g, " ")).toMatch(
          /Ann Abbott was deleted\. .*2 pending bills \(\$251\.00\).* stay\..*Undo/,
        ),
    ],
    ["no dialog asks about Delete", (seen) => expect(the.dialogOf(seen)).toBeUndefined()],
  ),
  emptied(
    "/customers",
    ["update customers set deleted_at = '2026-01-01T00:00:00.000Z'"],
    the.empty("No Customers", "Add new services to manage them here"),
  ),
]);
