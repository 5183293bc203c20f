import { once } from "node:events";
import { createServer } from "node:net";
import type { DatabaseAddress } from "#bin/process/environment.ts";
import { type Account, type IdentityProvider, startIdentityProvider } from "#bin/running/identity-provider.ts";
import { findFreePort, LOOPBACK } from "#bin/running/ports.ts";
import {
  isDroppedClient,
  type QueueOptions,
  type RateLimits,
  startWorker,
  type Worker,
  type WorkerBindings,
  type WorkerLog,
} from "#bin/running/worker.ts";

const CLIENT = { clientId: "hayloft", clientSecret: "hayloft-secret" };

export const SESSION_SECRET = "a secret of the tests, long enough for the worker";

/** The worker of a process. To start one takes half a second, and its first requests are slow. */
let app: Promise<App> | undefined;

/** The app on workerd, with this database; the test files of a process share one worker, one after the other. */
export function openApp(database: DatabaseAddress): Promise<App> {
  app ??= startApp(database);
  return app;
}

export type App = Awaited<ReturnType<typeof startApp>>;

/** The variables of a worker with this database. */
export const bindingsOf = ({ url, authToken }: DatabaseAddress, issuerPort: number): WorkerBindings => ({
  DATABASE_URL: url,
  DATABASE_AUTH_TOKEN: authToken,
  GOOGLE_CLIENT_ID: CLIENT.clientId,
  GOOGLE_CLIENT_SECRET: CLIENT.clientSecret,
  SESSION_SECRET,
  LOCAL_ISSUER: `http://${LOOPBACK}:${issuerPort}`,
});

/** Takes a port, so that no other process gets it, and answers nothing. Returns a function that releases it. */
async function hold(port: number): Promise<() => Promise<void>> {
  const server = createServer((socket) => socket.destroy());
  server.listen(port, LOOPBACK);
  await once(server, "listening");
  server.unref();
  return () => new Promise((done) => void server.close(() => done()));
}

/** Starts a worker of its own, with these variables besides its usual ones, and rate limits and options of queues instead of its usual ones. */
export async function startApp(
  database: DatabaseAddress,
  variables: Partial<WorkerBindings> = {},
  rateLimits: RateLimits = {},
  queues: QueueOptions = {},
) {
  const issuerPort = await findFreePort();
  let release = await hold(issuerPort);
  const bindings = { ...bindingsOf(database, issuerPort), ...variables };
  let log: WorkerLog[] = [];
  const keep = (line: WorkerLog) => {
    // A dropped client often belongs to the test file before: the files share the worker.
    if (!isDroppedClient(line)) log.push(line);
  };
  const run = (port: number) => startWorker({ host: LOOPBACK, port, bindings, rateLimits, queues, log: keep });
  // The system may give a port that it chose itself to an outgoing connection between a crash and the start after it.
  let worker: Worker = await run(await findFreePort());
  const { url } = worker;
  return {
    url,
    miniflare: () => worker.miniflare,
    /** Sends the worker's console output to `lines` from now on. */
    logTo(lines: WorkerLog[]) {
      log = lines;
    },
    /** Starts the OpenID provider, for a file that needs it. */
    async startProvider(accounts: () => Promise<Account[]>): Promise<IdentityProvider> {
      await release();
      const redirectUris = [`${url}/auth/google/callback`];
      const provider = await startIdentityProvider({ ...CLIENT, port: issuerPort, accounts, redirectUris });
      return {
        ...provider,
        async stop() {
          await provider.stop();
          release = await hold(issuerPort);
        },
      };
    },
    async stop() {
      await worker.stop();
      await release();
    },
    /** Kills workerd as a crash would, and starts it again. */
    async kill() {
      process.kill(worker.pid, "SIGKILL");
      await worker.ended;
      await worker.stop();
      worker = await run(Number(new URL(url).port));
    },
  };
}
