import { HORSE_AMOUNTS } from "#app/domain/boarding/monthly-charges.ts";
import type { Rows } from "./rows.ts";

/** Returns the hidden fields of the dialog on a page: its idempotencyKey, the version, base or fingerprint that it has read, and what it confirms. */
export function hiddenFieldsOf(page: string): Record<string, string> {
  const inputs =
    page.match(/<input type="hidden" name="(idempotencyKey|version|base|fingerprint|confirmed)" value="[^"]*"/g) ?? [];
  return Object.fromEntries(
    inputs.map((input) => {
      const [, name = "", value = ""] = input.match(/name="(\w+)" value="([^"]*)"/) ?? [];
      return [name, value.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&")];
    }),
  );
}

/** Returns the number of recorded changes. */
export async function countActivity(barn: { rows: Rows }): Promise<number> {
  const [row] = await barn.rows("select count(*) as n from activity");
  return Number(row?.n);
}

/** The list that the answer to a dialog leads to, without the notice of what was saved. */
export function listAfter(response: Response | undefined): string | undefined {
  return response?.headers
    .get("Location")
    ?.replace(/([?&])done=[^&]*&?/, "$1")
    .replace(/[?&]$/, "");
}

/** The fields of a horse's form that are amounts, in dollars. */
export const amountFields = (amount: () => string): Record<string, string> =>
  Object.fromEntries(HORSE_AMOUNTS.map((field) => [field, amount()]));

/** The key of the change that the answer to a form names as just done; '' if it names none. */
export const doneIn = (response: Response): string =>
  new URL(response.headers.get("Location") ?? "", response.url).searchParams.get("done") ?? "";
