import { runQuietly } from "#bin/process/child.ts";
import { bundleFile } from "./raw-workerd.ts";

/** Builds the Remix app with one table of 50 rows like the app itself, and returns the file of its worker. */
export async function buildBare(): Promise<string> {
  await runQuietly("node_modules/.bin/remix", ["vite:build", "--config", "lab/bench/bare/vite.config.ts"], {
    env: { NODE_ENV: "production" },
    failure: "The route to compare with could not be built.",
  });
  return bundleFile("build/bare/server");
}
