import { type ParseResult, parseDollars, parsePercent } from "#app/domain/basics/parse.ts";
import { type AmountPart, type Share, WHOLE } from "#app/domain/fields/shares.ts";

export const NO_SHARE = "Enter each owner's percent, such as 60 or 33.33.";
const NO_OWNER = "Choose a customer for each percent.";
export const OWNED_TWICE = "A customer can own only one share. Put the percents of the same customer together.";

const NO_HORSE = "Choose a horse for each part.";
export const HORSE_TWICE = "Choose each horse once.";
const SOME_PARTS = "Enter a part for each horse, or for none.";
/** The most horses that divide a cost. */
export const MAX_PARTS = 20;

/** The text of the first control of `shareControls`, and the rows of the others that are not blank. */
function rowsOf(text: string) {
  const [own = "", ...others] = text.split("\n").map((each) => each.trim());
  const rows = others.flatMap((id, n) => (n % 2 === 0 ? [{ id, amount: others[n + 1] ?? "" }] : []));
  return { own, entered: rows.filter(({ id, amount }) => id || amount) };
}

const isTwice = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id)).size < rows.length;

/** Parses the parts of horses: all of them are typed, or none. A horse alone has no parts. */
export function parseParts(text: string): ParseResult<AmountPart[]> {
  const { own, entered } = rowsOf(text);
  if (entered.some(({ id }) => !id) || (entered.length === 0 && own)) return { problem: NO_HORSE };
  if (entered.length >= MAX_PARTS) return { problem: `Choose at most ${MAX_PARTS} horses.` };
  if (isTwice(entered)) return { problem: HORSE_TWICE };
  const all = [{ id: "", amount: own }, ...entered];
  const typed = all.flatMap(({ id, amount }) => (amount ? [{ id, parsed: parseDollars(amount) }] : []));
  const parts: AmountPart[] = [];
  for (const { id, parsed } of typed) {
    if ("problem" in parsed) return parsed;
    parts.push({ id, value: parsed.value });
  }
  if (entered.length === 0) return { value: [] };
  if (parts.length === 0) return { value: all.map(({ id }) => ({ id, value: null })) };
  return parts.length < all.length ? { problem: SOME_PARTS } : { value: parts };
}

/**
 * Parses the texts of `shareTexts`. Blank rows do not count. The shares must sum to 100 %, that of the responsible party included, which is
 * left out of the value.
 */
export function parseShares(text: string): ParseResult<Share[]> {
  const { own, entered } = rowsOf(text);
  if (entered.length === 0) {
    const alone = own ? parsePercent(own) : { value: WHOLE };
    if ("problem" in alone) return { problem: NO_SHARE };
    return alone.value === WHOLE ? { value: [] } : { problem: sumProblem(own) };
  }
  if (entered.some(({ id }) => !id)) return { problem: NO_OWNER };
  const percents = [own, ...entered.map(({ amount }) => amount)].map((each) => parsePercent(each));
  const values = percents.flatMap((each) => ("value" in each && each.value > 0 ? [each.value] : []));
  if (values.length < percents.length) return { problem: NO_SHARE };
  if (isTwice(entered)) return { problem: OWNED_TWICE };
  const sum = values.reduce((one, other) => one + other, 0);
  if (sum !== WHOLE) return { problem: sumProblem(String(sum / 100)) };
  return { value: entered.map(({ id }, n) => ({ id, share: values[n + 1] ?? 0 })) };
}

const sumProblem = (sum: string) => `The shares sum to ${sum.replace(/\s*%$/, "")} %. They must sum to 100 %.`;
