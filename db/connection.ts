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
  /** How long all that one connection asks may take together, in milliseconds. */
  patience?: number;
};

/** A select of `db/queries`, not yet run. */
export type Query<Rows> = BatchItem<"sqlite"> & { _: { result: Rows } };

export type Database = {
  /**
   * Runs a select. All that are asked for in the same turn of the event loop, by whichever loader, leave as one request.
   * @throws DatabaseUnavailableError
   */
  read<Rows>(query: Query<Rows>): Promise<Rows>;
  /**
   * Makes a change, whole or not at all, and records it: see `write.ts`.
   * @throws DatabaseUnavailableError, IdempotencyMismatchError, ConflictError
   */
  write(change: Change): Promise<Outcome>;
};

/** So that a page can say within 5 seconds that it was in vain. */
const PATIENCE = 4_000;

/** The only place that makes a database client. One for each request, from its beginning; `onChange` hears the topics of what was written. */
export function connect(settings: DatabaseSettings, onChange: (topics: Topic[]) => void = () => {}): Database {
  // Once the server has failed a request, the page that says so should not wait for it again.
  let down: DatabaseUnavailableError | undefined;
  const bounded = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (down) throw down;
    try {
      return await ask();
    } catch (error) {
      down = findUnavailable(error);
      throw down ?? error;
    }
  };
  const client = createClient({
    url: settings.url,
    ...(settings.authToken ? { authToken: settings.authToken } : {}),
    fetch: fetchUntil(Date.now() + (settings.patience ?? PATIENCE)),
  });
  const readOnly = drizzle({ batch: (batch: InStatement[]) => client.batch(batch, "read") } as Client);
  return {
    read: joinReads((queries) => bounded(() => readOnly.batch(queries))),
    async write(change) {
      const outcome = await bounded(() => applyChange(change, (batch) => client.batch(batch, "write")));
      const topics = topicsOf(change);
      if (outcome === "written" && topics.length > 0) onChange(topics);
      return outcome;
    },
  };
}

type Waiting = { query: Query<unknown>; resolve: (rows: unknown) => void; reject: (reason: unknown) => void };

function joinReads(send: (queries: [Query<unknown>, ...Query<unknown>[]]) => Promise<unknown[]>): Database["read"] {
  let waiting: Waiting[] = [];

  async function leave() {
    const leaving = waiting;
    waiting = [];
    try {
      const [first, ...rest] = leaving.map((each) => each.query);
      if (!first) return;
      const results = await send([first, ...rest]);
      for (const [i, each] of leaving.entries()) each.resolve(results[i]);
    } catch (error) {
      for (const each of leaving) each.reject(error);
    }
  }

  return <Rows>(query: Query<Rows>) => {
    // The server's read-only transactions do take writes, so this is the guard.
    if (!is(query, SQLiteSelectBase)) throw new TypeError("Database.read takes selects only; use Database.write");
    return new Promise<Rows>((resolve, reject) => {
      if (waiting.length === 0) setTimeout(leave, 0);
      waiting.push({ query, resolve: resolve as (rows: unknown) => void, reject });
    });
  };
}

/** The client's own requests, bounded in time; it never retries, so a write is sent once. */
function fetchUntil(deadline: number) {
  return async (request: Request): Promise<Response> => {
    try {
      const response = await fetch(request, { signal: AbortSignal.timeout(Math.max(1, deadline - Date.now())) });
      // Read whole here, so that a body that stalls meets the same time limit.
      return new Response(await response.arrayBuffer(), response);
    } catch (cause) {
      throw new DatabaseUnavailableError("The database does not answer", { cause });
    }
  };
}

/** The sign, anywhere among a failure's causes, that the server could not be reached or cannot serve. */
function findUnavailable(error: unknown): DatabaseUnavailableError | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DatabaseUnavailableError) return cause;
    if (cause instanceof LibsqlError && UNREACHABLE.has(cause.code)) {
      return new DatabaseUnavailableError("The database cannot serve", { cause: error });
    }
  }
  return undefined;
}

const UNREACHABLE = new Set(["SERVER_ERROR", "SQLITE_BUSY", "HRANA_CLOSED_ERROR", "HRANA_PROTO_ERROR"]);
