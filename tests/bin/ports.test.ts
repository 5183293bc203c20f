import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { findFreePort, LOOPBACK, problemOfPort } from "#bin/running/ports.ts";

test("a port is free, or in use", async () => {
  const port = await findFreePort();
  expect(await problemOfPort(port)).toBe(undefined);
  const server = createServer();
  await new Promise<void>((listening) => server.listen(port, LOOPBACK, listening));
  onTestFinished(() => void server.close());
  expect(await problemOfPort(port)).toBe("is in use");
});

// Only root can become another user for a moment. Linux alone has ports that other users may not open.
test.skipIf(process.platform !== "linux" || process.getuid?.() !== 0)(
  "a port that only root may open is said to be so, and not to be in use",
  async () => {
    process.seteuid?.("nobody");
    try {
      expect(await problemOfPort(80)).toBe("is not allowed for this user");
    } finally {
      process.seteuid?.(0);
    }
  },
);
