/** The answer to a form that did not reach the server, or whose database did not answer. */
export type Unreachable = { unreachable: true; problem: string };

/** A redirect as data: the address that the form was sent to, and the one that the server answers with. */
export type Redirected = { redirected: { from: string; to: string } };

/** The fields of a batch dialog. */
export type BatchFields = {
  idempotencyKey: string;
  /** SHA-256 of the rows that the dialog showed. */
  fingerprint: string;
  /** Ids of the rows that need an opt-in and are ticked. */
  optedIn: string[];
};

/** The answer to a Confirm that wrote nothing, or whose outcome is unknown. */
export type BatchAnswer = {
  problem: string;
  /** The rows changed: the dialog loads and shows them again. */
  isChanged: boolean;
  /** What was sent. If the reload failed, Confirm resubmits it. */
  sent: BatchFields;
  /** The database does not answer, so the page must not revalidate. */
  unreachable: boolean;
};
