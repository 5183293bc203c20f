import type { WhichLinks } from "#app/domain/statements/shared-statement.ts";

/** Parses the filter and the page number, from 1, in the address of the page of active links. */
export function linksAt({ url }: Request): { which: WhichLinks; page: number } {
  const { searchParams } = new URL(url);
  const page = Number(searchParams.get("page") ?? 1);
  return {
    which: { customerId: searchParams.get("customer") || null, actor: searchParams.get("by") || null },
    page: Number.isInteger(page) && page > 0 && page < 10_000 ? page : 1,
  };
}
