import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { REQUIRED_VARIABLES } from "#app/server/env.ts";
import { confirmHealth } from "#bin/deploying/confirm-health.ts";
import { migrateDatabase } from "#bin/migrate.ts";
import { type Cloudflare, startCloudflare } from "#tests/support/commands/cloudflare.ts";
import { ended, runCommand } from "#tests/support/commands/command.ts";
import { CTRL_C, runAtTerminal } from "#tests/support/commands/terminal.ts";
import { type HostedDatabase, startHostedDatabase } from "#tests/support/database/hosted-database.ts";

/* `npm run deploy` with the real wrangler; a server of the test answers in Cloudflare's place. */

const SIGNED_IN = { CLOUDFLARE_API_TOKEN: "the-token" };

/** A home folder, so that wrangler does not find the developer's own sign-in, with a browser for it and a file for the settings. */
function newHome() {
  const folder = mkdtempSync(join(tmpdir(), "hayloft-home-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const browser = `#!${process.execPath}\nfetch(process.argv[2]);\n`;
  for (const name of ["open", "xdg-open"]) writeFileSync(join(folder, name), browser, { mode: 0o755 });
  const file = join(folder, "barn.env");
  const env = { HOME: folder, XDG_CONFIG_HOME: folder, PATH: `${folder}:${process.env.PATH}`, ENV_FILE: file };
  return { folder, file, env };
}

/** Runs `npm run deploy` without a terminal. Only `env` has settings. */
async function deploy({ env: cloudflare }: Cloudflare, env: Record<string, string>) {
  const command = runCommand(["deploy"], { ...newHome().env, ...cloudflare, ENV_FILE: "", ...env });
  return { code: await ended(command), said: command.said() };
}

const GOOGLE = { GOOGLE_CLIENT_ID: "123-a.apps.googleusercontent.com", GOOGLE_CLIENT_SECRET: "GOCSPX-of-google" };
const ANN = "ann@barn.example";

async function startAll(secrets: string[] | null) {
  const [database, cloudflare] = [await startHostedDatabase(), await startCloudflare({ secrets })];
  cloudflare.onUpload = async () => ((await database.tables()).includes("horses") ? "upload, migrated" : "upload");
  return { database, cloudflare };
}

// `script` has other options on macOS.
test.skipIf(process.platform !== "linux")(
  "npm run deploy asks for all that it lacks, and goes on after it was interrupted in the questions and in the upload",
  async () => {
    const { database, cloudflare } = await startAll(null);
    const home = newHome();
    const start = () => runAtTerminal(["deploy"], { ...cloudflare.env, ...home.env });
    const kept = () => parseEnv(readFileSync(home.file, "utf8"));

    const first = start();
    await first.answer("Press Enter to sign in with your browser: ", "");
    await first.answer("DATABASE_URL: ", database.url);
    await first.answer("DATABASE_AUTH_TOKEN: ", await database.token({ a: "ro" }));
    await first.answer("may only read.\nDATABASE_AUTH_TOKEN: ", database.authToken);
    await first.waitFor("APP_URL: ");
    first.type(CTRL_C);
    expect([await first.ended(), kept(), await database.tables()]).toEqual([130, database.env, []]);
    expect(statSync(home.file).mode & 0o777).toBe(0o600);

    const second = start();
    await second.answer("APP_URL: ", cloudflare.url);
    await second.answer(`address ${cloudflare.url}/auth/google/callback\nGOOGLE_CLIENT_ID: `, GOOGLE.GOOGLE_CLIENT_ID);
    await second.answer("GOOGLE_CLIENT_SECRET: ", GOOGLE.GOOGLE_CLIENT_SECRET);
    const { onUpload } = cloudflare;
    // Cloudflare takes the upload, but its answer does not arrive.
    cloudflare.onUpload = async () => {
      second.type(CTRL_C);
      await second.ended();
      return "upload without an answer";
    };
    await second.answer("FIRST_ADMIN: ", ANN);
    expect([await second.ended(), second.said()]).toEqual([
      1,
      expect.stringMatching(/interrupted; run npm run deploy again/),
    ]);
    expect(kept()).toEqual({ ...database.env, APP_URL: cloudflare.url, ...GOOGLE, FIRST_ADMIN: ANN });
    await expect.poll(() => cloudflare.secrets).not.toBeNull();
    const { SESSION_SECRET = "", ...others } = cloudflare.secrets ?? {};
    expect([others, SESSION_SECRET.length]).toEqual([{ ...database.env, ...GOOGLE }, 44]);
    expect(cloudflare.variables.DATABASE_NAME).toBe(database.name);

    cloudflare.onUpload = onUpload;
    const third = start();
    const isOpen = `${ANN} is an admin now.\nVersion ${cloudflare.versionId} is open at ${cloudflare.url}, and healthy.`;
    expect([await third.ended(), third.said()]).toEqual([0, expect.stringContaining(isOpen)]);
    expect(cloudflare.secrets).toEqual({ ...others, SESSION_SECRET });
    expect(await database.rows("select email from admins")).toEqual([{ email: ANN }]);

    const asked = [first, second, third].flatMap((run) => run.said().match(/^([A-Z_]+(?=: )|Press Enter)/gm) ?? []);
    expect(asked.filter((name, i) => asked[i - 1] !== name)).toEqual([
      "Press Enter",
      ...["DATABASE_URL", "DATABASE_AUTH_TOKEN", "APP_URL", ...Object.keys(GOOGLE), "FIRST_ADMIN"],
    ]);
    const shown = [first, second, third].map((run) => run.said()).join("") + textOfLogs(home.folder);
    for (const secret of [database.authToken, GOOGLE.GOOGLE_CLIENT_SECRET, SESSION_SECRET])
      expect(shown).not.toContain(secret);
  },
);

/** All that wrangler has logged. */
const textOfLogs = (home: string) =>
  readdirSync(home, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".log"))
    .map((path) => readFileSync(join(home, path), "utf8"))
    .join("");

const MAIL = {
  MAIL_URL: "https://api.mail.example/emails",
  MAIL_KEY: "re_of-the-barn",
  MAIL_FROM: "Hayloft Barn <office@barn.example>",
};

test("a worker that is deployed already gets a changed secret and a mail provider, and keeps its others; a shell with all settings is asked nothing", async () => {
  const { database, cloudflare } = await startAll([...REQUIRED_VARIABLES]);
  cloudflare.variables.DATABASE_NAME = database.name;
  await migrateDatabase(database);
  await database.rows("insert into admins (email, created_at, updated_at) values (?, '', '')", [ANN]);
  const env = { ...database.env, ...SIGNED_IN, ...MAIL, APP_URL: cloudflare.url };
  const half = await deploy(cloudflare, { ...env, MAIL_KEY: "" });
  expect([half.code, half.said]).toEqual([1, "The settings of the mail provider: MAIL_KEY is missing.\n"]);
  expect(cloudflare.steps).toEqual([]);
  const { code, said } = await deploy(cloudflare, env);
  expect(said).toContain(`Version ${cloudflare.versionId} is open at ${cloudflare.url}, and healthy.`);
  expect(said).toContain("To go back to the version before: npx wrangler rollback");
  expect(code).toBe(0);
  const wanted = ["GET /user", "GET /secrets", "POST /queues", "upload, migrated", "POST /deployments", "GET /health"];
  const steps = cloudflare.steps.filter((step) => wanted.includes(step));
  expect(steps.filter((step, i) => step !== steps[i - 1])).toEqual(wanted);
  const others = { GOOGLE_CLIENT_ID: "", GOOGLE_CLIENT_SECRET: "", SESSION_SECRET: "" };
  expect(cloudflare.secrets).toEqual({ ...database.env, ...MAIL, ...others });
  expect([cloudflare.queues, cloudflare.bound.MAIL_QUEUE]).toEqual([
    ["hayloft-mail", "hayloft-unsent"],
    "hayloft-mail",
  ]);
  expect(cloudflare.variables.APP_URL).toBe(cloudflare.url);
  expect(cloudflare.paths.filter((path) => path.endsWith("/consumers"))).toHaveLength(2);
  // The next deployment finds the queues.
  expect((await deploy(cloudflare, env)).code).toBe(0);
  expect(cloudflare.queues).toHaveLength(2);
  expect(said).not.toContain(MAIL.MAIL_KEY);
});

/** A worker on a database, with the settings of it and of a second database, which has an admin. */
async function startDeployed(): Promise<{
  cloudflare: Cloudflare;
  production: string;
  staging: HostedDatabase;
  env: Record<string, string>;
}> {
  const cloudflare = await startCloudflare({ secrets: [...REQUIRED_VARIABLES] });
  const staging = await startHostedDatabase();
  const production = "barn.turso.example";
  cloudflare.variables.DATABASE_NAME = production;
  const env = { ...staging.env, ...SIGNED_IN, APP_URL: cloudflare.url, FIRST_ADMIN: ANN };
  return { cloudflare, production, staging, env };
}

test("without a terminal, a database that the worker does not have yet stops npm run deploy before any change", async () => {
  const { cloudflare, production, staging, env } = await startDeployed();
  const run = await deploy(cloudflare, env);
  expect(run.said).toContain(`Deploying worker hayloft, database ${staging.name}.\n`);
  expect([run.code, run.said]).toEqual([
    1,
    expect.stringMatching(`The worker hayloft has the database ${production} now. Nothing was changed.`),
  ]);
  cloudflare.variables = {};
  const unknown = await deploy(cloudflare, env);
  expect([unknown.code, unknown.said]).toEqual([
    1,
    expect.stringContaining("is not known: no deployment has noted it"),
  ]);
  expect([await staging.tables(), cloudflare.steps]).toEqual([[], expect.not.arrayContaining(["upload"])]);
});

test("kept settings are checked before the first change, and Google's ID and secret are not mistaken for each other", async () => {
  const { cloudflare, staging, env } = await startDeployed();
  const [GOOGLE_CLIENT_SECRET, GOOGLE_CLIENT_ID] = Object.values(GOOGLE);
  const run = await deploy(cloudflare, { ...env, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } as Record<string, string>);
  expect([run.code, run.said]).toEqual([
    1,
    expect.stringMatching(/^GOOGLE_CLIENT_ID is wrong, and nothing was changed/),
  ]);
  const account = await deploy(cloudflare, { ...env, CLOUDFLARE_ACCOUNT_ID: "stable" });
  expect([account.code, account.said]).toEqual([1, expect.stringContaining("None of these accounts has this ID.")]);
  expect([await staging.tables(), cloudflare.steps]).toEqual([[], expect.not.arrayContaining(["upload"])]);
});

// `script` has other options on macOS.
test.skipIf(process.platform !== "linux")(
  "at a terminal, another database is deployed after its name was typed; the next deployment does not ask again",
  async () => {
    const { cloudflare, production, staging, env } = await startDeployed();
    const all = { ...newHome().env, ...cloudflare.env, ...env, ENV_FILE: "" };
    const other = runAtTerminal(["deploy"], all);
    await other.answer(`has the database ${production} now.\nType the name of the database, ${staging.name}`, "yes");
    expect([await other.ended(), await staging.tables()]).toEqual([1, []]);
    const typed = runAtTerminal(["deploy"], all);
    await typed.answer(`Type the name of the database, ${staging.name}, to go on: `, staging.name);
    expect(await typed.ended()).toBe(0);
    expect(cloudflare.variables.DATABASE_NAME).toBe(staging.name);
    expect((await deploy(cloudflare, env)).code).toBe(0);
  },
);

test("a second deployment from a file of its own has a worker, a bucket and rate limits of its own, and asks for its database", async () => {
  const { cloudflare, staging, env } = await startDeployed();
  const { folder, env: home } = newHome();
  const file = join(folder, "staging.env");
  onTestFinished(() => rmSync("staging.wrangler.toml", { force: true }));
  const deployFile = async (settings: Record<string, string>) => {
    writeFileSync(
      file,
      Object.entries(settings)
        .map((each) => `${each.join("=")}\n`)
        .join(""),
    );
    // The file wins over a shell with the settings of another deployment.
    const shell = { ...home, ...cloudflare.env, WORKER_NAME: "hayloft", BACKUP_BUCKET: "barn", ENV_FILE: "" };
    const command = runCommand(["deploy", file], { ...shell, ...SIGNED_IN });
    return { code: await ended(command), said: command.said() };
  };
  const nameless = await deployFile(env);
  expect([nameless.code, nameless.said.match(/^- \w+/m)?.[0]]).toEqual([1, "- WORKER_NAME"]);
  const settings = { ...env, WORKER_NAME: "staging", BACKUP_BUCKET: "backups" };
  expect(await deployFile(settings)).toEqual({
    code: 1,
    said: expect.stringContaining(`Deploying worker staging, database ${staging.name}.`),
  });
  expect(cloudflare.paths.filter((path) => path.includes("/scripts/"))).toEqual([
    expect.stringMatching(/\/scripts\/staging\/secrets$/),
    expect.stringMatching(/\/scripts\/staging\/deployments$/),
    expect.stringMatching(/\/scripts\/staging\/versions\/[\w-]+$/),
  ]);
  cloudflare.variables.DATABASE_NAME = staging.name;
  const { code, said } = await deployFile(settings);
  expect([code, said]).toEqual([0, expect.stringContaining('\n  WORKER_NAME = "staging"\n')]);
  expect(said).toContain("and healthy");
  expect(cloudflare.paths.filter((path) => path.includes("hayloft"))).toEqual([]);
  // Nothing that the next upgrade would overwrite, or that is in its way.
  const changed = ["status", "--porcelain", "--", "wrangler.toml", "staging.wrangler.toml"];
  expect(execFileSync("git", changed, { encoding: "utf8" })).toBe("");
  expect(cloudflare.variables.WORKER_NAME).toBe("staging");
  const { BACKUP_BUCKET, ...limits } = cloudflare.bound;
  expect([BACKUP_BUCKET, Object.keys(limits)]).toEqual(["backups", ["RATE_LIMIT_60", "RATE_LIMIT_600"]]);
  expect(Object.values(limits)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^100[12]$/)]));
});

