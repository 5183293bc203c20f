import { sql } from "drizzle-orm";
import { IMPORTED_EXPORT } from "#app/domain/bills/imported.ts";
import { exports } from "#db/schema.ts";

/** The highest number of an exported invoice, as a value in SQL; 0 if there is none. The file of a voided export may be in QuickBooks, too. */
export const usedInvoice = sql<number>`(select coalesce(max(${exports.firstInvoice} + ${exports.invoiceCount} - 1), 0) from ${exports} where ${exports.id} <> ${IMPORTED_EXPORT})`;
