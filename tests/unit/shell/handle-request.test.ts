import type { ServerBuild } from "@remix-run/cloudflare";
import { expect, test, vi } from "vitest";
import type { Env } from "#app/server/env.ts";
import { createFetchHandler } from "#app/worker/handle-request.ts";
import { DEPLOYED } from "#tests/support/commands/deployed.ts";

test("a request that fails outside of every route gets 500 in words, with the security headers, and a line in the log", async () => {
  // Without routes, Remix fails before it has a page for errors.
  const build = { assets: { version: "of the test" }, routes: {} } as unknown as ServerBuild;
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const context = { waitUntil: () => {} } as unknown as ExecutionContext;
  const response = await createFetchHandler(build)(
    new Request("https://barn.example/horses"),
    DEPLOYED as unknown as Env,
    context,
  );
  expect([response.status, await response.text()]).toEqual([500, "Something went wrong. Try again in a moment."]);
  expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  const [line] = log.mock.calls.map(([text]) => JSON.parse(text));
  expect(line).toMatchObject({ message: "Request failed", method: "GET", route: "*", status: 500 });
  expect(line).toMatchObject({ level: "error", requestId: response.headers.get("X-Request-Id") });
  expect(line.cause.stack.length).toBeGreaterThan(0);
  log.mockClear();
});
