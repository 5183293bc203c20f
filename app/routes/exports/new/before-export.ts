import { withVerb } from "#app/domain/basics/pluralize.ts";
import { BILL_CHECKS, type BillCheck, type Check, checkNames, type NameCheck } from "#app/domain/exports/checks.ts";
import { UNKNOWN } from "#app/domain/exports/invoices.ts";
import { OLD_DAYS } from "#app/domain/exports/judge-bills.ts";
import type { BillFindings } from "#app/domain/exports/sum-findings.ts";

/** The findings about these bills that the export dialog warns of, in sentences, each with its check. */
export function describeBeforeExport({
  counts,
  names,
  fine,
}: Pick<BillFindings, "counts" | "names" | "fine">): { check: Check; text: string }[] {
  const ofNames = checkNames(names, fine);
  const used = (check: NameCheck) => ofNames[check].filter((group) => group.some(({ isUsed }) => isUsed)).length;
  const ofBills: { [check in BillCheck]: [one: string, many: string] } = {
    duplicates: ["bill may be a duplicate", "bills may be duplicates"],
    boardTwice: ["monthly bill repeats another", "monthly bills repeat others"],
    notOwner: ["bill goes to a former owner", "bills go to former owners"],
    unknown: [
      `bill has no customer and is exported as “${UNKNOWN}”`,
      `bills have no customer and are exported as “${UNKNOWN}”`,
    ],
    offPrice: ["bill is not its price × quantity", "bills are not their price × quantity"],
    mistyped: ["price may be mistyped", "prices may be mistyped"],
    farAbove: ["bill is unusually high", "bills are unusually high"],
    notHere: ["bill is for a day when the horse was away", "bills are for days when the horses were away"],
    zero: ["bill has an amount of $0.00", "bills have an amount of $0.00"],
    future: ["bill is dated in the future", "bills are dated in the future"],
    old: [`bill is more than ${OLD_DAYS} days old`, `bills are more than ${OLD_DAYS} days old`],
  };
  const sentences: [check: Check, count: number, one: string, many: string][] = [
    ...BILL_CHECKS.map((check): [Check, number, string, string] => [check, counts[check], ...ofBills[check]]),
    ["refusedNames", used("refusedNames"), "name is refused by QuickBooks", "names are refused by QuickBooks"],
    [
      "mergedNames",
      used("mergedNames"),
      "group of names QuickBooks will merge",
      "groups of names QuickBooks will merge",
    ],
  ];
  return sentences
    .filter(([, count]) => count > 0)
    .map(([check, ...counted]) => ({ check, text: `${withVerb(...counted)}.` }));
}
