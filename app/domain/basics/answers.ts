import type { Topic } from "./topics.ts";

/**
 * The status text of a 403 for a request without a valid session. Any other 403 is for a signed-in user who is no
 * admin.
 */
export const SIGNED_OUT = "Signed out";

/** The answer to a form post that did not reach the server, or that failed because the database did not answer. */
export type Unreachable = { unreachable: true; problem: string };

/** A redirect as data: `from` is the address of the form's action, `to` the target. */
export type Redirected = { redirected: { from: string; to: string } };

/** What the answer to a change carries, so that the browser need not ask what it has changed (docs/architecture.md, 'The exact cache'). */
export type Written = {
  topics: readonly Topic[];
  /** The number of the last change that the data include. */
  number: number;
  /** The address of a screen, and the data of its loader after the change; absent if they could not be read. */
  at: string;
  data?: object;
};

/** The answer to a written change. `to` is the address that the page navigates to. */
export type WrittenAnswer = { written?: Written; to?: string };

/** The fields of a batch dialog. */
export type BatchFields = {
  idempotencyKey: string;
  /** SHA-256 of the rows that the dialog showed, in hex. */
  fingerprint: string;
  /** Ids of the ticked rows, among the rows that need an opt-in. */
  optedIn: string[];
};

/** The answer to a Confirm that wrote nothing, or whose outcome is unknown (docs/architecture.md, 'One batch'). */
export type BatchAnswer = {
  problem: string;
  /** The rows changed since the dialog loaded them, so the dialog reloads. */
  isChanged: boolean;
  /** The submitted payload. If the reload failed, Confirm resubmits it. */
  sent: BatchFields;
  /** The database does not answer, so the page must not revalidate. */
  unreachable: boolean;
};
