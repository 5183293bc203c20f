import { eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { type BarnCharges, DEFAULT_CHARGES } from "#app/domain/boarding/monthly-charges.ts";
import { whyUsed } from "#app/domain/exports/invoice-numbers.ts";
import { barnSettings as described, SETTINGS_ID, type SettingsRow } from "#app/domain/records/settings.ts";
import { jsonObject } from "#db/list/clauses.ts";
import { usedInvoice } from "#db/queries/exports/used-invoice.ts";
import { settings } from "#db/schema.ts";
import { asFlag, statements } from "#db/statements.ts";
import type { Change } from "#db/write/change.ts";
import type { By, Edited } from "#db/write/records.ts";

/* The settings, one row for a barn (docs/product.md, 'Settings'). */

/** What the monthly billing charges every horse with a blanket, and on Long Island. */
export const barnCharges = Object.fromEntries(
  Object.keys(DEFAULT_CHARGES).map((name) => [
    name,
    sql`(select ${settings[name as keyof BarnCharges]} from ${settings})`,
  ]),
) as { [Name in keyof BarnCharges]: SQL<number> };

/** Selects the settings. */
export function findSettings() {
  const row = {
    ...Object.fromEntries(described.inputNames.map((name) => [name, settings[name]])),
    id: sql`${settings.id} || ''`,
    seq: sql`1`,
    version: settings.version,
    prorate: asFlag(sql`${settings.prorate}`),
    exportAmounts: sql`iif(${settings.isAmountsChosen}, ${settings.exportAmounts}, 'ask')`,
    exportDates: sql`iif(${settings.isDatesChosen}, ${settings.exportDates}, 'ask')`,
    invoiceNumber: sql`iif(${settings.isInvoiceNumberChosen}, ${settings.invoiceNumber}, null)`,
    usedInvoice,
  };
  return statements
    .select({ record: jsonObject(row).mapWith((json: string) => JSON.parse(json) as SettingsRow) })
    .from(settings);
}

/** An update of some settings. It increments their version. */
export const setSettings = (values: SQLiteUpdateSetSource<typeof settings>) =>
  statements.update(settings).set({ ...values, version: sql`${settings.version} + 1` });

type EnteredSettings = Omit<SettingsRow, "id" | "seq" | "version" | "usedInvoice">;

/**
 * Saves the settings. ConflictError if another version was saved since `version` was read, or if another next
 * invoice number is used.
 */
export function saveSettings({ version, idempotencyKey }: Edited, values: EnteredSettings, by: By): Change {
  const { exportAmounts: amounts, exportDates: dates, invoiceNumber, ...others } = values;
  return {
    ...by,
    idempotencyKey,
    action: "edit settings",
    payload: { version, ...values },
    audited: [{ table: settings, ids: [SETTINGS_ID] }],
    preconditions:
      invoiceNumber === null
        ? []
        : [sql`${invoiceNumber} > ${usedInvoice} or ${invoiceNumber} = (select invoice_number from ${settings})`],
    mutations: [
      {
        sql: setSettings({
          ...others,
          isAmountsChosen: amounts !== "ask",
          isDatesChosen: dates !== "ask",
          isInvoiceNumberChosen: invoiceNumber !== null,
          ...(invoiceNumber !== null && { invoiceNumber }),
          ...(amounts !== "ask" && { exportAmounts: amounts }),
          ...(dates !== "ask" && { exportDates: dates }),
        }).where(eq(settings.version, version)),
        expectRows: 1,
      },
    ],
  };
}

/** As `saveSettings`, with the message if an export has used the next invoice number. */
export const saveKnownSettings = (edited: Edited, values: EnteredSettings, by: By, current: SettingsRow) => ({
  ...saveSettings(edited, values, by),
  problem:
    values.invoiceNumber === current.invoiceNumber ? undefined : whyUsed(values.invoiceNumber, current.usedInvoice),
  field: "invoiceNumber",
});
