import { type ChildProcess, spawn } from "node:child_process";
import { dieWithUs } from "./child.ts";
import { UserFacingError } from "./user-facing-error.ts";

/** Runs a tool; its output is shown only when it fails, before the sentence `failure`. */
export async function runQuietly(
  file: string,
  args: string[],
  { env = {}, failure }: { env?: Record<string, string>; failure: string },
): Promise<void> {
  const child = spawn(file, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
  dieWithUs(child);
  const said = collect(child);
  const code = await new Promise((resolve) => child.once("error", () => resolve(-1)).once("close", resolve));
  if (code === 0) return;
  process.stderr.write(said());
  throw new UserFacingError(failure);
}

/** Runs a tool, and returns its exit code and its output. */
export async function collectOutput(
  file: string,
  args: string[],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = spawn(file, args, { stdio: ["ignore", "pipe", "pipe"] });
  dieWithUs(child);
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      said[name] += text;
    });
  }
  const code = await new Promise<number>((resolve) => {
    child.once("error", () => resolve(-1)).once("close", (exit) => resolve(exit ?? -1));
  });
  return { code, ...said };
}

/**
 * Runs a tool at this very terminal, passes on signals, and returns its exit code. `input` is the file descriptor of its standard
 * input, if that is not the terminal.
 */
export async function runHere(file: string, args: string[], input: "inherit" | number = "inherit"): Promise<number> {
  const child = spawn(file, args, { stdio: [input, "inherit", "inherit"] });
  dieWithUs(child);
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  process.on("SIGINT", forward).on("SIGTERM", forward);
  const code = await new Promise<number>((resolve, reject) =>
    child.once("error", reject).once("exit", (exit) => resolve(exit ?? 1)),
  );
  process.off("SIGINT", forward).off("SIGTERM", forward);
  return code;
}

function collect(child: ChildProcess): () => string {
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  return () => said;
}
