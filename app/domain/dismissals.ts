import { CHECKS, type Check } from "./checks.ts";

/* What an admin has said needs nothing (docs/product.md, 'Dismissals'). */

/** The board of a horse for a month, the salary of a groom for a week, or what a check found. */
export type DismissalKind = "board" | "salary" | Check;

export const isDismissalKind = (text: string): text is DismissalKind =>
  text === "board" || text === "salary" || CHECKS.some((check) => check === text);

/** What the activity says of a dismissal. */
export function dismissalAction(kind: DismissalKind): string {
  return kind === "board" || kind === "salary" ? `mark ${kind} not owed` : "mark fine";
}

/** 'Marked not owed: Bella, October 2026.' */
export const describeDismissal = ({ kind, name }: { kind: DismissalKind; name: string }) =>
  `Marked ${dismissalAction(kind).endsWith("owed") ? "not owed" : "fine"}: ${name}.`;

/** The address that a dismissal leads back to, if it is one of the pages that have the button; otherwise the first of them. */
export function pageBehindDismissal(back: string): string {
  return PAGES.some((path) => back === path || back.startsWith(`${path}?`)) ? back : PAGES[0];
}

const PAGES = ["/billing/check", "/overview", "/payroll"] as const;
