import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What runs for long comes first, so that at the end no worker waits for another. */
const LONGEST_FIRST = ["/browser/", "/bin/", "/worker/", "/db/"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONGEST_FIRST.findIndex((folder) => moduleId.includes(`/tests${folder}`));
      return found === -1 ? LONGEST_FIRST.length : found;
    };
    return files.toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    include: ["tests/**/*.test.{ts,tsx}"],
    globalSetup: "tests/support/template.ts",
    setupFiles: "tests/support/quiet.ts",
    // Each file runs its own sqld and workerd: what one waits for leaves room for others.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // To load wrangler takes seconds; the files keep nothing in modules but the browser.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
