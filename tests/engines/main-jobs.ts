import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EngineName } from "#bin/browsers/engines.ts";
import { ADMIN, type Barn, openBarn } from "#tests/support/barn/barn.ts";
import type { Engine, Visit } from "#tests/support/engines/engine.ts";
import { lookUp, openIn, receivedFile, START, visitInEngineAs } from "#tests/support/engines/engines.ts";
import { openKeptScreens } from "./cached-screens.ts";
import { loadEveryScreen } from "./every-screen.ts";
import { leaveAFilledDialog } from "./leaving.ts";
import { listenBesideAStuckStream } from "./live.ts";
import { logWithoutConnection } from "./offline.ts";
import {
  addEditAndDelete,
  addEngineHorses,
  billExportAndPay,
  changeInAnotherWindow,
  cutNothing,
  editHorses,
  expectClosedWithoutPopovers,
  fitSmallLaptop,
  logServiceIn,
} from "./screens.ts";
import { shareStatement } from "./shared-statement.ts";
import { signOutOfTwoWindows } from "./sign-out.ts";
import { editWhatAnotherEdits } from "./two-people.ts";

/** The main jobs of the office in an engine that is started once. tests/browser/ has the rest, in Chromium. */
export function testMainJobs(name: EngineName): void {
  const { title, isMissing } = lookUp(name);
  let barn: Barn;
  let engine: Engine;
  const testJobs = (jobs: string, steps: () => Promise<void>) => test.skipIf(isMissing)(jobs, steps);

  describe(title, () => {
    beforeAll(async () => {
      if (isMissing) return;
      [barn, engine] = await Promise.all([openBarn({ accounts: [{ ...ADMIN, emailVerified: true }] }), START[name]()]);
      await addEngineHorses(barn);
    });
    afterAll(async () => {
      if (!isMissing) await Promise.all([engine.close(), barn.close()]);
    });

    testJobs(
      "a visitor signs in, leaves a filled dialog, and signs out, after which Back shows nothing of the office in any window, and logs services, with and without a connection",
      () =>
        engine.visit([], async (visit) => {
          const { window, popup } = visit;
          await openIn(window, barn.url);
          await window.press("button", "Sign in");
          await (await popup()).press("button", ADMIN.email);
          await expect.poll(() => window.count("link", "Payroll Summary")).toBe(1);
          await leaveAFilledDialog(barn, visit);
          await signOutOfTwoWindows(barn, visit);
          await logServiceIn(barn, window);
          await logWithoutConnection(barn, visit);
        }),
    );

    testJobs("every screen, dialog and page of a record loads without a message on the console", () =>
      visitInEngineAs(engine, barn, ADMIN, ({ window }) => loadEveryScreen(barn, window)),
    );

    const testAdmin = (jobs: string, steps: (visit: Visit) => Promise<void>) =>
      testJobs(`an admin ${jobs}`, () => visitInEngineAs(engine, barn, ADMIN, steps));

    testAdmin("sees lists that fit a small laptop and cut nothing, and edits rows and records", async ({ window }) => {
      await fitSmallLaptop(barn, window);
      await cutNothing(barn, window);
      await editHorses(barn, window);
      await addEditAndDelete(barn, window);
    });

    testAdmin("bills, exports and pays, sees what changes elsewhere, and edits what another edits", async (visit) => {
      await billExportAndPay(barn, visit.window, () => receivedFile(engine));
      await listenBesideAStuckStream(barn, visit);
      await changeInAnotherWindow(barn, visit);
      await editWhatAnotherEdits(barn, visit.window);
    });

    testAdmin("opens screens again without a request, and shares a statement", async ({ window }) => {
      await expectClosedWithoutPopovers(barn, window);
      await openKeptScreens(barn, window);
      await shareStatement(barn, window);
    });
  });
}
