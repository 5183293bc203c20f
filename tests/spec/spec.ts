import { afterAll, beforeAll, describe, test } from "vitest";
import { type Barn, openBarn } from "#tests/support/barn.ts";
import { JAVASCRIPT, openBrowser, visit } from "#tests/support/browser.ts";
import { visitAs } from "#tests/support/people.ts";
import { ADMIN } from "./barn.ts";
import { type Person, personAt } from "./person.ts";

/** One statement of the specification, and the check of it. */
export type Statement<Found> = readonly [says: string, holds: (found: Found) => unknown];

export type Step = {
  does: (person: Person, barn: Barn) => Promise<unknown>;
  statements: Statement<never>[];
  only?: string;
};

/** What a person does, and the statements about what they find then. The first statement that is asked makes the step happen. */
export const step = <Found>(
  does: (person: Person, barn: Barn) => Promise<Found>,
  ...statements: (Statement<Found> | readonly Statement<Found>[])[]
): Step => ({
  does,
  statements: statements.flatMap((each) => (typeof each[0] === "string" ? [each] : each)) as Statement<never>[],
});

/** A step that makes sense with JavaScript only. */
export const withJavaScript = (made: Step): Step => ({ ...made, only: "with JavaScript" });

type Who = { email: string; name: string } | null;

/** The statements of a section of the specification, in one visit with JavaScript and one without, each to a barn of its own. */
export function spec(section: string, steps: Step[], who: Who = ADMIN, viewport = { width: 1440, height: 900 }): void {
  describe.each(JAVASCRIPT)(`${section}, %s:`, (name, javaScriptEnabled) => {
    let barn: Barn;
    let person: Person;
    let leave = () => {};
    let visited: Promise<void>;
    beforeAll(async () => {
      barn = await openBarn();
      const browser = await openBrowser();
      const stay = new Promise<void>((resolve) => {
        leave = resolve;
      });
      const options = { viewport, javaScriptEnabled, acceptDownloads: true };
      await new Promise<void>((ready, failed) => {
        const stays = (page: Parameters<typeof personAt>[0]) => {
          person = personAt(page, barn.url, javaScriptEnabled);
          ready();
          return stay;
        };
        visited = who ? visitAs(barn, browser, who, options, stays, NOISE) : visit(browser, options, stays, NOISE);
        visited.catch(failed);
      });
    });
    afterAll(async () => {
      leave();
      await visited;
      await barn.close();
    });

    const before: Promise<unknown> = Promise.resolve();
    for (const { does, statements, only } of steps) {
      if (only && only !== name) continue;
      const earlier = before;
      let found: Promise<unknown> | undefined;
      const find = () => {
        found ??= earlier.then(() => does(person, barn));
        return found;
      };
      for (const [says, holds] of statements) test(says, async () => holds((await find()) as never));
    }
  });
}

/** What the browser says about an answer that refuses an entry. */
const NOISE = /status of 4\d\d/;
