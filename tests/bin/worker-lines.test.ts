import { expect, test, vi } from "vitest";
import { toStderr } from "#bin/running/worker.ts";

test("npm start prints the lines of the app, and none of workerd about a client that has gone", () => {
  const printed = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const gone = "kj::getCaughtExceptionAsKj() = kj/async-io-unix.c++:186: disconnected: ::writev(fd, ...): Broken pipe";
  const kept = ['{"level":"error"}', "SyntaxError: a fault", "workerd/jsg/setup.c++:9: fatal: out of memory"];
  for (const message of [gone, ...kept]) toStderr({ level: "error", message });
  const lines = printed.mock.calls.map(([line]) => line);
  printed.mockRestore();
  expect(lines).toEqual(kept.map((line) => `${line}\n`));
});
