import { DEFAULT_BARN_NAME, MAX_BARN_ADDRESS, MAX_BARN_EMAIL, MAX_BARN_PHONE } from "#app/domain/barn/barn-details.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import {
  type AmountField,
  type BarnCharges,
  DEFAULT_CHARGES,
  MONTHLY_CHARGES,
  NEW_HORSE,
} from "#app/domain/boarding/monthly-charges.ts";
import type { BoardIn } from "#app/domain/boarding/unbilled-board.ts";
import { AMOUNTS_TEXT, DATES_TEXT } from "#app/domain/exports/export-choices.ts";
import type { Amounts, Dates } from "#app/domain/exports/invoices.ts";
import { describe, type RecordRow } from "#app/domain/fields/field.ts";
import { choice, dollars, flag, name, optionalInvoiceNumber, percent, text } from "#app/domain/fields/field-kinds.ts";

/** The id of the one row of settings. */
export const SETTINGS_ID = "1";

/** The setting with the amount of a new horse: `newBoarding` for `boarding`. */
type NewAmountField = `new${Capitalize<AmountField>}`;
export const newAmountField = (field: AmountField) =>
  `new${field[0]?.toUpperCase()}${field.slice(1)}` as NewAmountField;

export type SettingsRow = RecordRow &
  BarnCharges & { [Name in NewAmountField]: Cents } & {
    barnName: string;
    barnAddress: string;
    barnPhone: string;
    barnEmail: string;
    /** Whether 'Bill N Horses' prorates partial months. */
    prorate: boolean;
    /** Whether 'Bill N Horses' offers the current or the previous month. */
    boardIn: BoardIn;
    /** 'ask' until a first export, or an admin here, has chosen. */
    exportAmounts: Amounts | "ask";
    exportDates: Dates | "ask";
    /** The number of the next invoice; null until an export, an import, or an admin here, has set it: then the next export asks. */
    invoiceNumber: number | null;
    /** The highest number of an exported invoice, voided or not; 0 if there is none. */
    usedInvoice: number;
  };

const NEW_AMOUNTS = Object.fromEntries(
  MONTHLY_CHARGES.flatMap(({ name: charge, field }) =>
    field ? [[newAmountField(field), dollars(`New Horse: ${charge}`, { initial: NEW_HORSE[field] })]] : [],
  ),
) as { [Name in NewAmountField]: ReturnType<typeof dollars> };

const ASK = { ask: "Ask at the next export" };

/** What a barn chooses (docs/product.md, 'Settings'). */
export const barnSettings = describe<SettingsRow, "usedInvoice">()({
  barnName: name("Barn Name", { initial: DEFAULT_BARN_NAME }),
  barnAddress: text("Barn Address", MAX_BARN_ADDRESS, { control: "multiline" }),
  barnPhone: text("Barn Phone", MAX_BARN_PHONE, { control: "tel" }),
  barnEmail: text("Barn E-mail", MAX_BARN_EMAIL, { control: "email" }),
  ...NEW_AMOUNTS,
  blanketCharge: dollars("Blanket per Month", { initial: DEFAULT_CHARGES.blanketCharge }),
  longIslandRate: percent("Long Island Surcharge", { initial: DEFAULT_CHARGES.longIslandRate }),
  prorate: flag("Prorate Partial Months"),
  boardIn: choice("Bill Boarding", { advance: "In advance", arrears: "In arrears" }, { initial: "advance" }),
  invoiceNumber: optionalInvoiceNumber("Next Invoice Number", { placeholder: "Asked at the next export" }),
  exportAmounts: choice("Amounts in QuickBooks", { ...ASK, ...AMOUNTS_TEXT }, { initial: "ask" }),
  exportDates: choice("Invoice Dates in QuickBooks", { ...ASK, ...DATES_TEXT }, { initial: "ask" }),
});
