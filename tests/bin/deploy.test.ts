import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { REQUIRED_VARIABLES } from "#app/server/env.ts";
import { confirmHealth } from "#bin/confirm-health.ts";
import { checkSecrets } from "#bin/wrangler.ts";
import { type Cloudflare, startCloudflare } from "#tests/support/cloudflare.ts";
import { ended, runCommand } from "#tests/support/command.ts";
import { type HostedDatabase, startHostedDatabase } from "#tests/support/hosted-database.ts";

/* `npm run deploy` with the real wrangler; a server of the test answers in Cloudflare's place. */

const SIGNED_IN = { CLOUDFLARE_API_TOKEN: "the-token" };

afterEach(() => void vi.unstubAllEnvs());

async function deploy(database: HostedDatabase, { env }: Cloudflare, more: Record<string, string> = {}) {
  // An empty home folder hides the developer's own Cloudflare login from wrangler.
  const home = mkdtempSync(join(tmpdir(), "hayloft-home-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const command = runCommand(["deploy"], { ...database.env, ...env, HOME: home, XDG_CONFIG_HOME: home, ...more });
  return { code: await ended(command), said: command.said() };
}

test("without a sign-in to Cloudflare, npm run deploy says so in one sentence and changes nothing", async () => {
  const [database, cloudflare] = [await startHostedDatabase(), await startCloudflare({ secrets: [] })];
  expect(await deploy(database, cloudflare)).toEqual({
    code: 1,
    said: "Nobody is signed in to Cloudflare on this machine; run npx wrangler login first.\n",
  });
  expect(await database.tables()).toEqual([]);
}, 60_000);

const LACKING: [what: string, secrets: string[] | null, missing: string][] = [
  ["a secret", REQUIRED_VARIABLES.filter((name) => name !== "SESSION_SECRET"), "SESSION_SECRET"],
  ["a worker", null, REQUIRED_VARIABLES.join(", ")],
];

test.each(LACKING)(
  "without %s, a deployment names what is missing",
  async (_, secrets, missing) => {
    const { env } = await startCloudflare({ secrets });
    for (const [name, value] of Object.entries({ ...env, ...SIGNED_IN })) vi.stubEnv(name, value);
    await expect(checkSecrets(REQUIRED_VARIABLES)).rejects.toThrow(
      `The worker on Cloudflare lacks ${missing}; run npx wrangler secret put NAME for each.`,
    );
  },
  60_000,
);

test("npm run deploy checks the sign-in and the secrets, migrates, uploads, and asks the new version for its health", async () => {
  const [database, cloudflare] = [
    await startHostedDatabase(),
    await startCloudflare({ secrets: [...REQUIRED_VARIABLES] }),
  ];
  cloudflare.onUpload = async () => ((await database.tables()).includes("horses") ? "upload, migrated" : "upload");
  const { code, said } = await deploy(database, cloudflare, SIGNED_IN);
  expect(said).toContain(`Version ${cloudflare.versionId} is open at ${cloudflare.url}, and healthy.`);
  expect(said).toContain("To go back to the version before: npx wrangler rollback");
  expect(code).toBe(0);
  const wanted = ["GET /user", "GET /secrets", "upload, migrated", "POST /deployments", "GET /health"];
  expect(cloudflare.steps.filter((step) => wanted.includes(step))).toEqual(wanted);
}, 120_000);

test("a new version that is not healthy is named with what it says and with the way back", async () => {
  const { url, versionId, health, ...cloudflare } = await startCloudflare({ secrets: [] });
  Object.assign(health, { status: 503, body: { version: versionId, database: "refused", live: "ok" } });
  const failure = confirmHealth({ versionId, url }, 10);
  await expect(failure).rejects.toThrow(
    `${url}/health does not say that version ${versionId} is healthy: {"version":"${versionId}","database":"refused","live":"ok"}. To go back to the version before: npx wrangler rollback`,
  );
  expect(cloudflare.steps).toHaveLength(3);
});
