import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { forgetNamedDatabase } from "./bin/process/environment.ts";
import { keepTemporaryFilesTogether } from "./tests/support/temporary-files.ts";

// For whoever starts vitest without `npm test`, too: tests write to databases of their own only.
forgetNamedDatabase();
keepTemporaryFilesTogether();

const CHROMIUM = "tests/support/chromium.ts";
const BUILD = "tests/support/build.ts";
const ENGINES = "tests/support/engines/engine-setup.ts";
const TEMPLATE = "tests/support/template.ts";
const SPEC_BARN = "tests/spec/barn.ts";

type Project = { name: string; tier: "main" | "rest"; globalSetup: string[] };

/** Each project with its tier and what it needs before its first file, from the quickest to the slowest of a tier. */
const PROJECTS: readonly Project[] = [
  { name: "unit", tier: "main", globalSetup: [] },
  { name: "db", tier: "main", globalSetup: [TEMPLATE] },
  { name: "worker", tier: "main", globalSetup: [BUILD, TEMPLATE] },
  { name: "browser", tier: "main", globalSetup: [CHROMIUM, BUILD, TEMPLATE] },
  { name: "spec", tier: "main", globalSetup: [CHROMIUM, BUILD, SPEC_BARN] },
  { name: "bin", tier: "rest", globalSetup: [BUILD] },
  { name: "engines", tier: "rest", globalSetup: [ENGINES, BUILD, TEMPLATE] },
  { name: "rare", tier: "rest", globalSetup: [CHROMIUM, BUILD, TEMPLATE] },
];

/** Of `npm test` and `npm run test:rest`; without it, the tests of both run. */
const { TEST_TIER } = process.env;
const chosen = PROJECTS.filter(({ tier }) => !TEST_TIER || tier === TEST_TIER);

/** Runs project after project: a process that changes its project has to be started again. */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification) => PROJECTS.findIndex(({ name }) => name === project.name);
    const longestFirst = await super.sort(files);
    return longestFirst.toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    projects: chosen.map(({ name, globalSetup }) => ({
      extends: true,
      test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], globalSetup },
    })),
    setupFiles: "tests/support/quiet.ts",
    // The files of a process share its servers, its browser and the modules that take seconds to load.
    isolate: false,
    // More than the cores of a small machine, since tests wait for servers and browsers.
    maxWorkers: 3,
    sequence: { sequencer: ByProject },
    // For a machine that does other work, too: a test that hangs is rare, and what a test waits for has a shorter limit.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // On a busy machine another engine takes many seconds to show a page. A test asserts no time.
    expect: { poll: { timeout: 60_000, interval: 50 } },
  },
});
