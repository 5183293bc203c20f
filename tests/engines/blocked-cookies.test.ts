import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Barn, openBarn } from "#tests/support/barn/barn.ts";
import type { Engine } from "#tests/support/engines/engine.ts";
import { lookUp } from "#tests/support/engines/engines.ts";
import { startFirefox } from "#tests/support/engines/firefox.ts";
import { logServiceIn } from "./screens.ts";

const { title, isMissing } = lookUp("Firefox");
const BLOCK_ALL = 2;

describe(title, () => {
  let barn: Barn;
  let engine: Engine;
  beforeAll(async () => {
    if (isMissing) return;
    [barn, engine] = await Promise.all([openBarn(), startFirefox({ "network.cookie.cookieBehavior": BLOCK_ALL })]);
  });
  afterAll(async () => {
    if (isMissing) return;
    await engine.close();
    await barn.close();
  });

  test.skipIf(isMissing)("with all cookies blocked a visitor logs a service", () =>
    engine.visit([], async ({ window }) => {
      await window.goto(barn.url);
      expect(await window.evaluate("(() => { try { return !localStorage; } catch { return true; } })()")).toBe(true);
      await logServiceIn(barn, window);
    }),
  );
});
