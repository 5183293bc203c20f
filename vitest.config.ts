import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.{ts,tsx}"],
    globalSetup: "tests/support/template.ts",
    setupFiles: "tests/support/quiet.ts",
    // Each file runs its own sqld, workerd and, in the browser's tests, Chromium: what one waits for leaves room for others.
    maxWorkers: 3,
    // To load wrangler takes seconds; the files keep nothing in modules.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
