import { mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { runQuietly, startChild } from "#bin/process/child.ts";
import { UserFacingError } from "#bin/process/user-facing-error.ts";

/** Returns the commit before the last migration, which is the version of a barn that is to be upgraded; null without the history. */
export async function versionBefore(): Promise<string | null> {
  const [last] = await git("log", "-1", "--format=%H", "--", "db/migrations");
  const [commit = null] = last ? await git("rev-parse", "--verify", "--quiet", `${last}^`) : [];
  return commit && (await hasTheSamePackages(commit)) ? commit : null;
}

/**
 * Builds the version of a commit, with the packages of this one, and returns the folder of its sources.
 * @throws UserFacingError if there is no such version, or its packages are others
 */
export async function buildVersion(commit: string, folder: string): Promise<string> {
  if (!(await hasTheSamePackages(commit)))
    throw new UserFacingError(`${commit} is no version of Hayloft with the packages of this one.`);
  const sources = join(folder, "earlier");
  mkdirSync(sources);
  const failure = `The version ${commit} could not be built; the reason is above.`;
  await runQuietly("git", ["archive", `--output=${sources}.tar`, commit], { failure });
  await runQuietly("tar", ["-xf", `${sources}.tar`, "-C", sources], { failure });
  symlinkSync(resolve("node_modules"), join(sources, "node_modules"));
  await runQuietly(join(sources, "node_modules/.bin/remix"), ["vite:build", "--config", "remix.config.ts"], {
    cwd: sources,
    env: { NODE_ENV: "production" },
    failure,
  });
  return sources;
}

const hasTheSamePackages = async (commit: string) =>
  (await startChild("git", ["diff", "--quiet", commit, "--", "package-lock.json"]).ended) === 0;

/** The lines that git prints; none if it fails. */
async function git(...args: string[]): Promise<string[]> {
  const child = startChild("git", args);
  return (await child.ended) === 0 ? child.stdout().split("\n").filter(Boolean) : [];
}
