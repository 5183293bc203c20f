import { expect } from "vitest";
import type { Barn } from "#tests/support/barn/barn.ts";
import type { SpecPerson } from "./person.ts";
import type { Seen } from "./seen.ts";
import { type SpecStatement, type Step, step, withJavaScript } from "./spec.ts";
import * as the from "./words.ts";

/* The steps that several screens have in common. */

export type Row = Record<string, unknown>;
type ReadRow = (barn: Barn) => Promise<Row | undefined>;
type Statements<Found> = (SpecStatement<Found> | readonly SpecStatement<Found>[])[];

export const after =
  (does: (person: SpecPerson, barn: Barn) => Promise<unknown>) => async (person: SpecPerson, barn: Barn) => {
    await does(person, barn);
    return person.sees();
  };
export const at = (path: string) => after((person) => person.opens(path));

/** The page at that path after these statements of SQL. */
export const emptied = (path: string, sql: string[], ...statements: Statements<Seen>): Step =>
  step(
    after(async (person, barn) => {
      for (const each of sql) await barn.rows(each);
      await person.opens(path);
    }),
    ...statements,
  );

/** Edit in the open menu of a row. `label` is the field of the dialog that has the name of the record. */
export const changes = (
  record: string,
  [label, name]: [string, string],
  values: { [label: string]: string },
  read: ReadRow,
  stored: Row,
): Step =>
  step(
    async (person, barn) => {
      await person.presses("Edit");
      const seen = await person.sees();
      await person.fills(values);
      await person.answers("Save");
      return { seen, after: await person.sees(), row: await read(barn) };
    },
    [
      `Edit opens the dialog with the values of the ${record}`,
      ({ seen }) => expect(the.contentOf(seen, label)).toBe(name),
    ],
    [
      "the dialog of an existing record has Cancel and Save",
      ({ seen }) =>
        expect(the.dialogOf(seen)?.inside.map(({ name }) => name)).toEqual(expect.arrayContaining(["Cancel", "Save"])),
    ],
    ["Save stores the change", ({ row }) => expect(row).toMatchObject(stored)],
    ["Save closes the dialog", ({ after }) => expect(the.dialogOf(after)).toBeUndefined()],
  );

/** Delete in the menu of a row. */
export const deletes = (
  record: string,
  name: string,
  said: string | RegExp,
  read: ReadRow,
  ...more: Statements<{ seen: Seen; row: Row | undefined }>
): Step =>
  step(
    async (person, barn) => {
      await person.opensMenu(name, "Delete");
      return { seen: await person.sees(), row: await read(barn) };
    },
    [
      `Delete asks nothing: the ${record} is gone at once`,
      ({ row }) => expect(row).toMatchObject({ deleted_at: expect.any(String) }),
    ],
    ["no dialog asks about Delete", ({ seen }) => expect(the.dialogOf(seen)).toBeUndefined()],
    ["the page says what was deleted", ({ seen }) => expect(seen.text).toMatch(said)],
    ...more,
  );

/** A run that a button opens and Confirm makes: the statements are about the page and the rows after it. */
export const runs = (
  {
    path,
    button,
    title,
    says,
    running,
  }: { path: string; button: string; title: string; says: string[]; running: string },
  made: (barn: Barn) => Promise<Row[]>,
  ...statements: Statements<{ seen: Seen; made: Row[] }>
): Step[] => {
  const page = async (person: SpecPerson, barn: Barn) => ({ seen: await person.sees(), made: await made(barn) });
  return [
    step(
      after(async (person) => {
        await person.opens(path);
        await person.presses(button);
      }),
      the.dialog(title, ...says),
      the.hasButtons("Cancel", "Confirm"),
    ),
    step(
      async (person, barn) => {
        await person.answers("Cancel");
        return page(person, barn);
      },
      [
        "Cancel closes the dialog and makes nothing",
        (found) => expect([the.dialogOf(found.seen), found.made]).toEqual([undefined, []]),
      ],
    ),
    withJavaScript(
      step(
        async (person) => {
          await person.presses(button);
          return person.waitsAfter("Confirm", running);
        },
        the.disabled(running),
        [
          `the dialog cannot be closed while it says '${running}'`,
          (seen) => expect(the.dialogOf(seen)?.name).toBe(title),
        ],
      ),
    ),
    step(
      async (person, barn) => {
        if (!person.hasJavaScript) {
          await person.presses(button);
          await person.answers("Confirm");
        }
        return page(person, barn);
      },
      ["success closes the dialog", ({ seen }) => expect(the.dialogOf(seen)).toBeUndefined()],
      ...statements,
    ),
  ];
};
