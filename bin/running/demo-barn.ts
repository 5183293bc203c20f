import { createClient } from "@libsql/client/http";
import type { User } from "#app/auth/session.ts";
import { type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { startSqld } from "#bin/database/sqld.ts";
import { MIGRATIONS, migrateDatabase } from "#bin/migrate.ts";
import type { DatabaseAddress } from "#bin/process/environment.ts";
import { isEmptyBarn } from "#db/seed/seed.ts";
import { findFreePort, LOOPBACK } from "./ports.ts";
import { sessionCookie } from "./session-cookie.ts";
import type { WorkerBindings } from "./worker.ts";

const SECRET = "a secret of a demo barn, long enough for the worker";
const ADMIN: User = { email: "alex@hayloft.example", name: "Alex Moreno" };

type Fill = (database: DatabaseAddress & { today: LocalDate }) => Promise<unknown>;

/**
 * A demo barn on a database server of its own, and what a worker and an admin need to use it: for pictures and for measuring.
 * `fill` fills it if it is empty; `migrations` is a folder of an earlier version's.
 */
export async function openDemoBarn(
  dataDir: string,
  fill: Fill,
  { hasManyWriters = false, migrations = MIGRATIONS } = {},
) {
  const sqld = await startSqld({ dataDir, port: await findFreePort(), hasManyWriters });
  const { url, authToken } = sqld;
  await migrateDatabase(sqld, migrations);
  if (await isEmptyBarn(sqld)) await fill({ url, authToken, today: todayInNewYork(new Date()) });
  const client = createClient({ url, authToken });
  const rows = async (sql: string, args: (string | number)[] = []) =>
    (await client.execute({ sql, args })).rows.map((row): Record<string, unknown> => ({ ...row }));
  return {
    sqld,
    /** Runs one statement of SQL, and returns its rows. */
    rows,
    /** The variables of a worker that reaches the database at this address, by default that of its server. */
    bindings: (databaseUrl = url): WorkerBindings => ({
      DATABASE_URL: databaseUrl,
      DATABASE_AUTH_TOKEN: authToken,
      GOOGLE_CLIENT_ID: "hayloft",
      GOOGLE_CLIENT_SECRET: "hayloft",
      SESSION_SECRET: SECRET,
      LOCAL_ISSUER: `http://${LOOPBACK}:9`,
    }),
    /** The cookie of a user who has signed in, by default an admin and now. */
    cookieOf: (user = ADMIN, at = new Date()) => sessionCookie(rows, SECRET, user, at),
  };
}
