import { afterEach, vi } from "vitest";

const errors = vi.spyOn(console, "error");

/** A test that makes noise on the console has found something. */
afterEach(() => {
  const said = errors.mock.calls.map((call) => call.join(" "));
  errors.mockClear();
  if (said.length > 0) throw new Error(`console.error was called: ${said.join("\n")}`);
});
