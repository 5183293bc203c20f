import { type Client, createClient, type InStatement } from "@libsql/client/web";
import { is } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql/web";
import { SQLiteSelectBase } from "drizzle-orm/sqlite-core";
import type { Topic } from "#app/domain/screens.ts";
import type { Change, Outcome } from "./change.ts";
import { retryWhileBusy } from "./client.ts";
import type { DatabaseUnavailableError } from "./errors.ts";
import { faultOf, lacksMigration, unreachable } from "./faults.ts";
import type { Query } from "./query.ts";
import { outdatedFault } from "./version.ts";
import { applyChange, topicsOf } from "./write.ts";

type DatabaseSettings = {
  url: string;
  authToken?: string | undefined;
  /** The time limit for all requests of one connection together, in milliseconds. */
  timeoutMs?: number;
};

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
  /**
   * Writes as `write` does, and returns the rows of the selects as they are after the change, in the same request.
   * @throws as `write`
   */
  writeAndRead<Queries extends Query<unknown>[]>(change: Change, ...queries: Queries): Promise<RowsOf<Queries>>;
  /**
   * Checks that the database answers, and has the migrations of this version of the app.
   * @throws DatabaseUnavailableError
   */
  check(): Promise<void>;
  /**
   * Checks that the database saves: commits one statement. It is no `Change`, because activity would get a row each time.
   * @throws DatabaseUnavailableError
   */
  checkWrite(write: { toSQL(): { sql: string; params: unknown[] } }): Promise<void>;
};

/** The rows of some selects. */
export type RowsOf<Queries extends Query<unknown>[]> = {
  -readonly [K in keyof Queries]: Queries[K] extends Query<infer Rows> ? Rows : never;
};

/** A page must report a failed request within 5 seconds, but for a change with a limit of its own. */
const TIMEOUT_MS = 4_000;

/** What a connection tells its owner. */
export type DatabaseEvents = {
  /** The topics of a written change. */
  onChange?: (topics: Topic[]) => void;
  /** Every change that was accepted, in the words of the activity table. */
  onWrite?: (action: string, outcome: Outcome) => void;
  /** The database does not serve. */
  onOutage?: (error: DatabaseUnavailableError) => void;
};

/** Returns a connection for one HTTP request. The time limit starts now. No other function creates a database client. */
export function connect(settings: DatabaseSettings, { onChange, onWrite, onOutage }: DatabaseEvents = {}): Database {
  // After the first failure, later queries fail at once, so that the error page does not wait for a second timeout.
  let unavailable: DatabaseUnavailableError | undefined;
  const failFast = async <T>(use: "read" | "write", send: () => Promise<T>): Promise<T> => {
    if (unavailable) throw unavailable;
    try {
      return await send();
    } catch (error) {
      // The version is read after such a failure only, so that it costs a page nothing.
      unavailable = faultOf(error, use);
      if (lacksMigration(error)) unavailable = await outdatedFault(client).catch((failure) => faultOf(failure, "read"));
      if (unavailable) onOutage?.(unavailable);
      throw unavailable ?? error;
    }
  };
  let deadline = Date.now() + (settings.timeoutMs ?? TIMEOUT_MS);
  const client = createClient({
    url: settings.url,
    ...(settings.authToken ? { authToken: settings.authToken } : {}),
    fetch: fetchWithDeadline(() => deadline),
  });
  const writeBatch = (batch: InStatement[]) => retryWhileBusy(deadline, () => client.batch(batch, "write"));
  const readOnly = drizzle({ batch: (batch: InStatement[]) => client.batch(batch, "read") } as Client);
  const read = batchReads((queries) => failFast("read", () => readOnly.batch(queries)));
  const apply = async (change: Change, send: (batch: InStatement[]) => Promise<unknown>) => {
    if (change.timeoutMs) deadline = Date.now() + change.timeoutMs;
    const outcome = await failFast("write", () => applyChange(change, send));
    onWrite?.(change.action, outcome);
    const topics = topicsOf(change);
    if (outcome === "written" && topics.length > 0) onChange?.(topics);
    return outcome;
  };
  return {
    read,
    write: (change) => apply(change, writeBatch),
    async writeAndRead<Queries extends Query<unknown>[]>(change: Change, ...queries: Queries) {
      let rows: unknown[] = [];
      const outcome = await apply(change, async (batch) => {
        const [first, ...rest] = queries.map(asSelect);
        if (!first) return writeBatch(batch);
        const all = async (selects: InStatement[]) => (await writeBatch([...batch, ...selects])).slice(batch.length);
        rows = await drizzle({ batch: all } as Client).batch([first, ...rest]);
      });
      // The batch of a repeated change stops at its first statement.
      if (outcome === "repeated") rows = await Promise.all(queries.map((query) => read(query)));
      return rows as RowsOf<Queries>;
    },
    check: () =>
      failFast("read", async () => {
        const outdated = await outdatedFault(client);
        if (outdated) throw outdated;
      }),
    async checkWrite(write) {
      const { sql, params } = write.toSQL();
      await failFast("write", () => writeBatch([{ sql, args: params as string[] }]));
    },
  };
}

type PendingRead = { query: Query<unknown>; resolve: (rows: unknown) => void; reject: (reason: unknown) => void };

/** Collects the reads of one turn of the event loop and sends them together, the same select once. */
function batchReads(send: (queries: [Query<unknown>, ...Query<unknown>[]]) => Promise<unknown[]>): Database["read"] {
  let pending: PendingRead[] = [];
  const queued = new Map<unknown, Promise<unknown>>();

  async function flush() {
    const batch = pending;
    pending = [];
    queued.clear();
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
    asSelect(query);
    const same = queued.get(query);
    if (same) return same as Promise<Rows>;
    if (pending.length === 0) setTimeout(flush, 0);
    const rows = new Promise<unknown>((resolve, reject) => {
      pending.push({ query, resolve, reject });
    });
    queued.set(query, rows);
    return rows as Promise<Rows>;
  };
}

/** The server accepts writes in a read-only transaction, so the type of the statement is checked here. */
function asSelect<Rows>(query: Query<Rows>): Query<Rows> {
  if (!is(query, SQLiteSelectBase)) throw new TypeError("Database.read takes selects only; use Database.write");
  return query;
}

/** The `fetch` of the database client, with its deadline in epoch milliseconds. It never retries a request without an answer. */
function fetchWithDeadline(deadline: () => number) {
  return async (request: Request): Promise<Response> => {
    try {
      const response = await fetch(request, { signal: AbortSignal.timeout(Math.max(1, deadline() - Date.now())) });
      // Reads the whole body here, so that the deadline also covers a body that stalls.
      return new Response(await response.arrayBuffer(), response);
    } catch (cause) {
      throw unreachable(cause);
    }
  };
}
