/** What a write can change, in the words of the screens; what shows a topic follows it. */
export const TOPICS = [
  "admins",
  "bills",
  "customers",
  "exports",
  "grooms",
  "horses",
  "payroll",
  "services",
  "settings",
  "shows",
] as const;

export type Topic = (typeof TOPICS)[number];

/** The number of the last change of each topic: changes are numbered as they are made, whoever makes them. */
export type ChangeNumbers = { [topic in Topic]?: number };
