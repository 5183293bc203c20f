import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { type Child, startChild } from "#bin/process/child.ts";
import { temporaryFolder } from "#bin/process/lifecycle.ts";
import { readArguments } from "#bin/process/options.ts";
import { until } from "#bin/process/until.ts";
import { UserFacingError } from "#bin/process/user-facing-error.ts";
import { findFreePort, isPortFree, LOOPBACK } from "#bin/running/ports.ts";

/**
 * Versions of the npm packages with the binaries of Node, the newest first: the newest installs the packages of the
 * clone, which the others find installed.
 */
const NEWEST_OF_EACH_LINE = ["26.10.0", "24.21.0", "22.23.3", "20.20.2"];
/** The newest and the oldest Node that the app supports. */
const ENDS = ["26.10.0", "20.20.0"];

const PATIENCE_MS = 180_000;

/**
 * `npm run smoke`: on the newest and on the oldest Node, a fresh clone in a path with spaces and accents opens with `npm start`
 * alone, takes an entry, and ends on Ctrl-C without a trace. As root it runs as another user; the data is on another disk
 * where there is one. `--all-nodes` tries the newest version of each even line from 20 to 26 instead.
 * @throws UserFacingError if the arguments are wrong, or if the app does not open, take the entry or end
 */
export async function command(args: string[]): Promise<void> {
  const versions = nodesOf(args);
  const folder = temporaryFolder("smoke");
  const user = ordinaryUser();
  const clone = join(folder, "Höfe und Ställe", "hay loft");
  console.log(`Cloning to ${clone}…`);
  execFileSync("git", ["clone", "--quiet", process.cwd(), clone]);
  const data = temporaryFolder("data é ", existsSync("/dev/shm") ? "/dev/shm" : folder);
  for (const path of [folder, data]) giveTo(user, path);
  for (const version of versions) {
    const path = [binariesOf(version, folder), process.env.PATH].join(delimiter);
    const seconds = await openAndClose({ clone, data: join(data, version), path, home: folder, user });
    console.log(`Node ${version}: opened in ${seconds} seconds, took an entry, and ended without a trace.`);
  }
}

/** Returns the versions of Node to try. */
export function nodesOf(args: string[]): string[] {
  const usage = "Say npm run smoke, or npm run smoke -- --all-nodes for the newest Node 20, 22, 24 and 26.";
  const { values } = readArguments({ args, options: { "all-nodes": { type: "boolean" } } }, usage);
  return values["all-nodes"] ? NEWEST_OF_EACH_LINE : ENDS;
}

type User = { uid: number; gid: number } | undefined;

/** The ids of the system's user `nobody` if this process runs as root; undefined otherwise. */
function ordinaryUser(): User {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

function giveTo(user: User, path: string): void {
  if (!user) return;
  chownSync(path, user.uid, user.gid);
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) chownSync(join(entry.parentPath, entry.name), user.uid, user.gid);
  }
}

/** Installs a version of Node into a folder. Returns the directory of its binary. */
function binariesOf(version: string, folder: string): string {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const directory = join(folder, `node-${version}`);
  mkdirSync(directory);
  execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund", "--no-save", `${name}@${version}`], {
    cwd: directory,
  });
  return join(directory, "node_modules", name, "bin");
}

type Place = { clone: string; data: string; path: string; home: string; user: User };

/** Returns how many seconds the app took to open. */
async function openAndClose({ clone, data, path, home, user }: Place): Promise<number> {
  const port = await findFreePort(3);
  // Without the variables that npm sets for its scripts.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?!config_registry$)/.test(name)),
  );
  const start = performance.now();
  const app = startChild("npm", ["start"], {
    cwd: clone,
    env: { ...env, PATH: path, HOME: home, DATA_DIR: data, PORT: String(port) },
    ...user,
  });
  try {
    await untilOpen(app);
    const seconds = Math.round((performance.now() - start) / 1_000);
    await logEntry(`http://${LOOPBACK}:${port}`);
    await end(app, port);
    return seconds;
  } catch (error) {
    app.process.kill("SIGKILL");
    throw new UserFacingError(`${(error as Error).message} npm start said: ${app.said().trim().slice(-2_000)}`);
  }
}

async function untilOpen(app: Child): Promise<void> {
  const isOpen = () => app.said().includes("not an admin");
  await until(() => isOpen() || app.isGone(), { patienceMs: PATIENCE_MS, pauseMs: 100 });
  if (app.isGone()) throw new Error(`The app ended at once, with ${await app.ended}.`);
  if (!isOpen()) throw new Error("The app did not open.");
}

/** Logs a service as a browser without JavaScript does. */
async function logEntry(origin: string): Promise<void> {
  const page = await (await fetch(origin)).text();
  const optionOf = (select: string) => {
    const [, options = ""] = page.match(new RegExp(`<select[^>]*name="${select}"[^>]*>(.*?)</select>`, "s")) ?? [];
    return options.match(/<option value="([^"]+)"/)?.[1] ?? "";
  };
  const [, id = ""] = page.match(/name="id" value="([^"]+)"/) ?? [];
  const entry = { id, date: todayInNewYork(new Date()), quantity: "1", rider: "", comments: "smoke" };
  const references = { horseId: optionOf("horseId"), serviceId: optionOf("serviceId"), groomId: optionOf("groomId") };
  const answer = await fetch(`${origin}/?index`, {
    method: "POST",
    body: new URLSearchParams({ ...entry, ...references }),
    headers: { Origin: origin },
    redirect: "manual",
  });
  if (answer.status !== 303) throw new Error(`The entry was answered with ${answer.status}.`);
}

/** Ctrl-C: npm and the app get the signal. */
async function end(app: Child, port: number): Promise<void> {
  app.process.kill("SIGINT");
  const code = await app.ended;
  if (code !== 0) throw new Error(`Ctrl-C ended with ${code}.`);
  for (const each of [port, port + 1, port + 2]) {
    if (!(await isPortFree(each))) throw new Error(`After Ctrl-C port ${each} is still in use.`);
  }
}
