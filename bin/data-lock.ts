import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Which sqld serves a data directory, and the app that is open on it. */
export type Holder = { pid: number; url: string; app?: string };

const fileOf = (dataDir: string) => join(dataDir, "sqld.json");

/**
 * The sqld that serves a data directory at this moment. sqld itself does not mind a second one on the same files, and the
 * two would ruin them, so each that we start leaves its name there.
 */
export function findHolder(dataDir: string): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(fileOf(dataDir), "utf8")) as Holder;
    return isSqld(holder.pid) ? holder : null;
  } catch {
    return null;
  }
}

export function hold(dataDir: string, holder: Holder): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(fileOf(dataDir), JSON.stringify(holder));
}

/** Says where the app on a directory is, so that the other commands can tell it what they change. */
export function nameApp(dataDir: string, app: string): void {
  const holder = findHolder(dataDir);
  if (holder) hold(dataDir, { ...holder, app });
}

export function letGo(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true });
}

/** A process of that number may be anybody's by now, after a crash or a restart of the machine. */
function isSqld(pid: number): boolean {
  try {
    return commandOf(pid).includes("sqld");
  } catch {
    return false;
  }
}

function commandOf(pid: number): string {
  if (process.platform === "linux") return readFileSync(`/proc/${pid}/comm`, "utf8");
  return execFileSync("ps", ["-p", String(pid), "-o", "comm="], { encoding: "utf8" });
}
