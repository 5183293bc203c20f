/** The kinds of data that a write can change. A screen reloads when one of its topics changes (docs/architecture.md, 'One live update'). */
export const TOPICS = [
  "admins",
  "bills",
  "corrections",
  "customers",
  "dismissals",
  "exports",
  "grooms",
  "horses",
  "payroll",
  "services",
  "settings",
  "shows",
  "standing",
  "statements",
] as const;

export type Topic = (typeof TOPICS)[number];

/** The number of the last change of each topic. Change numbers rise in the order of the writes. */
export type ChangeNumbers = { [topic in Topic]?: number };
