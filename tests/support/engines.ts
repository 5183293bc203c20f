import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject } from "vitest";
import { ENGINES, type EngineName } from "#bin/engines.ts";
import type { Barn } from "./barn.ts";
import { type Engine, type EngineWindow, untilFound, type Visit } from "./engine.ts";
import { startFirefox } from "./firefox.ts";
import { IS_HYDRATED } from "./people.ts";
import { startWebKit } from "./webkit.ts";

const START: Record<EngineName, () => Promise<Engine>> = { Firefox: startFirefox, WebKit: startWebKit };

export type Engines = ReturnType<typeof startEngines>;

/** The engines, each with the title of its tests and whether they are skipped. The title then has the reason. */
export const engines = () =>
  ENGINES.map((engine) => {
    const reason = inject("missingEngines")[engine];
    return { engine, title: reason ? `${engine} (skipped: ${reason})` : engine, isMissing: reason !== null };
  });

/** The engines of this machine, for the tests of one file. Each starts with its first visit. */
export function startEngines() {
  const started = new Map<EngineName, Promise<Engine>>();
  function engineOf(name: EngineName): Promise<Engine> {
    const engine = started.get(name) ?? START[name]();
    started.set(name, engine);
    return engine;
  }
  return {
    /** Runs `steps` in a window without a signed-in user. */
    visit: async (name: EngineName, steps: (visit: Visit) => Promise<void>) => (await engineOf(name)).visit([], steps),
    /** Runs `steps` in a window in which `person` is signed in. */
    async visitAs(name: EngineName, barn: Barn, person: Person, steps: (visit: Visit) => Promise<void>): Promise<void> {
      const [cookie = "", value = ""] = (await barn.cookieOf(person)).split("=");
      await (await engineOf(name)).visit([{ name: cookie, value, url: barn.url }], steps);
    },
    /** The text of the one file that the engine's pages have downloaded, when it is whole. */
    async receivedFile(name: EngineName): Promise<string> {
      const { downloads } = await engineOf(name);
      return untilFound("downloaded file", async () => {
        const files = readdirSync(downloads, { recursive: true }).map(String);
        const [file] = files.filter((each) => each.endsWith(".csv"));
        return file && readFileSync(join(downloads, file), "utf8") ? readFileSync(join(downloads, file), "utf8") : null;
      });
    },
    async close() {
      for (const engine of started.values()) await (await engine).close();
    },
  };
}

type Person = { email: string; name: string };

/** Opens the page, and waits until React has hydrated it. */
export async function openIn(window: EngineWindow, address: string): Promise<void> {
  await window.goto(address);
  await expect.poll(() => window.evaluate(IS_HYDRATED), { timeout: 5_000 }).toBe(true);
}
