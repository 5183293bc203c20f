import { type Client, createClient, type InStatement, LibsqlBatchError, type ResultSet } from "@libsql/client/http";
import { is, type SQLWrapper } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql/http";
import { SQLiteSelectBase } from "drizzle-orm/sqlite-core";
import type { Topic } from "#app/domain/basics/topics.ts";
import { retryWhileBusy } from "./client.ts";
import type { DatabaseUnavailableError } from "./errors.ts";
import { faultOf, lacksMigration, unreachable } from "./faults.ts";
import type { Query } from "./query.ts";
import { toStatement } from "./statements.ts";
import { outdatedFault } from "./version.ts";
import type { Change, Outcome } from "./write/change.ts";
import { applyChange, topicsOf } from "./write/write.ts";

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
   * Writes as `write` does, and returns what `load` makes of the rows after the change. The selects that `load` reads first are
   * sent in the request of the change.
   * @throws as `write`
   */
  writeAndLoad<Loaded>(change: Change, load: (read: Database["read"]) => Promise<Loaded>): Promise<Loaded>;
  /**
   * Writes the rows that an import prepares, in one transaction. It is no `Change`: no list shows these rows, and the
   * import becomes a change once it is complete.
   * @throws TypeError if a statement writes another table; DatabaseUnavailableError
   */
  stage(statements: readonly SQLWrapper[]): Promise<void>;
  /**
   * Checks that the database answers, and has the migrations of this version of the app.
   * @throws DatabaseUnavailableError
   */
  check(): Promise<void>;
  /**
   * Commits one statement that is no `Change`, because the activity would get a row each time: the write of /health,
   * which checks that the database saves, or a counter.
   * @throws DatabaseUnavailableError
   */
  commit(write: { toSQL(): { sql: string; params: unknown[] } }): Promise<void>;
};

/** The rows of some selects. */
export type RowsOf<Queries extends Query<unknown>[]> = {
  -readonly [K in keyof Queries]: Queries[K] extends Query<infer Rows> ? Rows : never;
};

/** A page must report a failed request within 5 seconds, but for a change with a limit of its own. */
const TIMEOUT_MS = 4_000;

/** A part of an import may have some megabytes. */
const STAGE_TIMEOUT_MS = 20_000;

function statementsOfImport(statements: readonly SQLWrapper[]): InStatement[] {
  return statements.map((statement) => {
    const { sql: text, args } = toStatement(statement);
    if (/^(insert into|update|delete from) "?(imports|import_files|import_rows)\b/.test(text))
      return { sql: text, args };
    throw new TypeError("Database.stage writes the tables of imports only");
  });
}

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
  const { url, authToken } = settings;
  const client = createClient({ url, ...(authToken && { authToken }), fetch: fetchWithDeadline(() => deadline) });
  const writeBatch = (batch: InStatement[]) => retryWhileBusy(deadline, () => client.batch(batch, "write"));
  const writeOthers = async (batch: InStatement[]) => void (await failFast("write", () => writeBatch(batch)));
  const readOnly = drizzle({ batch: (batch: InStatement[]) => client.batch(batch, "read") } as Client);
  const readBatch = (selects: Selects) => failFast("read", () => readOnly.batch(selects));
  const read = batchReads(readBatch);
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
    writeAndLoad: (change, load) =>
      loadAfter(load, {
        readBatch,
        async write(selects) {
          let rows: unknown[] | undefined;
          const outcome = await apply(change, async (batch) => {
            rows = await writeBefore(selects, batch, writeBatch);
          });
          // The batch of a repeated change stops at its first statement.
          return outcome === "repeated" ? undefined : rows;
        },
      }),
    stage(statements) {
      deadline = Date.now() + STAGE_TIMEOUT_MS;
      return writeOthers(statementsOfImport(statements));
    },
    check: () => failFast("read", () => refuseOutdated(client)),
    commit: (write) => {
      const { sql, params } = write.toSQL();
      return writeOthers([{ sql, args: params as string[] }]);
    },
  };
}

async function refuseOutdated(client: Client): Promise<void> {
  const outdated = await outdatedFault(client);
  if (outdated) throw outdated;
}

/**
 * Sends a batch with selects after it, and returns their rows. If one of the selects fails, sends the batch alone and
 * returns undefined.
 */
async function writeBefore(
  [first, ...rest]: Query<unknown>[],
  batch: InStatement[],
  send: (batch: InStatement[]) => Promise<ResultSet[]>,
): Promise<unknown[] | undefined> {
  const all = async (added: InStatement[]) => (await send([...batch, ...added])).slice(batch.length);
  try {
    if (first) return await drizzle({ batch: all } as Client).batch([first, ...rest]);
  } catch (error) {
    const isOfSelect = error instanceof LibsqlBatchError && error.statementIndex >= batch.length;
    if (!isOfSelect) throw error;
  }
  await send(batch);
  return undefined;
}

type Sender = {
  /** Sends a change with selects after it, and returns their rows; undefined if it sent the change alone. */
  write: (selects: Query<unknown>[]) => Promise<unknown[] | undefined>;
  readBatch: (selects: Selects) => Promise<unknown[]>;
};
type Selects = [Query<unknown>, ...Query<unknown>[]];

/** Sends a change with the first selects that `load` reads, or alone if it reads none: see `Database.writeAndLoad`. */
async function loadAfter<Loaded>(
  load: (read: Database["read"]) => Promise<Loaded>,
  { write, readBatch }: Sender,
): Promise<Loaded> {
  let written: Promise<unknown[] | undefined> | undefined;
  const read = batchReads(async (selects) => {
    if (written) return readBatch(selects);
    written = write(selects);
    return (await written) ?? readBatch(selects);
  });
  try {
    const loaded = await load(read);
    written ??= write([]);
    await written;
    return loaded;
  } catch (error) {
    // If the change was refused, its error says more than the error of `load`.
    await written;
    throw error;
  }
}

type PendingRead = { query: Query<unknown>; resolve: (rows: unknown) => void; reject: (reason: unknown) => void };

/** Collects the reads of one turn of the event loop and sends them together, the same select once. */
function batchReads(send: (queries: Selects) => Promise<unknown[]>): Database["read"] {
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
