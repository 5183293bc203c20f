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

/** Up to this many days have a link each. */
const MAX_DAYS = 10;

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
  const linkTo = (label: string, changed: readonly string[]) => ({
    label,
    params: paramsOf({ ...choice, toggled: toggle(charge, changed, choice.toggled) }),
  });
  const nameOf = (scope: string) => (scope.length > 7 ? dayAndMonth(scope) : "");
  const logged = loggedToo(charge, scopes);
  const days = taken.length > MAX_DAYS ? taken.filter((day) => logged.includes(day) || day === taken.at(-1)) : taken;
  const text = [
    charge.service,
    ...(left.length > 0 ? [left.map(nameOf).filter(Boolean).join(", ")] : []),
    ...(left.length > 0 ? ["not billed"] : []),
    ...describePrice(charge, horse, choice),
  ];
  return {
    text: text.filter(Boolean).join(" "),
    links: [
      ...(scopes.length > 1 ? days.map((day) => linkTo(`Without ${nameOf(day)}`, [day])) : []),
      ...(taken.length > 0 ? [linkTo("Don’t bill", taken)] : []),
      ...(left.length > 0 ? [linkTo("Bill all", left)] : []),
    ],
  };
}

/** The marks of the dialog, with those of a charge reversed. */
function toggle({ id }: StandingCharge, scopes: readonly string[], toggled: readonly string[] = []): string[] {
  const changed = scopes.map((scope) => `${id}~${scope}`);
  return [...toggled.filter((mark) => !changed.includes(mark)), ...changed.filter((mark) => !toggled.includes(mark))];
}

/** '· $130.00 since 11/12/2026', if the price changed within the month. */
function describePrice(charge: StandingCharge, horse: HorseToBill, { month }: DialogChoice): string[] {
  const [last, since] = [priceOn(charge, lastDayOf(month)), lastPriceSince(charge, month)];
  const isChanged = priceIn(charge, month, horse) !== last && since > firstDayOf(month);
  return isChanged ? [`· ${formatDollars(last)} since ${formatUsDate(since)}`] : [];
}
