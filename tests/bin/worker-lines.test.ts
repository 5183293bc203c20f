import { expect, test, vi } from "vitest";
import { toStderr } from "#bin/worker.ts";

test("npm start prints the lines of the app, and none of workerd itself", () => {
  const printed = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const gone = "kj::getCaughtExceptionAsKj() = kj/async-io-unix.c++:186: disconnected: ::writev(fd, ...): Broken pipe";
  for (const message of [gone, '{"level":"error"}', "SyntaxError: a fault"]) toStderr({ level: "error", message });
  const lines = printed.mock.calls.map(([line]) => line);
  printed.mockRestore();
  expect(lines).toEqual(['{"level":"error"}\n', "SyntaxError: a fault\n"]);
});
