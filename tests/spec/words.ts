import { expect } from "vitest";
import type { Seen, Thing } from "./seen.ts";
import type { SpecStatement } from "./spec.ts";

/* The words in which statements about a page are made. Each returns statements with a name that can be read aloud. */

type About = SpecStatement<Seen>;

const PRESSABLE = ["button", "link", "menuitem", "switch", "checkbox", "radio"];
const FIELD = ["textbox", "combobox", "checkbox", "switch", "searchbox"];

const named = (things: Thing[], roles: string[], name: string) =>
  things.filter((thing) => roles.includes(thing.role) && thing.name === name);
const isOff = ({ states }: Thing) => states.includes("disabled");

/** The dialog that asks for something; the notice 'Success' asks for nothing. */
export const dialogOf = ({ things }: Seen) =>
  things.findLast(({ role, name }) => role.endsWith("dialog") && name !== "Success");
const aroundFields = (seen: Seen) => dialogOf(seen)?.inside ?? seen.things;
export const fieldOf = (seen: Seen, label: string) => named(aroundFields(seen), FIELD, label)[0];
/** What a field has in it: its text, the chosen option, or whether it is on. */
export function contentOf(seen: Seen, label: string): string | boolean | undefined {
  const field = fieldOf(seen, label);
  if (field?.role === "checkbox" || field?.role === "switch") return field.states.includes("checked");
  const chosen = field?.inside.find(({ role, states }) => role === "option" && states.includes("selected"));
  return field && (chosen?.name ?? field.text);
}
export const cellOf = (seen: Seen, row: string, column: string) =>
  seen.rows.find((cells) => Object.values(cells).includes(row))?.[column];
const controlOf = (seen: Seen, row: string, column: string) =>
  seen.things
    .find((thing) => thing.role === "row" && thing.inside.some(({ name }) => name === row))
    ?.inside.find(({ role, name }) => ["checkbox", "switch"].includes(role) && name.endsWith(column.toLowerCase()));

export const title = (text: string): About[] => [
  [`the title is '${text}'`, (seen) => expect(named(seen.things, ["heading"], text)).toHaveLength(1)],
];
export const showsTexts = (...texts: string[]): About[] =>
  texts.map((text) => [`the page says '${text}'`, (seen) => expect(seen.text.replace(/\s+/g, " ")).toContain(text)]);
/** What `button` checks, for a statement in other words. */
export const hasButton = (seen: Seen, name: string) =>
  expect(named(seen.things, PRESSABLE, name).filter((thing) => !isOff(thing))).not.toEqual([]);
export const hasButtons = (...names: string[]): About[] =>
  names.map((name) => [`there is a button '${name}'`, (seen) => hasButton(seen, name)]);
/** An entry of the sidebar may have a number after its name: what is due. */
export const isCalled = (found: string, name: string) => found.replace(/ \d.*$/, "") === name;
export const noButton = (name: string): About[] => [
  [
    `there is no button '${name}'`,
    ({ things }) =>
      expect(things.filter((each) => PRESSABLE.includes(each.role) && isCalled(each.name, name))).toEqual([]),
  ],
];
export const isDisabled = (seen: Seen, name: string) => {
  const found = named(seen.things, PRESSABLE, name);
  expect([found.length > 0, found.filter((thing) => !isOff(thing))]).toEqual([true, []]);
};
export const disabled = (name: string): About[] => [
  [`the button '${name}' is disabled`, (seen) => isDisabled(seen, name)],
];
export const switchIs = (name: string, state: "on" | "off"): About[] => [
  [
    `the switch '${name}' is ${state}`,
    (seen) => {
      const [found] = named(seen.things, ["switch"], name);
      expect(found?.states.includes("checked")).toBe(state === "on");
    },
  ],
];
export const placeholder = (text: string): About[] => [
  [`a placeholder says '${text}'`, (seen) => expect(seen.placeholders).toContain(text)],
];
export const searchBox = (text: string): About[] => [
  [`the search box says '${text}'`, (seen) => expect(seen.placeholders).toContain(text)],
  ["the search box is 250 pixels wide", (seen) => expect(seen.searchWidth).toBe(250)],
];
export const hasColumns = (...names: string[]): About[] => [
  ...names.map((name): About => [`there is a column '${name}'`, (seen) => expect(seen.columns).toContain(name)]),
  [`the columns are in this order: ${names.join(", ")}`, (seen) => expect(seen.columns).toEqual(names)],
];
export const hidden = (...names: string[]): About[] =>
  names.map((name) => [`the column '${name}' is hidden at first`, (seen) => expect(seen.columns).not.toContain(name)]);
