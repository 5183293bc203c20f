import { formatInNewYork } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { AMOUNT_FIELDS, IMPORT_TABLES, type ImportContent, type ImportTable } from "#app/domain/import/import-plan.ts";
import { counted, nounOf } from "#app/domain/import/import-texts.ts";
import { isSettingUp, type SetUp } from "#app/domain/overview/set-up.ts";
import type { ImportedNames, StoredImport } from "#db/queries/import/imports.ts";
import type { FoundChange } from "#db/write/undo.ts";
import { describeCredits, describeGroup, linksToSkipped } from "./describe-problems.ts";

const PATHS: Record<ImportTable, string> = {
  ...{ customers: "/customers", horses: "/horses", services: "/services", grooms: "/grooms", shows: "/shows" },
  ...{ standing_charges: "/services/standing", bill_items: "/billing", payroll: "/payroll" },
};

/** What the database has of a finished import: how many of its records were saved again since, and their names if they are few, by table. */
type Since = {
  touched: Record<ImportTable, number> | undefined;
  names: ImportedNames | undefined;
  setUp: SetUp | undefined;
  /** The change of the import, unless it was archived. */
  change: FoundChange | undefined;
};

/** The texts of a finished import. */
export function describeDone(found: StoredImport, { touched, names, setUp, change }: Since) {
  const content = found.content as ImportContent;
  const { sums, stored, added, replaced, credits, leftOut, admins, kept, skipped, problems = [] } = content;
  const changed = IMPORT_TABLES.filter((table) => touched?.[table]).map((table) =>
    counted(touched?.[table] ?? 0, nounOf(table)),
  );
  return {
    // Imports of earlier versions have no standing charges.
    rows: IMPORT_TABLES.filter((table) => table in sums && (sums[table].count > 0 || kept?.[table])).map((table) => ({
      title: counted(stored[table].count, nounOf(table)),
      path: PATHS[table],
      records: names?.[table] ?? [],
      amount: AMOUNT_FIELDS[table].length > 0 ? formatDollars(stored[table].cents) : "",
      before: Math.max(0, sums[table].count - added[table]) + (kept?.[table] ?? 0),
      isSame: sums[table].count === stored[table].count && sums[table].cents === stored[table].cents,
    })),
    admins: admins.join(", "),
    leftOut: leftOut > 0 ? `Skipped: ${counted(leftOut, "records")}` : "",
    groups: problems.map((group) => describeGroup({ ...group, options: [], isRefused: false })),
    skipped: linksToSkipped(skipped),
    credits: describeCredits(credits),
    next: setUp && isSettingUp(setUp) ? "Back to set-up" : "Overview",
    undone: found.undoneAt && `Undone ${formatInNewYork(new Date(found.undoneAt))} by ${found.undoneBy}.`,
    obstacle:
      replaced !== (change?.before.length ?? 0)
        ? "This import is too old to be undone."
        : changed.length > 0
          ? `This import cannot be undone. Edited, billed or exported since: ${changed.join(", ")}.`
          : null,
  };
}
