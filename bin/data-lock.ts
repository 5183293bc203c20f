import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Which sqld serves a data directory. */
export type Holder = { pid: number; url: string };

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
