import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { type FoundBoard, MOST_HORSES } from "#app/domain/boarding/unbilled-board.ts";
import type { BillCheck, FoundRows } from "#app/domain/exports/checks.ts";
import { MAX_CHECKED } from "#app/domain/exports/judge-bills.ts";
import type { BillFindings } from "#app/domain/exports/sum-findings.ts";
import { describeBills, describeChecks, describeSum } from "../bill-findings.ts";
import { describeFindings, type RecordFindings } from "../findings.ts";

type AllFound = { bills: BillFindings; board: FoundRows<FoundBoard> & { isCut: boolean }; records: RecordFindings };

/** `only` is the check of bills to show, `all` the check whose rows are all shown. */
type Asked = { only: BillCheck | null; all: string; today: LocalDate };

/** The findings as the page shows them. */
export function describeFound({ bills, board, records }: AllFound, { only, all, today }: Asked) {
  const { checked, total } = bills;
  const checks = describeChecks(bills);
  const findings = describeFindings(bills, board, records, all);
  const summary =
    checked > MAX_CHECKED
      ? `Checked ${MAX_CHECKED.toLocaleString("en-US")} of the pending bills.`
      : `Checked ${pluralize(checked, "pending bill")} and all current records.`;
  return {
    summary: board.isCut ? `${summary} Board was checked for ${MOST_HORSES} only.` : summary,
    bills: {
      title: describeSum(total),
      count: total.count,
      checks: checks.filter(({ count, id }) => count > 0 || id === only),
      only: checks.find(({ id }) => id === only) ?? null,
      customers: describeBills(bills, today),
    },
    findings: findings.filter(({ count }) => count > 0),
    passed: [...checks, ...findings].filter(({ count }) => count === 0).map(({ title }) => title),
  };
}
