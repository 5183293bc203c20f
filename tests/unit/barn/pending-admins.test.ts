import { expect, test } from "vitest";
import { pendingOf, withPending } from "#app/routes/barn/accounts/pending-admins.ts";

const ROWS = ["a@x.y", "b@x.y", "c@x.y"].map((email, seq) => ({ id: email, seq, email, access: "Admin" as const }));

test.each([
  ["an admin who is being deleted is gone", { added: [], removed: ["b@x.y"] }, ["a@x.y", "c@x.y"]],
  ["an invited one is there", { added: ["ba@x.y"], removed: [] }, ["a@x.y", "b@x.y", "c@x.y", "ba@x.y"]],
  ["an admin already is there once", { added: ["b@x.y"], removed: [] }, ["a@x.y", "b@x.y", "c@x.y"]],
  ["what is no address is not shown", { added: ["nobody"], removed: [] }, ["a@x.y", "b@x.y", "c@x.y"]],
])("%s", (_, pending, expected) => {
  expect(withPending(ROWS, pending).map(({ email }) => email)).toEqual(expected);
});

test("what is under way is read from the submissions", () => {
  const form = (fields: Record<string, string>) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.set(name, value);
    return data;
  };
  expect(
    pendingOf([
      { formData: form({ intent: "delete", id: "a@x.y" }), formAction: "/accounts" },
      { formData: form({ email: " New@X.y " }), formAction: "/accounts/new?q=a" },
      { formData: form({ email: "other@x.y" }), formAction: "/elsewhere" },
      {},
    ]),
  ).toEqual({ added: ["new@x.y"], removed: ["a@x.y"] });
});
