import { expect, test } from "vitest";
import type { ListState } from "#app/domain/list-state.ts";
import { pendingOf, withPending } from "#app/routes/accounts/pending-admins.ts";

const STATE: ListState = {
  view: "current",
  q: "",
  sort: "email",
  descending: false,
  place: { kind: "first" },
  filters: {},
};
const pageOf = (...emails: string[]) => ({
  rows: emails.map((email, seq) => ({ id: email, seq, email, access: "Admin" as const })),
  total: emails.length,
});
const emailsOf = ({ rows }: ReturnType<typeof pageOf>) => rows.map(({ email }) => email);

test.each([
  ["an admin who is being deleted is gone", { added: [], removed: ["b@x.y"] }, STATE, ["a@x.y", "c@x.y"]],
  [
    "an invited one is there, in order",
    { added: ["ba@x.y"], removed: [] },
    STATE,
    ["a@x.y", "b@x.y", "ba@x.y", "c@x.y"],
  ],
  [
    "in descending order, too",
    { added: ["d@x.y"], removed: [] },
    { ...STATE, descending: true },
    ["d@x.y", "c@x.y", "b@x.y", "a@x.y"],
  ],
  ["an admin already is there once", { added: ["b@x.y"], removed: [] }, STATE, ["a@x.y", "b@x.y", "c@x.y"]],
  ["what is no address is not shown", { added: ["nobody"], removed: [] }, STATE, ["a@x.y", "b@x.y", "c@x.y"]],
  [
    "of a search, only deletions are known",
    { added: ["d@x.y"], removed: ["a@x.y"] },
    { ...STATE, q: "x" },
    ["b@x.y", "c@x.y"],
  ],
])("%s", (_, pending, state, expected) => {
  const page = withPending(pageOf("a@x.y", "b@x.y", "c@x.y"), state, pending);
  expect([emailsOf(page), page.total]).toEqual([expected, expected.length]);
});

test("on one of several pages, an invited admin is not shown", () => {
  const page = { ...pageOf("a@x.y"), total: 101 };
  expect(withPending(page, STATE, { added: ["b@x.y"], removed: [] })).toBe(page);
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
      { formData: form({ intent: "restore", id: "b@x.y" }), formAction: "/accounts" },
      { formData: form({ email: " New@X.y " }), formAction: "/accounts/new?q=a" },
      { formData: form({ email: "other@x.y" }), formAction: "/elsewhere" },
      {},
    ]),
  ).toEqual({ added: ["b@x.y", "new@x.y"], removed: ["a@x.y"] });
});
