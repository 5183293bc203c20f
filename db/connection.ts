import { type Client, createClient, type InStatement, LibsqlError } from "@libsql/client/web";
import { is } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { drizzle } from "drizzle-orm/libsql/web";
import { SQLiteSelectBase } from "drizzle-orm/sqlite-core";
import type { Topic } from "#app/domain/screens.ts";
import { DatabaseUnavailableError } from "./errors.ts";
import { applyChange, type Change, type Outcome, topicsOf } from "./write.ts";

export type DatabaseSettings = {
  url: string;
  authToken?: string | undefined;
  /** The time limit for all requests of one connection together, in milliseconds. */
  timeoutMs?: number;
};

/** A select built by `db/queries`, not yet run. */
export type Query<Rows> = BatchItem<"sqlite"> & { _: { result: Rows } };

export type Database = {
  /**
   * Returns the rows of a select. All reads started in the same turn of the event loop, in any loader, are sent as one
   * request (docs/architecture.md, 'One read').
   * @throws DatabaseUnavailableError
   */
  read<Rows>(query: Query<Rows>): Promise<Rows>;
  /**
   * Applies a change in one transaction and records it in the activity table: see `applyChange`.
   * @throws DatabaseUnavailableError, IdempotencyMismatchError, ConflictError
   */
  write(change: Change): Promise<Outcome>;
};

/** A page must report a failed request within 5 seconds. */
const TIMEOUT_MS = 4_000;

/**
 * Returns a connection for one HTTP request. The time limit starts now. `onChange` receives the topics of each written change.
 * No other function creates a database client.
 */
export function connect(settings: DatabaseSettings, onChange: (topics: Topic[]) => void = () => {}): Database {
  // After the first failure, later queries fail at once, so that the error page does not wait for a second timeout.
  let unavailable: DatabaseUnavailableError | undefined;
  const failFast = async <T>(send: () => Promise<T>): Promise<T> => {
    if (unavailable) throw unavailable;
    try {
      return await send();
    } catch (error) {
      unavailable = findUnavailable(error);
      throw unavailable ?? error;
    }
  };
  const client = createClient({
    url: settings.url,
    ...(settings.authToken ? { authToken: settings.authToken } : {}),
    fetch: fetchWithDeadline(Date.now() + (settings.timeoutMs ?? TIMEOUT_MS)),
  });
  const readOnly = drizzle({ batch: (batch: InStatement[]) => client.batch(batch, "read") } as Client);
  return {
    read: batchReads((queries) => failFast(() => readOnly.batch(queries))),
    async write(change) {
      const outcome = await failFast(() => applyChange(change, (batch) => client.batch(batch, "write"))).catch(
        (error) => {
          // The response says in words that the change is not saved; only this line says why.
          if (error instanceof DatabaseUnavailableError) console.error(`${change.action}: ${error.message}`);
          throw error;
        },
      );
      const topics = topicsOf(change);
      if (outcome === "written" && topics.length > 0) onChange(topics);
      return outcome;
    },
  };
}

type PendingRead = { query: Query<unknown>; resolve: (rows: unknown) => void; reject: (reason: unknown) => void };

/** Collects the reads of one turn of the event loop and sends them together. */
function batchReads(send: (queries: [Query<unknown>, ...Query<unknown>[]]) => Promise<unknown[]>): Database["read"] {
  let pending: PendingRead[] = [];

  async function flush() {
    const batch = pending;
    pending = [];
    try {
      const [first, ...rest] = batch.map((each) => each.query);
      if (!first) return;
      const results = await send([first, ...rest]);
      for (const [i, each] of batch.entries()) each.resolve(results[i]);
    } catch (error) {
      for (const each of batch) each.reject(error);
    }
  }

  return <Rows>(query: Query<Rows>) => {
    // The server accepts writes in a read-only transaction, so the type of the statement is checked here.
    if (!is(query, SQLiteSelectBase)) throw new TypeError("Database.read takes selects only; use Database.write");
    return new Promise<Rows>((resolve, reject) => {
      if (pending.length === 0) setTimeout(flush, 0);
      pending.push({ query, resolve: resolve as (rows: unknown) => void, reject });
    });
  };
}

/** The `fetch` of the database client, with a deadline in epoch milliseconds. It never retries, so a write is sent once. */
function fetchWithDeadline(deadline: number) {
  return async (request: Request): Promise<Response> => {
    try {
      const response = await fetch(request, { signal: AbortSignal.timeout(Math.max(1, deadline - Date.now())) });
      // Reads the whole body here, so that the deadline also covers a body that stalls.
      return new Response(await response.arrayBuffer(), response);
    } catch (cause) {
      throw new DatabaseUnavailableError("The database does not answer", { cause });
    }
  };
}

/** Returns a DatabaseUnavailableError if the error or one of its causes means that the server is unreachable or cannot serve. */
function findUnavailable(error: unknown): DatabaseUnavailableError | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DatabaseUnavailableError) return cause;
    if (cause instanceof LibsqlError && FAULTS_OF_DATABASE.has(cause.code)) {
      return new DatabaseUnavailableError(`The database cannot serve (${cause.message})`, { cause: error });
    }
  }
  return undefined;
}

/**
 * The codes of errors that are not about the statement: the same request succeeds once the fault is gone. Those of sqld are in
 * https://github.com/tursodatabase/libsql/blob/main/libsql-server/src/hrana/stmt.rs
 */
const FAULTS_OF_DATABASE = new Set([
  // No answer of Hrana: a proxy, a wrong token, a server that is starting or stopping.
  ...["SERVER_ERROR", "HRANA_CLOSED_ERROR", "HRANA_PROTO_ERROR"],
  // Too much to do.
  ...["SQLITE_BUSY", "SQLITE_LOCKED", "TRANSACTION_BUSY", "TRANSACTION_TIMEOUT", "SQLITE_INTERRUPT", "SQLITE_NOMEM"],
  // A full disk is SQLITE_FULL or SQLITE_IOERR, depending on the file that has no space.
  ...["SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_PROTOCOL"],
  // A damaged file, until its backup is restored.
  ...["SQLITE_CORRUPT", "SQLITE_NOTADB"],
  // The quota of a plan: https://docs.turso.tech/help/usage-and-billing
  "BLOCKED",
]);
