import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { isBrowsed } from "#app/domain/fields/list-state.ts";
import { revalidateAfterCommand } from "#app/records/client-actions.ts";

/** A short list stays as it is while the browser searches, sorts and turns its pages (docs/architecture.md, 'One list'). */
export function revalidateShortList(step: ShouldRevalidateFunctionArgs): boolean {
  const { formMethod = "GET", currentUrl, nextUrl } = step;
  const isBrowsing = formMethod === "GET" && isBrowsed(currentUrl.searchParams, nextUrl.searchParams);
  return !isBrowsing && revalidateAfterCommand(step);
}
