/** A change that a virtual user sends, by its idempotency key; amounts in cents. */
export type Write =
  | { kind: "bill"; key: string; quantity: number; value: number; groomId: string | null }
  | { kind: "payroll item"; key: string; groomId: string; value: number }
  | { kind: "customer"; key: string; name: string }
  | { kind: "rename"; key: string; customerId: string; name: string; version: number };

/** 'unknown': no answer came until the end, so that the change may have been written or not. */
export type Outcome = "acknowledged" | "refused" | "unknown";

/** What the virtual users know of the database: the audit compares the two. */
export type Ledger = {
  [outcome in Outcome]: Write[];
} & {
  /** How often each status was answered; 0 is no answer. */
  statuses: Map<number, number>;
  /** The time until each answer, in milliseconds. */
  times: number[];
};

export function newLedger(): Ledger {
  return { acknowledged: [], refused: [], unknown: [], statuses: new Map(), times: [] };
}
