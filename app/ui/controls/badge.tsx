import type { ReactNode } from "react";

type BadgeColor =
  | "red"
  | "orange"
  | "amber"
  | "yellow"
  | "lime"
  | "green"
  | "emerald"
  | "teal"
  | "cyan"
  | "sky"
  | "blue"
  | "indigo"
  | "violet"
  | "purple"
  | "fuchsia"
  | "pink"
  | "zinc";

/** A word on a coloured background. The colour carries no information that the word does not. */
export function Badge({ color = "zinc", children }: { color?: BadgeColor; children: ReactNode }) {
  return <span className={`badge badge-${color}`}>{children}</span>;
}

const STATES = {
  Pending: "zinc",
  Exported: "green",
  Voided: "zinc",
  Corrected: "amber",
  Overdue: "red",
  "Due today": "amber",
  Paid: "green",
  Unbilled: "blue",
  Billed: "green",
  "In the future": "sky",
  Deleted: "zinc",
  Undone: "zinc",
  Imported: "green",
  Draft: "blue",
  "Not shared": "zinc",
  "No e-mail address": "amber",
  "Changed since": "amber",
  "Updated since opened": "sky",
  Opened: "green",
  Refused: "red",
  "Not confirmed": "amber",
  "Sent by hand": "teal",
  Sending: "blue",
  Sent: "teal",
  Shared: "sky",
} as const satisfies Record<string, BadgeColor>;

export type State = keyof typeof STATES;

/** The state of a record. Each state has one colour on all screens. */
export const StateBadge = ({ state }: { state: State }) => (
  <Badge color={STATES[state]}>{state === "Voided" ? <s>{state}</s> : state}</Badge>
);
