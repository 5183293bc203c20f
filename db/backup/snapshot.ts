import { createClient, type Row, type Transaction } from "@libsql/client/http";

export type SnapshotAddress = { url: string; authToken?: string | undefined };

/** How long one request may take, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** Reads a database as it was at the first statement, in one transaction. */
export class Snapshot {
  readonly #client: ReturnType<typeof createClient>;
  #transaction: Transaction | undefined;

  constructor({ url, authToken }: SnapshotAddress) {
    this.#client = createClient({ url, ...(authToken && { authToken }), fetch: send });
  }

  /**
   * Returns the rows of each statement, in one request.
   * @throws the error of the database
   */
  async read(statements: string[]): Promise<Row[][]> {
    this.#transaction ??= await this.#client.transaction("read");
    return (await this.#transaction.batch(statements)).map(({ rows }) => rows);
  }

  /** Ends the transaction. If the database does not answer, it ends the transaction by itself. */
  close(): void {
    this.#transaction?.close();
    this.#client.close();
  }
}

function send(request: Request): Promise<Response> {
  // sqld compresses in pieces of 400 bytes: to read them takes ten times the processor time.
  request.headers.set("Accept-Encoding", "identity");
  return fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS) });
}
