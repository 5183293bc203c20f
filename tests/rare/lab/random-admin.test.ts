import { expect, test } from "vitest";
import { cookieAt } from "#bin/running/session-cookie.ts";
import { barnOf } from "#lab/random-admin/barn.ts";
import { chromiumHands } from "#lab/random-admin/hands.ts";
import { runRandomAdmin } from "#lab/random-admin/random-admin.ts";
import { openBrowser, visit } from "#lab/support/browser.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { DESK } from "#tests/support/browser/lists.ts";
import { samples } from "#tests/support/samples.ts";

/* An admin who does anything, and a model that knows what must be in the database after it (docs/testing.md, 'Kinds of tests'). */

const { barn } = startBarn();

const SECONDS = samples(40);
/** The same sequences in each run, as far as the time reaches; `npm run soak -- --browser` tries others. */
const FIRST_SEED = 17;

test("whatever an admin does in lists: what was called saved is there, what was not touched is unchanged, nothing typed is gone", async () => {
  const { SEED, RANDOM_PATH: path, REPLAY: replay } = process.env;
  const seed = Number(SEED ?? FIRST_SEED);
  console.log(`Random admin: SEED=${seed}`);
  const { cookie, ...worked } = await barnOf(barn);
  await visit(
    await openBrowser(),
    DESK,
    async (page) => {
      await page.context().addCookies([cookieAt(barn.url, cookie)]);
      const settings = { milliseconds: SECONDS * 1_000, seed, path, replay };
      const { sequences, steps } = await runRandomAdmin(worked, chromiumHands(page), settings);
      console.log(`${sequences} sequences, ${steps} steps`);
      expect(steps).toBeGreaterThan(0);
    },
    // The random admin itself reads the console.
    /./,
  );
}, 600_000);
