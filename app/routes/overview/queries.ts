import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { unbilledHorses } from "#db/queries/boarding/unbilled-horses.ts";
import { lastBackups } from "#db/queries/overview/finished-backups.ts";
import {
  activeGrooms,
  billedKinds,
  exportsToImport,
  horseFigures,
  lastChanges,
  loggedServices,
  openTotals,
  pastShows,
  payrollByDate,
  payrollByPayment,
  pendingForChecks,
  topCustomers,
} from "#db/queries/overview/overview-totals.ts";
import { setUp } from "#db/queries/overview/set-up-state.ts";
import { payrollDue, payrollState, waitingGrooms } from "#db/queries/payroll/payroll-runs.ts";
import { lateEntries } from "#db/queries/statements/late-entries.ts";
import { unsentStatements } from "#db/queries/statements/mailings.ts";
import { questionsToAnswer } from "#db/queries/statements/statement-questions.ts";
import { readBatch } from "#db/write/batch.ts";
import { EXPORT_DAYS } from "./situation.ts";

const DAY_MS = 86_400_000;

/** The selects of the Overview, sent as one database request. */
export const overviewQueries = (today: LocalDate, now: Date, isBilledFor = false) =>
  [
    openTotals(),
    payrollByPayment(today),
    pendingForChecks(),
    topCustomers(),
    horseFigures(today),
    unbilledHorses(today),
    activeGrooms(today),
    pastShows(today),
    exportsToImport(new Date(now.getTime() - EXPORT_DAYS * DAY_MS).toISOString()),
    payrollState(),
    lastBackups(),
    billedKinds(today, isBilledFor),
    loggedServices(today),
    payrollByDate(today),
    readBatch(waitingGrooms(today)),
    lastChanges(),
    setUp(),
    questionsToAnswer(),
    readBatch(payrollDue(today)),
    lateEntries(today),
    unsentStatements(now),
  ] as const;

type RowsOf<Queries extends readonly unknown[]> = {
  -readonly [Place in keyof Queries]: Queries[Place] extends { _: { result: infer Rows } } ? Rows : never;
};
export type OverviewRows = RowsOf<ReturnType<typeof overviewQueries>>;
