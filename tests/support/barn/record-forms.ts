import { type BoundInput, type Control, controlTexts } from "#app/domain/fields/field.ts";
import { LISTS } from "#app/routes/shell/lists.ts";
import { nameOfTable } from "#tests/support/database/read-list.ts";

/** What a browser sends from a form. */
export type RecordFields = Record<string, string>;

/** What the form of a new record gets, by the kind of the control. */
const TYPED: { [control in Control]?: string } = {
  text: "Some text",
  email: "some@example.com",
  tel: "(561) 555-0100",
  multiline: "Two\nlines",
  lines: "Ana\nBea",
  amount: "1,250.50",
  quantity: "12",
};

/** The lists whose records have a form, with the tables of the records. */
export const RECORDS = [...LISTS].flatMap(([path, list]) =>
  list(({ source, description, noun = "" }) => {
    const { fields } = description;
    const named = fields.find(({ input }) => input?.kind === "name" && input.inForm)?.name;
    if (!named) return [];
    const table = nameOfTable(source);
    const inRow = fields.flatMap(({ name, listed, input }) =>
      listed.inRow && input ? [{ path, table, name, kind: input.kind }] : [],
    );
    /** The values of a new record, with the first record of each required reference that the page with the form offers. */
    const fieldsOn = (page: string): RecordFields =>
      Object.fromEntries(
        fields.flatMap(({ name, input }) => {
          const isOffered = input?.inForm && page.includes(`name="${name}`);
          const value = isOffered ? sampleOf(name, input, page) : undefined;
          return value === undefined ? [] : controlTexts({ name, input }, value);
        }),
      );
    return [{ path, table, noun, named, inRow, fieldsOn }];
  }),
);

type Entered = Pick<BoundInput<never>, "control" | "required" | "options">;

function sampleOf(name: string, { control, required, options }: Entered, page: string): string | undefined {
  if (control === "checkbox") return undefined;
  if (control === "choice") return options[0]?.id;
  // Only a paid item has the day of its payment.
  if (control === "date") return name === "paidOn" ? "" : "2026-01-05";
  if (control !== "reference") return TYPED[control];
  const select = page.match(new RegExp(`<select[^>]* name="${name}"[^>]*>(.*?)</select>`))?.[1] ?? "";
  return required ? select.match(/<option value="([^"]+)"/)?.[1] : "";
}
