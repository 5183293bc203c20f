import { eq, type SQLWrapper, sql } from "drizzle-orm";
import type { ExportToVoid } from "#app/domain/exports/exports.ts";
import { jsonObject } from "#db/list/clauses.ts";
import { billItems, exports } from "#db/schema.ts";
import { statements } from "#db/statements.ts";
import type { Change } from "#db/write/change.ts";
import type { By } from "#db/write/records.ts";
import { type FoundChange, undo } from "#db/write/undo.ts";
import { obstacleOf } from "#db/write/undo-guards.ts";
import { versionsOf } from "#db/write/versions.ts";
import { EXPORT_TIMEOUT_MS } from "./stored-exports.ts";

/*
 * Voids exports whose file was not imported (docs/product.md, 'Voiding an export'). The export keeps its lines, so that its file
 * can be downloaded, and its invoice numbers, which no other export gets: the next invoice number stays as it is.
 */

const billsOf = (id: SQLWrapper) => sql`from ${billItems} where export_id = ${id}`;

const obstacle = obstacleOf("exports", sql`${exports.voidedAt}`, sql`${exports.id}`);

/** The versions of the bills of the export, which the dialog has hashed. */
const versions = versionsOf(billsOf(exports.id), ["bill_items"]);

/** Selects an export with what voiding it does. */
export function findExportToVoid(id: string) {
  const columns: { [Name in keyof ExportToVoid]: SQLWrapper } = {
    id: exports.id,
    at: exports.at,
    actor: exports.actor,
    firstInvoice: exports.firstInvoice,
    invoiceCount: exports.invoiceCount,
    billCount: exports.billCount,
    total: exports.total,
    voidedAt: exports.voidedAt,
    voidedBy: exports.voidedBy,
    pending: sql`(select coalesce(sum(value), 0) ${billsOf(exports.id)})`,
    obstacle,
    versions,
  };
  return statements
    .select({
      past: jsonObject(columns).mapWith((json: string) => JSON.parse(json) as ExportToVoid),
    })
    .from(exports)
    .where(eq(exports.id, id));
}

/** An export that an admin voids, with the fingerprint that the dialog showed, and the versions that it was made of. */
export type VoidedExport = { idempotencyKey: string; id: string; fingerprint: string; versions: string };

/** Voids an export: the undo of it releases its bills. ConflictError if one of its bills changed, or if it cannot be voided. */
export function voidExport(
  { idempotencyKey, id, fingerprint, versions: read }: VoidedExport,
  found: FoundChange,
  by: By,
): Change | { problem: string } {
  const change = undo(found, by, { idempotencyKey, action: "void export" });
  if ("problem" in change) return change;
  return {
    ...change,
    payload: { exportId: id, fingerprint },
    timeoutMs: EXPORT_TIMEOUT_MS,
    preconditions: [
      ...(change.preconditions ?? []),
      sql`select ${versions} = ${read} from ${exports} where ${exports.id} = ${id}`,
    ],
  };
}
