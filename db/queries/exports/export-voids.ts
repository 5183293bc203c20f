import { eq, type SQLWrapper, sql } from "drizzle-orm";
import { IMPORTED_EXPORT } from "#app/domain/bills/imported.ts";
import type { ExportToVoid } from "#app/domain/exports/exports.ts";
import type { TakeBack } from "#db/queries/bills/take-backs.ts";
import { billItems, exportLines, exports } from "#db/schema.ts";
import { statements } from "#db/statements.ts";
import type { Change } from "#db/write/change.ts";
import type { By } from "#db/write/records.ts";
import { EXPORT_TIMEOUT_MS } from "./stored-exports.ts";

/*
 * Voids exports whose file was not imported (docs/product.md, 'Voiding an export'). The export keeps its lines, so that its file
 * can be downloaded, and its invoice numbers, which no other export gets: the next invoice number stays as it is.
 */

const billsOf = (id: SQLWrapper) => sql`from ${billItems} where export_id = ${id}`;

/** The number of bills of an export with a correction, which shows that the file was imported. */
const correctedBills = (id: SQLWrapper) => sql`(select count(corrected_at) ${billsOf(id)})`;

const obstacle = sql`case when ${exports.id} = ${IMPORTED_EXPORT} then 'imported' when ${exports.voidedAt} is not null then 'voided' when ${correctedBills(exports.id)} > 0 then 'corrected' end`;

/** Numbers that change whenever a bill of the export is added, removed or changed. */
const fingerprint = sql`(select count(*) || '.' || coalesce(sum(seq), 0) || '.' || coalesce(sum(seq * seq % 1000003), 0) || '.' || coalesce(sum(value), 0) || '.' || coalesce(sum(version), 0) ${billsOf(exports.id)})`;

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
    corrected: correctedBills(exports.id),
    obstacle,
    fingerprint,
  };
  const pairs = Object.entries<SQLWrapper>(columns).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`);
  return statements
    .select({
      past: sql`json_object(${sql.join(pairs, sql`, `)})`.mapWith((json: string) => JSON.parse(json) as ExportToVoid),
    })
    .from(exports)
    .where(eq(exports.id, id));
}

/** Voids an export: its bills are pending again. ConflictError if it is voided, or one of its bills changed or was corrected. */
export function voidExport({ idempotencyKey, id, fingerprint: confirmed }: TakeBack, _: ExportToVoid, by: By): Change {
  const { actor, at } = by;
  return {
    ...by,
    idempotencyKey,
    action: "void export",
    timeoutMs: EXPORT_TIMEOUT_MS,
    payload: { exportId: id, fingerprint: confirmed },
    audited: [{ table: exports, ids: [id] }],
    preconditions: [
      sql`select (${obstacle}) is null and ${fingerprint} = ${confirmed} from ${exports} where ${exports.id} = ${id}`,
    ],
    mutations: [
      {
        sql: sql`update ${exports} set voided_at = ${at.toISOString()}, voided_by = ${actor} where id = ${id} and voided_at is null`,
        expectRows: 1,
      },
      // The bills get another export later, and a bill has one line that is not voided.
      { sql: sql`update ${exportLines} set is_voided = 1 where export_id = ${id}`, expectRows: "any" },
      { sql: sql`update ${billItems} set export_id = null where export_id = ${id}`, expectRows: "any" },
    ],
  };
}
