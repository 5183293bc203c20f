import { buildApp, isBuilt } from "#bin/running/build.ts";

/** Builds the app unless the build is up to date. */
export default async function setUp(): Promise<void> {
  if (!isBuilt()) console.error("Building the app…");
  await buildApp();
}
