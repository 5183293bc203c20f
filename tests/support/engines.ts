import { expect, inject } from "vitest";
import { ENGINES, type EngineName } from "#bin/engines.ts";
import type { Barn } from "./barn.ts";
import type { Engine, EngineWindow, Visit } from "./engine.ts";
import { startFirefox } from "./firefox.ts";
import { IS_HYDRATED } from "./people.ts";
import { startWebKit } from "./webkit.ts";

const START: Record<EngineName, () => Promise<Engine>> = { Firefox: startFirefox, WebKit: startWebKit };

export type Engines = Awaited<ReturnType<typeof startEngines>>;

/** The engines, each with the title of its tests and whether they are skipped. The title then has the reason. */
export const engines = () =>
  ENGINES.map((engine) => {
    const reason = inject("missingEngines")[engine];
    return { engine, title: reason ? `${engine} (skipped: ${reason})` : engine, isMissing: reason !== null };
  });

/** Starts the engines of this machine, for the tests of one file. */
export async function startEngines() {
  const installed = engines().filter(({ isMissing }) => !isMissing);
  const started = await Promise.all(
    installed.map(async ({ engine }) => [engine, await START[engine]()] satisfies [EngineName, Engine]),
  );
  const byName = new Map<EngineName, Engine>(started);
  return {
    /** Runs `steps` in a window in which `person` is signed in. */
    async visitAs(name: EngineName, barn: Barn, person: Person, steps: (visit: Visit) => Promise<void>): Promise<void> {
      const engine = byName.get(name);
      if (!engine) throw new Error(`${name} is not installed`);
      const [cookie = "", value = ""] = (await barn.cookieOf(person)).split("=");
      await engine.visit([{ name: cookie, value, url: barn.url }], steps);
    },
    close: () => Promise.all([...byName.values()].map((engine) => engine.close())),
  };
}

type Person = { email: string; name: string };

/** Opens the page, and waits until React has hydrated it. */
export async function openIn(window: EngineWindow, address: string): Promise<void> {
  await window.goto(address);
  await expect.poll(() => window.evaluate(IS_HYDRATED), { timeout: 5_000 }).toBe(true);
}
