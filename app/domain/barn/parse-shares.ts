import { type ParseResult, parsePercent } from "#app/domain/basics/parse.ts";
import { type Share, WHOLE } from "#app/domain/fields/shares.ts";

export const NO_SHARE = "Enter each owner's percent, such as 60 or 33.33.";
const NO_OWNER = "Choose a customer for each percent.";
export const OWNED_TWICE = "A customer can own only one share. Put the percents of the same customer together.";

/**
 * Parses the texts of `shareTexts`. Blank rows do not count. The shares must sum to 100 %, that of the responsible party included, which is
 * left out of the value.
 */
export function parseShares(text: string): ParseResult<Share[]> {
  const [own = "", ...others] = text.split("\n").map((each) => each.trim());
  const rows = others.flatMap((id, n) => (n % 2 === 0 ? [{ id, percent: others[n + 1] ?? "" }] : []));
  const entered = rows.filter(({ id, percent }) => id || percent);
  if (entered.length === 0) {
    const alone = own ? parsePercent(own) : { value: WHOLE };
    if ("problem" in alone) return { problem: NO_SHARE };
    return alone.value === WHOLE ? { value: [] } : { problem: sumProblem(own) };
  }
  if (entered.some(({ id }) => !id)) return { problem: NO_OWNER };
  const percents = [own, ...entered.map(({ percent }) => percent)].map((each) => parsePercent(each));
  const values = percents.flatMap((each) => ("value" in each && each.value > 0 ? [each.value] : []));
  if (values.length < percents.length) return { problem: NO_SHARE };
  if (new Set(entered.map(({ id }) => id)).size < entered.length) return { problem: OWNED_TWICE };
  const sum = values.reduce((one, other) => one + other, 0);
  if (sum !== WHOLE) return { problem: sumProblem(String(sum / 100)) };
  return { value: entered.map(({ id }, n) => ({ id, share: values[n + 1] ?? 0 })) };
}

const sumProblem = (sum: string) => `The shares sum to ${sum.replace(/\s*%$/, "")} %. They must sum to 100 %.`;