test("without a terminal, npm run deploy lists all that is missing, and changes nothing", async () => {
  const { database, cloudflare } = await startAll(null);
  const { env, file } = newHome();
  const nothing = await deploy(cloudflare, { ENV_FILE: file });
  expect(nothing.code).toBe(1);
  expect(nothing.said.match(/^- [\w -]+/gm)).toEqual([
    "- A sign-in to Cloudflare",
    ...["DATABASE_URL", "DATABASE_AUTH_TOKEN", "APP_URL", ...Object.keys(GOOGLE), "FIRST_ADMIN"].map(
      (name) => `- ${name}`,
    ),
  ]);
  expect(nothing.said).toContain(
    `\nAdd it to ${env.ENV_FILE}, or run npm run deploy at a terminal, which asks for it.\n`,
  );

  cloudflare.accounts.push({ id: "stable", name: "Stable" });
  const some = await deploy(cloudflare, { ...database.env, ...GOOGLE, ...SIGNED_IN });
  expect([some.code, some.said]).toEqual([1, expect.stringContaining("barn (Barn), stable (Stable)")]);
  expect(some.said.match(/^- \w+/gm)).toEqual(["- CLOUDFLARE_ACCOUNT_ID", "- APP_URL", "- FIRST_ADMIN"]);
  expect([await database.tables(), existsSync(file), cloudflare.steps]).toEqual([
    [],
    false,
    expect.not.arrayContaining(["upload"]),
  ]);
});

test("a new version that is not healthy is named with what it says and with the way back", async () => {
  const { url, versionId, health, ...cloudflare } = await startCloudflare({ secrets: [] });
  Object.assign(health, { status: 503, body: { version: versionId, database: "refused", live: "ok" } });
  const failure = confirmHealth({ versionId, targets: ["https://hayloft.barn.workers.dev"] }, url, 10);
  await expect(failure).rejects.toThrow(
    `${url}/health does not say that version ${versionId} is healthy: {"version":"${versionId}","database":"refused","live":"ok"}. To go back to the version before: npx wrangler rollback`,
  );
  expect(cloudflare.steps).toHaveLength(3);
});

test("an APP_URL that is not the address of the worker is named before its health is asked for", async () => {
  const deployment = { versionId: "1", targets: ["schedule: 30 8 * * *", "https://hayloft.barn.workers.dev"] };
  await expect(confirmHealth(deployment, "https://hayloft.bran.workers.dev/")).rejects.toThrow(
    "The app is open at https://hayloft.barn.workers.dev, and APP_URL says https://hayloft.bran.workers.dev/: correct APP_URL,",
  );
});
