import { formatInNewYork } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { AMOUNT_FIELDS, IMPORT_TABLES, type ImportContent, type ImportTable } from "#app/domain/import/import-plan.ts";
import { counted, nounOf } from "#app/domain/import/import-texts.ts";
import type { StoredImport } from "#db/queries/import/imports.ts";
import type { FoundChange } from "#db/write/undo.ts";
import { describeCredits, linksToSkipped } from "./describe-draft.ts";

const PATHS: Record<ImportTable, string> = {
  ...{ customers: "/customers", horses: "/horses", services: "/services", grooms: "/grooms", shows: "/shows" },
  ...{ bill_items: "/billing", payroll: "/payroll" },
};

/** What has become of the records of an import: how many were saved again, by table, and its change, unless that was archived. */
type Since = { touched: Record<ImportTable, number> | undefined; change: FoundChange | undefined };

/** The texts of a finished import. */
export function describeDone(found: StoredImport, { touched, change }: Since) {
  const { sums, stored, added, replaced, credits, leftOut, admins, kept, skipped } = found.content as ImportContent;
  const changed = IMPORT_TABLES.filter((table) => touched?.[table]).map((table) =>
    counted(touched?.[table] ?? 0, nounOf(table)),
  );
  return {
    rows: IMPORT_TABLES.filter((table) => sums[table].count > 0 || kept?.[table]).map((table) => ({
      noun: nounOf(table),
      path: PATHS[table],
      count: stored[table].count.toLocaleString("en-US"),
      amount: AMOUNT_FIELDS[table].length > 0 ? formatDollars(stored[table].cents) : "",
      before: Math.max(0, sums[table].count - added[table]) + (kept?.[table] ?? 0),
      isSame: sums[table].count === stored[table].count && sums[table].cents === stored[table].cents,
    })),
    admins: admins.join(", "),
    leftOut,
    skipped: linksToSkipped(skipped),
    credits: describeCredits(credits),
    undone: found.undoneAt && `Undone ${formatInNewYork(new Date(found.undoneAt))} by ${found.undoneBy}.`,
    obstacle:
      replaced !== (change?.before.length ?? 0)
        ? "This import is too old to be undone."
        : changed.length > 0
          ? `This import cannot be undone. Edited, billed or exported since: ${changed.join(", ")}.`
          : null,
  };
}
