import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runParts } from "#lab/bench/parts.ts";

beforeEach(() => void vi.spyOn(process.stdout, "write").mockReturnValue(true));
afterEach(() => void vi.restoreAllMocks());

test("a part of the bench that throws, or never ends, is named, and the parts after it run", async () => {
  const ran: string[] = [];
  const failures = await runParts(
    [
      ["first", () => Promise.reject(new Error("/horses returned 500"))],
      ["live", () => new Promise(() => {})],
      ["export", async () => void ran.push("export")],
    ],
    50,
  );
  expect(failures).toEqual([
    "The part 'first' failed: /horses returned 500",
    "The part 'live' failed: it did not end within 0.05 seconds",
  ]);
  expect(ran).toEqual(["export"]);
});
