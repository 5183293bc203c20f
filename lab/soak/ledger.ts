/** A change that a virtual user sends, by its idempotency key; amounts in cents. */
export type Write =
  | { kind: "bill"; key: string; quantity: number; value: number; groomId: string | null }
  | { kind: "payroll item"; key: string; groomId: string; value: number }
  | { kind: "customer"; key: string; name: string }
  | { kind: "rename"; key: string; customerId: string; name: string; version: number }
  | { kind: "horse"; key: string; name: string }
  | { kind: "show"; key: string; quantity: number }
  | { kind: "show restored"; key: string; showId: string }
  | LedgerCommand
  | Batch
  | { kind: "export"; key: string; bills: number; invoices: number; firstInvoice: number; total: number }
  | { kind: "marking"; key: string; date: string; paid: boolean }
  | Mending;

/**
 * A change that puts something right. `version` is that of the bill after it; the key of an Undo is `undo` and that of
 * the command.
 */
type Mending =
  | { kind: "bill edit"; key: string; billId: string; quantity: number; value: number; version: number }
  | { kind: "correction"; key: string; billId: string; value: number; version: number }
  | { kind: "voiding" | "restoring"; key: string; bills: string[] }
  | { kind: "export void"; key: string; exportId: string }
  | { kind: "payment"; key: string; items: number; total: number }
  | { kind: "payment undone"; key: string };

/**
 * A command on a row. The database does not know its key: each post that is accepted has an activity row of its own, with
 * `action` and `payload`, and leaves the show as `quantity` or `isDeleted` says.
 */
export type LedgerCommand = {
  kind: "row command";
  key: string;
  showId: string;
  action: "set quantity of show" | "delete show";
  payload: string;
  quantity?: number;
  isDeleted?: boolean;
  /** How often the user sent it until there was an answer. */
  posts: number;
};

export type Batch = ({ kind: "horses billed" } | { kind: "shows billed" } | { kind: "payroll run" }) & Shown;

/** What the dialog of a batch showed when the user confirmed it: how many records, the rows that it makes of them, and their sum. */
type Shown = {
  key: string;
  records: number;
  rows: number;
  total: number;
  /** The horses that the user ticked, although they were billed this month. */
  optedIn: string[];
};

/** 'unknown': no answer came until the end, so that the change may have been written or not. */
export type LedgerOutcome = "acknowledged" | "refused" | "unknown";

/** What the virtual users know of the database: the audit compares the two. */
export type Ledger = {
  [outcome in LedgerOutcome]: Write[];
} & {
  /** How often each status was answered; 0 is no answer. */
  statuses: Map<number, number>;
  /** The time until each answer, in milliseconds. */
  times: number[];
};

export function newLedger(): Ledger {
  return { acknowledged: [], refused: [], unknown: [], statuses: new Map(), times: [] };
}
