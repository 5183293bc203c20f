import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { forgetNamedDatabase } from "./bin/environment.ts";
import { keepTemporaryFilesTogether } from "./tests/support/temporary-files.ts";

// For whoever starts vitest without `npm test`, too: tests write to databases of their own only.
forgetNamedDatabase();
keepTemporaryFilesTogether();

const CHROMIUM = "tests/support/chromium.ts";
const BUILD = "tests/support/build.ts";
const ENGINES = "tests/support/engine-setup.ts";
const TEMPLATE = "tests/support/template.ts";
const SPEC_BARN = "tests/spec/barn.ts";

/** Each project with what it needs before its first file, from the quickest to the slowest. */
const PROJECTS: { name: string; globalSetup: string[] }[] = [
  { name: "unit", globalSetup: [] },
  { name: "db", globalSetup: [TEMPLATE] },
  { name: "worker", globalSetup: [BUILD, TEMPLATE] },
  { name: "bin", globalSetup: [BUILD] },
  { name: "browser", globalSetup: [CHROMIUM, BUILD, TEMPLATE] },
  { name: "spec", globalSetup: [CHROMIUM, BUILD, SPEC_BARN] },
  { name: "engines", globalSetup: [ENGINES, BUILD, TEMPLATE] },
];

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
    projects: PROJECTS.map(({ name, globalSetup }) => ({
      extends: true,
      test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], globalSetup },
    })),
    setupFiles: "tests/support/quiet.ts",
    // The files of a process share its servers, its browser and the modules that take seconds to load.
    isolate: false,
    // More than the cores of a small machine, since tests wait for servers and browsers.
    maxWorkers: 3,
    sequence: { sequencer: ByProject },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000, interval: 100 } },
  },
});
