import type { Rows } from "./rows.ts";

export type PageFields = Record<string, string>;

export type NewBill = {
  id: string;
  horseId: string;
  customerId: string | null;
  serviceId: string;
  date: string;
  quantity: number;
  value: number;
  location: "florida" | "long-island";
  comments: string;
};

const inserted = ["id", "horse_id", "customer_id", "service_id", "date", "quantity", "value", "location", "comments"];

/** Inserts bills in the order of the array. */
export async function addBills(barn: { rows: Rows }, bills: NewBill[]): Promise<void> {
  const fields = ["id", "horseId", "customerId", "serviceId", "date", "quantity", "value", "location", "comments"];
  await barn.rows(
    `insert into bill_items (${inserted}, created_at) select ${fields.map((name) => `value ->> '${name}'`)}, '2026-01-01' from json_each(?)`,
    [JSON.stringify(bills)],
  );
}

/** Returns the hidden fields of the export dialog, and its preselected choices. */
export function preselectedFieldsOf(page: string): PageFields {
  // The list behind the dialog has forms, too.
  const dialog = page.slice(page.lastIndexOf("<dialog"));
  const inputs = dialog.match(/<input [^>]*name="(idempotencyKey|fingerprint|amounts|dates)"[^>]*>/g) ?? [];
  const sent = inputs.filter((input) => !input.includes('type="radio"') || input.includes('checked=""'));
  return Object.fromEntries(
    sent.map((input) => [input.match(/name="(\w+)"/)?.[1] ?? "", input.match(/ value="([^"]*)"/)?.[1] ?? ""]),
  );
}

/** The same, with a choice where the dialog preselects none. */
export function exportFieldsOf(page: string): PageFields {
  const fields = preselectedFieldsOf(page);
  return fields.idempotencyKey ? { amounts: "quantity-x-value", dates: "line", ...fields } : fields;
}

/** Returns the text of a page without markup. */
export const textOf = (page: string): string =>
  page
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<!--.*?-->|<wbr\/?>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");
