/** The messages for users of the CHECK constraints that a form can violate, by the name of the constraint. */
export const CHECK_MESSAGES = {
  horses_stay: "The check-out date cannot be before the check-in date.",
  horses_responsible: "A horse with several owners needs a responsible party.",
  standing_charges_days: "Until cannot be before From.",
  standing_charges_weekdays: "Tick the weekdays, or choose Monthly and no weekday.",
  grooms_employment: "The end date cannot be before the start date.",
} as const;

/** The messages of the unique indexes, by their columns as SQLite lists them. */
const UNIQUE_MESSAGES: [columns: string, message: string][] = [
  ["payroll.groom_id", "This groom has a weekly salary for that week already."],
];

/** Returns the message for users of the constraint that a write violated, or null if the error has another cause. */
export function messageOfConstraint(error: unknown): string | null {
  const text = error instanceof Error ? error.message : "";
  const unique = UNIQUE_MESSAGES.find(([columns]) => text.includes(`UNIQUE constraint failed: ${columns}`));
  if (unique) return unique[1];
  const [, check] = text.match(/CHECK constraint failed: (\w+)/) ?? [];
  if (!check) return null;
  const message = Object.entries<string>(CHECK_MESSAGES).find(([name]) => name === check)?.[1];
  return message ?? "This value does not fit the rest of the record, so it is not saved.";
}
