import type { WhichLinks } from "#app/domain/statements/shared-statement.ts";

/** Which links an address of the page of working links asks for, and which page of them, from 1. */
export function linksAt({ url }: Request): { which: WhichLinks; page: number } {
  const { searchParams } = new URL(url);
  const page = Number(searchParams.get("page") ?? 1);
  return {
    which: { customerId: searchParams.get("customer") || null, actor: searchParams.get("by") || null },
    page: Number.isInteger(page) && page > 0 && page < 10_000 ? page : 1,
  };
}
