import { expect, test } from "vitest";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

const { barn } = startBarn();

test("the hits of 'Go to anything' cost one database request, are never stored, and are for admins only", async () => {
  const headers = { Cookie: await barn.cookieOf(ADMIN) };
  for (const address of ["/go?q=bella", "/go.data?q=bella&_routes=/go"]) {
    barn.proxy.requests.length = 0;
    const response = await barn.get(address, headers);
    expect(await response.text()).toContain("Bella");
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([
      200,
      expect.stringContaining("no-store"),
    ]);
    expect(barn.proxy.requests).toHaveLength(1);
    const refused = await barn.get(address);
    expect(refused.status).toBe(address.includes(".data") ? 403 : 302);
    expect(await refused.text()).not.toContain("Bella");
  }
  const nothing = await (await barn.get("/go?q=zzzz", headers)).text();
  expect(nothing).toContain("Nothing found for &#x27;zzzz&#x27;.");
});