export const sortedBy = (column: string, way: "ascending" | "descending" = "ascending"): About[] => [
  [`the list is sorted by ${column}, ${way}`, (seen) => expect(seen.sorted).toEqual({ [column]: way })],
];
/** All texts of a column, from the top. */
export const columnIs = (says: string, column: string, texts: string[]): About => [
  says,
  (seen) => expect(seen.rows.map((cells) => cells[column])).toEqual(texts),
];
export const cell = (
  row: string,
  column: string,
  text: string,
  says = `${column} of ${row} reads '${text}'`,
): About => [says, (seen) => expect(cellOf(seen, row, column)).toBe(text)];
/** `kind` is what the control is for a person: a checkbox or a switch. */
export const control = (row: string, column: string, kind: "checkbox" | "switch", state: "on" | "off"): About => [
  `${column} of ${row} is a ${kind}, and ${state}`,
  (seen) => {
    const found = controlOf(seen, row, column);
    expect([found?.role, found?.states.includes("checked")]).toEqual([kind, state === "on"]);
  },
];
export const dialog = (name: string, ...texts: string[]): About[] => [
  [`a dialog '${name}' is open`, (seen) => expect(dialogOf(seen)?.name).toBe(name)],
  ...texts.map(
    (text): About => [
      `the dialog says '${text}'`,
      (seen) =>
        expect(
          dialogOf(seen)
            ?.inside.map((each) => `${each.name} ${each.text}`)
            .join(" "),
        ).toContain(text),
    ],
  ),
];
export const noDialog = (says = "the dialog closes"): About => [says, (seen) => expect(dialogOf(seen)).toBeUndefined()];
/** The fields of the dialog or form with what is in them at first, in their order. */
export const fields = (atFirst: { [label: string]: string | boolean }): About[] => [
  ...Object.entries(atFirst).map(([label, content]): About => {
    const shown = content === true ? "on" : content === false ? "off" : content === "" ? "empty" : `'${content}'`;
    return [`the field '${label}' is ${shown} at first`, (seen) => expect(contentOf(seen, label)).toBe(content)];
  }),
  [
    `the fields are in this order: ${Object.keys(atFirst).join(", ")}`,
    (seen) => {
      const labels = aroundFields(seen).filter(({ role }) => FIELD.includes(role) && role !== "searchbox");
      expect(labels.map(({ name }) => name).filter((name) => name in atFirst)).toEqual(Object.keys(atFirst));
    },
  ],
];
export const required = (...labels: string[]): About[] =>
  labels.map((label) => [
    `the field '${label}' has a star: it is required`,
    (seen) => expect(seen.text.split("\n")).toContain(`${label}*`),
  ]);
/** The fields that are marked as wrong. */
export const wrongIn = (seen: Seen) =>
  aroundFields(seen)
    .filter(({ states }) => states.includes("invalid"))
    .map(({ name }) => name);
export const isA = (label: string, role: string): About => [
  `the field '${label}' is a ${role}`,
  (seen) => expect(fieldOf(seen, label)?.role).toBe(role),
];
/** The options of a field, but for its placeholder. */
export const options = (label: string, ...names: string[]): About => [
  `the options of '${label}' are ${names.join(", ")}`,
  (seen) => {
    const all = fieldOf(seen, label)?.inside.filter(({ role }) => role === "option") ?? [];
    expect(all.map(({ name }) => name).filter((name) => !name.endsWith("..."))).toEqual(names);
  },
];
export const empty = (name: string, description: string): About[] => [
  [`an empty list says '${name}'`, (seen) => expect(seen.text).toContain(name)],
  [`an empty list says '${description}'`, (seen) => expect(seen.text).toContain(description)],
];
/** The first items of the menu that is open, in their order. It comes after the rows, whose last buttons are 'Actions'. */
export const menu = (...items: string[]): About[] => [
  ...items.flatMap((item) => hasButtons(item)),
  [
    `the menu has these items in this order: ${items.join(", ")}`,
    (seen) => {
      const names = seen.things.filter(({ role }) => PRESSABLE.includes(role)).map(({ name }) => name);
      const start = names.findLastIndex((name) => name.startsWith("Actions")) + 1;
      expect(names.slice(start, start + items.length)).toEqual(items);
    },
  ],
];
