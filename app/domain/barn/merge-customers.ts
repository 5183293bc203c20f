import type { CustomerRow } from "#app/domain/records/customer.ts";

/* Two customers that become one (docs/product.md, 'Merging customers'). */

/** The fields of a customer that a merge brings together. */
type Merged = Pick<CustomerRow, "emails" | "phone" | "riders">;

/** Whose value the remaining customer has: its own, that of the customer who leaves, or both. */
export const EMAIL_CHOICES = ["both", "remaining", "leaving"] as const;
export const PHONE_CHOICES = ["remaining", "leaving"] as const;
export type MergeChoices = { emails: (typeof EMAIL_CHOICES)[number]; phone: (typeof PHONE_CHOICES)[number] };

/** What differs, so that a person chooses. An empty value is no choice: the other one holds. */
export const differing = (remaining: Merged, leaving: Merged) => ({
  emails: remaining.emails.length > 0 && leaving.emails.some((email) => !remaining.emails.includes(email)),
  phone: remaining.phone !== "" && leaving.phone !== "" && remaining.phone !== leaving.phone,
});

/**
 * The fields of the remaining customer. Riders are joined, also those that differ only in case: queued entries name them as they are
 * written.
 */
export function mergedFields(remaining: Merged, leaving: Merged, choices: MergeChoices): Merged {
  const { emails, phone } = differing(remaining, leaving);
  return {
    emails: emails ? chosenEmails(remaining, leaving, choices) : union(remaining.emails, leaving.emails),
    phone: (phone && choices.phone === "leaving" ? leaving.phone : remaining.phone) || leaving.phone,
    riders: union(remaining.riders, leaving.riders),
  };
}

const union = (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])];

function chosenEmails(remaining: Merged, leaving: Merged, choices: MergeChoices): string[] {
  if (choices.emails === "both") return union(remaining.emails, leaving.emails);
  return choices.emails === "leaving" ? leaving.emails : remaining.emails;
}
