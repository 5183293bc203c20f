import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { JAVASCRIPT, openBrowser, visit } from "#lab/support/browser.ts";
import { type Barn, openBarn } from "#tests/support/barn/barn.ts";
import { visitAs } from "#tests/support/browser/people.ts";
import { SPEC_ADMIN } from "./barn.ts";
import { SpecPerson } from "./person.ts";

/** One statement of the specification, and the check of it. */
export type SpecStatement<Found> = readonly [says: string, holds: (found: Found) => unknown];

export type Step = {
  does: (person: SpecPerson, barn: Barn) => Promise<unknown>;
  statements: SpecStatement<unknown>[];
  only?: string;
};

const isOne = <Found>(each: SpecStatement<Found> | readonly SpecStatement<Found>[]): each is SpecStatement<Found> =>
  typeof each[0] === "string";

/** What a person does, and the statements about what they find then. The step runs when the first of its statements is tested. */
export function step<Found>(
  does: (person: SpecPerson, barn: Barn) => Promise<Found>,
  ...statements: (SpecStatement<Found> | readonly SpecStatement<Found>[])[]
): Step {
  const all = statements.flatMap((each) => (isOne(each) ? [each] : each));
  return { does, statements: all.map(([says, holds]) => [says, (found) => holds(found as Found)]) };
}

/** A step that makes sense with JavaScript only. */
export const withJavaScript = (made: Step): Step => ({ ...made, only: "with JavaScript" });

type Who = { email: string; name: string } | null;

/** What the browser says about an answer that refuses an entry. */
const NOISE = /status of 4\d\d/;

/** Opens a page in a barn of its own, which stays until it is left. */
async function arrive(who: Who, viewport: { width: number; height: number }, javaScriptEnabled: boolean) {
  const [barn, browser] = await Promise.all([openBarn(), openBrowser()]);
  let leave = () => {};
  const stay = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const options = { viewport, javaScriptEnabled, acceptDownloads: true };
  return new Promise<{ person: SpecPerson; barn: Barn; leaves: () => Promise<void> }>((arrived, failed) => {
    const stays = (page: Page) => {
      const leaves = async () => {
        leave();
        await visited;
        await barn.close();
      };
      arrived({ person: new SpecPerson(page, barn, javaScriptEnabled), barn, leaves });
      return stay;
    };
    const visited = who ? visitAs(barn, browser, who, options, stays, NOISE) : visit(browser, options, stays, NOISE);
    visited.catch(failed);
  });
}

/** These sections are visited without JavaScript, too; tests/browser/screens/without-javascript.test.ts has those of bills. */
const SEEN_TWICE = ["§2 Service Form", "§2 Horses"];

/** The statements of a section of the specification, in a visit. */
export function spec(
  section: string,
  steps: Step[],
  who: Who = SPEC_ADMIN,
  viewport = { width: 1440, height: 900 },
): void {
  const isTwice = SEEN_TWICE.some((start) => section.startsWith(start));
  describe.each(isTwice ? JAVASCRIPT : [JAVASCRIPT[0]])(`${section}, %s:`, (name, javaScriptEnabled) => {
    let here: Awaited<ReturnType<typeof arrive>>;
    beforeAll(async () => {
      here = await arrive(who, viewport, javaScriptEnabled);
    });
    afterAll(() => here.leaves());

    // Each step runs after all those before it, also if only one of its statements is tested. The statements of a step
    // say that it failed; if it has none, the next step fails.
    let previous = async (): Promise<unknown> => undefined;
    for (const { does, statements, only } of steps) {
      if (only && only !== name) continue;
      const earlier = previous;
      let found: Promise<unknown> | undefined;
      const find = () => {
        found ??= earlier().then(() => does(here.person, here.barn));
        return found;
      };
      previous = statements.length > 0 ? () => find().catch(() => {}) : find;
      for (const [says, holds] of statements) test(says, async () => holds(await find()));
    }
  });
}
