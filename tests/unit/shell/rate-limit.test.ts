import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createLoadContext, type WorkerScope } from "#app/worker/context.ts";
import { DEPLOYED } from "#tests/support/commands/deployed.ts";

/** Counts as the platform does within one minute, to a tenth of the limits. */
function limiter(limit: number): RateLimit {
  const counts = new Map<string, number>();
  return {
    async limit({ key }) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return { success: (counts.get(key) ?? 0) <= limit };
    },
  };
}

/** Returns a function that counts one entry of a visitor with this address, and says whether the address may send it. */
function limitedEntries() {
  const env = {
    ...DEPLOYED,
    VERSION: { id: "1" },
    RATE_LIMIT_60: limiter(6),
    RATE_LIMIT_600: limiter(60),
  };
  const scope = { env, nonce: "", log: {}, ctx: {} } as unknown as WorkerScope;
  return async (address: string) => {
    const request = new Request("https://barn.example/", { headers: { "CF-Connecting-IP": address } });
    return (await createLoadContext(request, scope)).isWithinRateLimit("entry");
  };
}

async function countAllowed(addresses: string[]): Promise<number> {
  const isWithin = limitedEntries();
  let allowed = 0;
  for (const address of addresses) if (await isWithin(address)) allowed += 1;
  return allowed;
}

const addresses = (count: number, address: (n: string) => string) =>
  Array.from({ length: count }, (_, n) => address(n.toString(16)));

test("all networks of one IPv6 /48 together have ten times the limit of one", async () => {
  expect(await countAllowed(addresses(70, (n) => `2001:db8:7:1::${n}`))).toBe(6);
  expect(await countAllowed(addresses(70, (n) => `2001:db8:7:${n}::1`))).toBe(60);
  expect(await countAllowed(addresses(70, (n) => `2001:db8:${n}::1`))).toBe(70);
  const limits = [...readFileSync("wrangler.toml", "utf8").matchAll(/name = "(RATE_LIMIT_\d+)"[^[]*limit = (\d+)/g)];
  expect(limits.map(([, name, limit]) => [name, limit])).toEqual([
    ["RATE_LIMIT_60", "60"],
    ["RATE_LIMIT_600", "600"],
  ]);
});

test("a network that has used up its limit takes nothing from the others of its /48", async () => {
  const own = addresses(70, () => "2001:db8:7:1::1");
  expect(await countAllowed([...own, "2001:db8:7:2::1"])).toBe(7);
});
