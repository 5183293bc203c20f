import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { firstDayOf, lastDayOf } from "#app/domain/basics/months.ts";
import { dayAndMonth } from "#app/domain/boarding/board-parts.ts";
import type { BoardingLine } from "#app/domain/boarding/boarding.ts";
import type { BillingState, Board } from "#app/domain/boarding/boarding-month.ts";
import {
  isLeftOut,
  lastPriceSince,
  priceIn,
  priceOn,
  type StandingCharge,
  scopesIn,
  standingInWords,
} from "#app/domain/boarding/standing-charges.ts";
import type { BatchChoice } from "#app/ui/dialog/batch-dialog.tsx";
import type { HorseToBill } from "#db/queries/bills/billing-runs.ts";
import { type DialogChoice, paramsOf } from "./horses-billing.ts";

/* The texts of the dialog 'Bill N Horses' about standing charges, with links that leave out what did not take place. */

/** A line of a board: 'Boarding $2,900.00', or that of a standing charge. */
export const boardLineText = (line: BoardingLine, names: ReadonlyMap<string, string>) =>
  line.standing ? standingInWords(line) : `${names.get(line.serviceId) ?? line.serviceId} ${formatDollars(line.value)}`;

/** The days of a charge that are billed, and on which its service was logged, too. */
const loggedToo = (charge: StandingCharge, scopes: readonly string[]) =>
  charge.logged.filter((day) => (charge.weekdays.length === 0 || scopes.includes(day)) && !isLeftOut(charge, day));

/** 'Private lesson also logged 11/10': the marks of a horse whose entries may be billed twice. */
export function loggedMarks(
  { standing = [] }: HorseToBill,
  board: Board,
  state: BillingState,
  { month }: DialogChoice,
) {
  const lines = state.kind === "billed" ? standing : [];
  return lines.flatMap((charge) => {
    const days = loggedToo(charge, scopesIn(charge, month, board.parts));
    const isBilled = charge.weekdays.length > 0 || !isLeftOut(charge, month);
    return days.length > 0 && isBilled ? [`${charge.service} also logged ${days.map(dayAndMonth).join(", ")}`] : [];
  });
}

/** What of the standing charges of a horse is left out, with links to change it; none for those that have bills already. */
export function standingChoices(horse: HorseToBill, board: Board, choice: DialogChoice): BatchChoice[] {
  const billed = new Set(board.billed.map(({ standingId }) => standingId));
  return (horse.standing ?? []).flatMap((charge) => {
    const scopes = scopesIn(charge, choice.month, board.parts);
    const isDue = charge.from <= lastDayOf(choice.month) && (charge.until ?? "9") >= `${choice.month}-01`;
    return billed.has(charge.id) || scopes.length === 0 || !isDue ? [] : [choiceOf(charge, scopes, horse, choice)];
  });
}

function choiceOf(charge: StandingCharge, scopes: string[], horse: HorseToBill, choice: DialogChoice): BatchChoice {
  const left = scopes.filter((scope) => isLeftOut(charge, scope));
  const taken = scopes.filter((scope) => !left.includes(scope));
  const linkTo = (name: string, changed: readonly string[], label = name) => ({
    ...{ name, label },
    params: paramsOf({ ...choice, toggled: toggle(charge, changed, choice.toggled) }),
  });
  const nameOf = (scope: string) => (scope.length > 7 ? dayAndMonth(scope) : "");
  const text = [
    charge.service,
    ...(left.length > 0 ? [left.map(nameOf).filter(Boolean).join(", ")] : []),
    ...(left.length > 0 ? ["not billed"] : []),
    ...describePrice(charge, horse, choice),
  ];
  return {
    text: text.filter(Boolean).join(" "),
    links: [
      ...(scopes.length > 1
        ? taken.map((day, n) => linkTo(`Without ${nameOf(day)}`, [day], n > 0 ? nameOf(day) : undefined))
        : []),
      ...(taken.length > 0 ? [linkTo("Don’t bill", taken)] : []),
      ...(left.length > 0 ? [linkTo(left.length > 1 ? "Bill all" : "Bill it", left)] : []),
    ],
  };
}

/** The marks of the dialog, with those of a charge reversed. */
function toggle({ seq }: StandingCharge, scopes: readonly string[], toggled: DialogChoice["toggled"] = {}) {
  const marked = toggled[seq] ?? [];
  const others = marked.filter((scope) => !scopes.includes(scope));
  return { ...toggled, [seq]: [...others, ...scopes.filter((scope) => !marked.includes(scope))] };
}

/** '· $130.00 since 11/12/2026', if the price changed within the month. */
function describePrice(charge: StandingCharge, horse: HorseToBill, { month }: DialogChoice): string[] {
  const [last, since] = [priceOn(charge, lastDayOf(month)), lastPriceSince(charge, month)];
  const isChanged = priceIn(charge, month, horse) !== last && since > firstDayOf(month);
  return isChanged ? [`· ${formatDollars(last)} since ${formatUsDate(since)}`] : [];
}
