import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { CODE_BYTES, codeOf } from "#app/domain/shell/first-admin-code.ts";
import { startSqld } from "#bin/database/sqld.ts";
import { isOlder, upgradeDatabase } from "#bin/database/upgrade.ts";
import { migrateDatabase } from "#bin/migrate.ts";
import {
  chosenPorts,
  type DatabaseAddress,
  dataDirectory,
  mailSettings,
  type Ports,
} from "#bin/process/environment.ts";
import type { Running } from "#bin/process/lifecycle.ts";
import { readOrCreate } from "#bin/process/stored-file.ts";
import { UserFacingError } from "#bin/process/user-facing-error.ts";
import { connect } from "#db/connection.ts";
import { anyAdmin, listAdmins } from "#db/queries/barn/admins.ts";
import { isEmptyBarn, seedDemo } from "#db/seed/seed.ts";
import { type Account, accountOf, startIdentityProvider } from "./identity-provider.ts";
import { LOOPBACK, problemOfPort } from "./ports.ts";
import type { WorkerBindings } from "./worker.ts";

/** The people of the demo barn, which makes admins of the first two. */
const DEMO_ACCOUNTS: Account[] = [
  { email: "alex@hayloft.example", name: "Alex Moreno", emailVerified: true },
  { email: "dana@hayloft.example", name: "Dana Whitfield", emailVerified: true },
  { email: "sam@hayloft.example", name: "Sam Reyes", emailVerified: true },
];

export type OfferedAccount = Account & { isAdmin: boolean };

/** The accounts that the sign-in page offers: those of the demo, if the barn is the demo barn, and all admins of the database. */
export async function offeredAccounts(database: DatabaseAddress): Promise<OfferedAccount[]> {
  const admins = (await connect(database).read(listAdmins())).map(({ email }) => email);
  const isDemo = DEMO_ACCOUNTS.some(({ email }) => admins.includes(email));
  const demo = isDemo ? DEMO_ACCOUNTS : [];
  const others = admins.filter((each) => !demo.some(({ email }) => email === each)).map(accountOf);
  return [...demo, ...others].map((account) => ({ ...account, isAdmin: admins.includes(account.email) }));
}

/** The code that makes the first admin, if the database has no admin (docs/product.md, 'The first admin'). */
async function firstAdminCode(database: DatabaseAddress): Promise<{ FIRST_ADMIN_CODE?: string }> {
  const admins = await connect(database).read(anyAdmin());
  return admins.length === 0 ? { FIRST_ADMIN_CODE: codeOf(randomBytes(CODE_BYTES)) } : {};
}

/** Fails if a port is not free. It comes first, because everything else that `command` starts depends on the ports. */
export async function checkPorts(ports: Ports, command: string): Promise<void> {
  for (const [use, port] of [
    ["the app", ports.app],
    ["the database", ports.sqld],
    ["the sign-in page", ports.provider],
  ] as const) {
    const problem = await problemOfPort(port);
    if (!problem) continue;
    throw new UserFacingError(
      `Port ${port}, wanted for ${use}, ${problem}; choose another, as in: PORT=9000 npm ${command}`,
    );
  }
}

/**
 * Starts all but the app: the database with its barn, and the sign-in page; `meanwhile` is what the app needs, too. Returns the variables
 * of the worker. `command` is what the user has called.
 */
export async function startServices(
  running: Running,
  command: string,
  meanwhile: () => Promise<void> = async () => {},
) {
  const ports = chosenPorts();
  const mail = mailSettings();
  const dataDir = dataDirectory();
  await checkPorts(ports, command);
  // Before anything else, so that another Hayloft on this directory is noticed first.
  const database = await startDatabase(running, { dataDir, port: ports.sqld });
  const [signIn] = await Promise.all([
    startSignIn(running, { ports, dataDir, database }),
    prepareDatabase(database),
    meanwhile(),
  ]);
  const address = { DATABASE_URL: database.url, DATABASE_AUTH_TOKEN: database.authToken };
  const bindings = { ...address, ...signIn, ...(await firstAdminCode(database)), ...mail };
  return { port: ports.app, dataDir, database, bindings };
}

/** The local database: sqld on the data directory, which this process has for itself from then on. */
async function startDatabase(
  running: Running,
  { dataDir, port }: { dataDir: string; port: number },
): Promise<DatabaseAddress> {
  const start = async (hasManyWriters: boolean) =>
    running.stopLater(await startSqld({ dataDir, port, hasManyWriters }));
  let sqld = await start(true);
  if (await isOlder(sqld)) {
    // With the timer of a server for many writers, sqld would stop a migration that takes long.
    await sqld.stop();
    sqld = await start(false);
    await upgradeDatabase(sqld, dataDir);
    await sqld.stop();
    sqld = await start(true);
  }
  running.needs("sqld, the database server,", sqld.ended);
  return sqld;
}

/** Brings a new database to the newest schema, and fills it with the demo barn if it is to have one. */
async function prepareDatabase(database: DatabaseAddress): Promise<void> {
  await migrateDatabase(database);
  if (process.env.DEMO !== "0" && (await isEmptyBarn(database))) {
    await seedDemo({ ...database, today: todayInNewYork(new Date()) });
  }
}

/** The provider of sign-in on this machine, and the settings with which the worker uses it. */
async function startSignIn(
  running: Running,
  { ports, dataDir, database }: { ports: Ports; dataDir: string; database: DatabaseAddress },
) {
  const clientId = "hayloft-local";
  const clientSecret = randomBytes(24).toString("base64url");
  const provider = running.stopLater(
    await startIdentityProvider({
      port: ports.provider,
      accounts: () => offeredAccounts(database),
      clientId,
      clientSecret,
      redirectUris: [LOOPBACK, "localhost"].map((host) => `http://${host}:${ports.app}/auth/google/callback`),
    }),
  );
  return {
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    SESSION_SECRET: keptSecret(dataDir),
    LOCAL_ISSUER: provider.issuer,
  } satisfies Partial<WorkerBindings>;
}

/** The session secret. It is stored with the data, so that users stay signed in over a restart. */
function keptSecret(dataDir: string): string {
  return readOrCreate(join(dataDir, "session-secret"), () => randomBytes(32).toString("base64url"));
}
