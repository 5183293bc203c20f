import { expect } from "vitest";
import { SPEC_ADMIN, SPEC_OTHER_ADMIN } from "#tests/spec/barn.ts";
import { spec, step } from "#tests/spec/spec.ts";
import { after, at } from "#tests/spec/steps.ts";
import * as the from "#tests/spec/words.ts";

const refused = (address: string) =>
  step(
    async (person, barn) => {
      await person.fills({ "Email Address": address });
      await person.answers("Invite");
      return { seen: await person.sees(), admins: await barn.rows("select email from admins") };
    },
    [
      `§5 '${address}' is answered with 'Invalid email format.'`,
      ({ seen }) => expect(seen.text).toContain("Invalid email format."),
    ],
    [`§5 '${address}' marks the field as wrong`, ({ seen }) => expect(the.wrongIn(seen)).toEqual(["Email Address"])],
    [`§5 '${address}' is not saved`, ({ admins }) => expect(admins).toHaveLength(2)],
  );

spec("§2 Accounts", [
  step(
    at("/accounts"),
    the.title("Accounts"),
    the.searchBox("Search users..."),
    the.hasColumns("Email", "Access", "Actions"),
    the.cell(SPEC_ADMIN.email, "Access", "Admin"),
    the.cell(SPEC_OTHER_ADMIN, "Access", "Admin"),
    the.hasButtons("Invite User"),
  ),
  step(
    after((person) => person.opensMenu(SPEC_OTHER_ADMIN)),
    the.menu("Delete"),
  ),
  step(
    after(async (person) => {
      await person.opens("/accounts");
      await person.presses("Invite User");
    }),
    the.dialog(
      "Invite User",
      "This user will join as an admin and have full access to the account.",
      "They will be able to invite other users.",
    ),
    the.fields({ "Email Address": "" }),
    the.hasButtons("Cancel", "Invite"),
  ),
  refused("someone"),
  refused("some one@barn.example"),
  refused("someone@barn"),
  step(
    async (person, barn) => {
      await person.fills({ "Email Address": "new@barn.example" });
      await person.answers("Invite");
      const [row] = await barn.rows("select * from admins where email = 'new@barn.example'");
      return { seen: await person.sees(), row };
    },
    ["Invite closes the dialog", ({ seen }) => expect(the.dialogOf(seen)).toBeUndefined()],
    ["§6 the address is an admin then", ({ row }) => expect(row?.deleted_at).toBeNull()],
    ["the list has the new admin", ({ seen }) => expect(the.cellOf(seen, "new@barn.example", "Access")).toBe("Admin")],
  ),
  step(
    async (person, barn) => {
      await person.opensMenu(SPEC_OTHER_ADMIN, "Delete");
      const [row] = await barn.rows("select * from admins where email = ?", [SPEC_OTHER_ADMIN]);
      return { seen: await person.sees(), row };
    },
    [
      "§6 Delete removes an admin, and asks nothing",
      ({ row }) => expect(row).toMatchObject({ deleted_at: expect.any(String) }),
    ],
    [
      "the list no longer has a removed admin",
      ({ seen }) => expect(the.cellOf(seen, SPEC_OTHER_ADMIN, "Access")).toBeUndefined(),
    ],
  ),
]);
