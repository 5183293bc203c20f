import type { Barn } from "./barn.ts";

/** The fields that a page's dialog carries unseen: its idempotencyKey, and what it has read: a version, or a fingerprint. */
export function carried(page: string): Record<string, string> {
  const inputs = page.match(/<input type="hidden" name="(idempotencyKey|version|fingerprint)" value="[^"]*"/g) ?? [];
  return Object.fromEntries(
    inputs.map((input) => {
      const [, name = "", value = ""] = input.match(/name="(\w+)" value="([^"]*)"/) ?? [];
      return [name, value];
    }),
  );
}

/** How many changes the barn has on record. */
export async function countActivity(barn: Barn): Promise<number> {
  const [row] = await barn.rows("select count(*) as n from activity");
  return Number(row?.n);
}
