import { formatUsDate, isLocalDate, mondayOf } from "#app/domain/basics/calendar.ts";
import { CHECKS, type Check } from "#app/domain/exports/checks.ts";

/* Dismissals: an admin says that a finding needs no action (docs/product.md, 'Dismissals'). */

/** The board of a horse for a month, a standing charge for a day or a month, the salary of a groom for a week, or what a check found. */
export type FindingKind = "board" | "standing" | "salary" | Check;
/** A finding, the first steps of a barn, the question whether an export was imported, or whether a bill is the boarding of a month. */
export type DismissalKind = FindingKind | "setup" | "imported" | "counted";

export type Dismissible = {
  kind: DismissalKind;
  recordId: string;
  /** What the dismissal covers: the month, what the check saw, or the Mondays with commas between them. */
  scope: string;
  name: string;
};

/** The texts for a dismissal in Activity, on its button and in its notice. */
type Words = { action: string; button: string; done: string };

const WORDS: { [kind in Exclude<DismissalKind, Check>]: Words } = {
  board: { action: "mark boarding not to bill", button: "Don't bill", done: "Won't bill" },
  standing: { action: "mark charge not to bill", button: "Don't bill", done: "Won't bill" },
  salary: { action: "mark salary not to pay", button: "Don't pay", done: "Won't pay" },
  setup: { action: "mark steps dismissed", button: "Dismiss", done: "Dismissed" },
  counted: { action: "mark boarding counted", button: "Count for its month", done: "Counted as the month's boarding" },
  imported: { action: "mark imported", button: "Yes", done: "Marked imported" },
};
const FINE: Words = { action: "mark OK", button: "It's OK", done: "Marked OK" };

const isCheck = (text: string): text is Check => CHECKS.some((check) => check === text);

export const isDismissalKind = (text: string): text is DismissalKind => isCheck(text) || Object.hasOwn(WORDS, text);

export const wordsOf = (kind: DismissalKind): Words => (isCheck(kind) ? FINE : WORDS[kind]);

/** How many weeks can be dismissed together. */
export const MAX_SCOPES = 60;

/** Whether a form can dismiss these: each week of a salary is a Monday, anything else is dismissed by itself. */
export function areScopes(kind: DismissalKind, scopes: readonly string[]): boolean {
  if (kind !== "salary") return scopes.length === 1 && scopes.every((scope) => /^[\w .:/-]{0,200}$/.test(scope));
  const isMonday = (scope: string) => isLocalDate(scope) && mondayOf(scope) === scope;
  return scopes.length <= MAX_SCOPES && new Set(scopes).size === scopes.length && scopes.every(isMonday);
}

/** 'Ana, week of 09/28/2026': the weeks of a salary are dismissed under the name of the groom. */
export const nameOfDismissed = (kind: DismissalKind, name: string, scope: string) =>
  kind === "salary" ? `${name}, week of ${formatUsDate(scope)}` : name;

/** 'Marked OK: Clipping for Bella, 11/01/2026.' */
export const describeDismissal = ({ kind, name }: { kind: DismissalKind; name: string }) =>
  `${wordsOf(kind).done}: ${name}.`;
