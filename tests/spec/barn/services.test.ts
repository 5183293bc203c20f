import { expect } from "vitest";
import { spec, step } from "#tests/spec/spec.ts";
import { after, at, changes, deletes, emptied } from "#tests/spec/steps.ts";
import * as the from "#tests/spec/words.ts";
import type { Barn } from "#tests/support/barn/barn.ts";

const service = async ({ rows }: Barn, id: string) => (await rows("select * from services where id = ?", [id]))[0];
const oil = async ({ rows }: Barn) => (await rows("select * from services where product_service_name = 'Hoof oil'"))[0];

spec("§2 Services", [
  step(
    at("/services"),
    the.title("Services"),
    the.searchBox("Search services..."),
    the.hasColumns("Product Service Name", "Price", "Sales Description", "Public", "Actions"),
    the.hidden("Needs Groom"),
    the.sortedBy("Product Service Name"),
    the.columnIs("the services are sorted by name", "Product Service Name", [
      ...["Aspirin", "Blanket", "Boarding", "Boarding Surcharge", "Body clip", "Braiding", "Long Island Surcharge"],
      "Training",
    ]),
    the.cell("Braiding", "Price", "$65.50"),
    the.cell("Body clip", "Sales Description", "Whole body"),
    ["§9 the blanket is charged $100.00", (seen) => expect(the.cellOf(seen, "Blanket", "Price")).toMatch(/^\$100\.00/)],
    [
      "§9 the Long Island surcharge is 8.63% of boarding",
      (seen) => expect(the.cellOf(seen, "Long Island Surcharge", "Price")).toMatch(/^8\.63%/),
    ],
    the.control("Braiding", "Public", "switch", "on"),
    the.control("Aspirin", "Public", "switch", "off"),
    the.hasButtons("Add Service"),
  ),
  step(
    async (person, barn) => {
      await person.toggles("Aspirin", "Public");
      return service(barn, "aspirin");
    },
    ["the switch Public saves at once", (row) => expect(row?.public).toBe(1)],
  ),
  step(
    after((person) => person.hides("Needs Groom")),
    the.hasColumns("Product Service Name", "Price", "Sales Description", "Public", "Needs Groom", "Actions"),
    the.control("Body clip", "Needs Groom", "switch", "on"),
    the.control("Braiding", "Needs Groom", "switch", "off"),
  ),
  step(
    async (person, barn) => {
      await person.toggles("Braiding", "Needs Groom");
      return service(barn, "braid");
    },
    ["the switch Needs Groom saves at once", (row) => expect(row?.needs_groom).toBe(1)],
  ),
  step(
    after((person) => person.presses("Add Service")),
    the.dialog("New Service"),
    the.fields({ Name: "", Price: "", Description: "", Public: false, "Needs Groom": false }),
    the.isA("Public", "switch"),
    the.isA("Needs Groom", "switch"),
    the.hasButtons("Cancel", "Add"),
  ),
  step(
    async (person, barn) => {
      await person.fills({ Name: "Hoof oil", Price: "12.5", Description: "One line\nand another", Public: true });
      await person.answers("Add");
      return { seen: await person.sees(), row: await oil(barn) };
    },
    ["Add closes the dialog", ({ seen }) => expect(the.dialogOf(seen)).toBeUndefined()],
    ["the list has the new service", ({ seen }) => expect(the.cellOf(seen, "Hoof oil", "Price")).toBe("$12.50")],
    ["§3 a service has its price as a number", ({ row }) => expect(row?.price).toBe(1_250)],
    [
      "the description may have several lines",
      ({ row }) => expect(String(row?.sales_description).replace("\r", "")).toBe("One line\nand another"),
    ],
    [
      "§3 a service is public or not, and needs a groom or not",
      ({ row }) => expect([row?.public, row?.needs_groom]).toEqual([1, 0]),
    ],
  ),
  step(
    after((person) => person.opensMenu("Hoof oil")),
    the.menu("Edit", "Delete"),
  ),
  changes("service", ["Name", "Hoof oil"], { Price: "13" }, oil, { price: 1_300 }),
  deletes("service", "Hoof oil", "Hoof oil was deleted.", oil),
  step(
    after((person) => person.opensMenu("Boarding Surcharge")),
    the.menu("Edit"),
    [
      "Delete is not offered for a service of the monthly billing",
      ({ things }) => expect(things.map(({ name }) => name)).not.toContain("Delete"),
    ],
  ),
  emptied(
    "/services",
    ["payroll", "bill_items", "shows", "services"].map((table) => `delete from ${table}`),
    the.empty("No Services", "Add new services to manage them here"),
  ),
]);
