import { expect, test } from "vitest";
import { countStates, isToSend, statementState, stepFor } from "#app/domain/statements/statement-state.ts";

const link = (change: Partial<Parameters<typeof statementState>[0] & object> = {}) => ({
  digest: "a",
  isFrozen: false,
  mailState: null,
  isUnconfirmed: false,
  byHandAt: null,
  opened: 0,
  ...change,
});
const other = { digest: "b" };
const frozen = { isFrozen: true };

test.each([
  ["no link works", undefined, "Not shared", true],
  ["a link was made", link(), "Shared", false],
  ["the e-mail has no answer yet", link({ mailState: "sending" }), "Sending", false],
  ["the provider has accepted the e-mail", link({ mailState: "accepted" }), "Sent", false],
  ["the provider has refused the e-mail", link({ mailState: "refused" }), "Refused", true],
  ["the link was opened", link({ opened: 1 }), "Opened", false],
  ["the link was opened after a refusal", link({ mailState: "refused", opened: 2 }), "Opened", false],
  ["the statement of a live link has changed", link(other), "Shared", false],
  ["the statement of a live link that was sent has changed", link({ ...other, mailState: "accepted" }), "Sent", false],
  [
    "the statement of a live link that was refused has changed",
    link({ ...other, mailState: "refused" }),
    "Refused",
    true,
  ],
  [
    "the statement of a live link has changed after it was opened",
    link({ ...other, opened: 1 }),
    "Updated since opened",
    false,
  ],
  ["a frozen statement is as it was", link({ ...frozen, mailState: "accepted" }), "Sent", false],
  ["a frozen statement has changed", link({ ...other, ...frozen }), "Changed since", true],
  [
    "a frozen statement has changed after it was opened",
    link({ ...other, ...frozen, opened: 1 }),
    "Changed since",
    true,
  ],
] as const)("if %s", (_, sent, state, isSentNext) => {
  expect(statementState(sent, "a", true)).toBe(state);
  expect(isToSend(state, sent !== undefined)).toBe(isSentNext);
});

test.each([
  ["that is not shared", undefined, "No e-mail address", true],
  ["whose link was made", link(), "No e-mail address", false],
  ["whose link was sent by hand", link({ byHandAt: "2026" }), "Sent by hand", false],
  ["whose link was opened", link({ opened: 1 }), "Opened", false],
] as const)("a statement without an e-mail address %s", (_, sent, state, isTicked) => {
  expect(statementState(sent, "a", false)).toBe(state);
  expect(isToSend(state, sent !== undefined)).toBe(isTicked);
});

test.each([
  [[], ""],
  [["Sent", "Refused", "Sent", "No e-mail address"], "1 refused · 1 has no e-mail address · 2 sent"],
  [
    ["Opened", "Not shared", "No e-mail address", "No e-mail address"],
    "2 have no e-mail address · 1 not shared · 1 opened",
  ],
] as const)("the states %j in words", (states, words) =>
  expect(
    countStates(states)
      .map(({ text }) => text)
      .join(" · "),
  ).toBe(words),
);

const LIVE = { isFrozen: false, hasComments: false, days: 90 };
const sentBefore = (change: Partial<Parameters<typeof stepFor>[0]> = {}) => ({ ...link(), ...LIVE, ...change });

test.each([
  ["a link that nobody has sent, of the wanted kind", sentBefore(), {}, "e-mail it"],
  ["one that was refused", sentBefore({ mailState: "refused" }), {}, "e-mail it"],
  ["a frozen one, if the latest is wanted", sentBefore({ isFrozen: true }), {}, "replace"],
  ["a live one, if today's version is wanted", sentBefore({ mailState: "refused" }), { isFrozen: true }, "replace"],
  ["one without comments, if they are wanted", sentBefore(), { hasComments: true }, "replace"],
  ["one for other days", sentBefore(), { days: 30 }, "replace"],
  ["a live one whose statement has changed", sentBefore({ digest: "b" }), {}, "e-mail it"],
  [
    "a frozen one whose statement has changed, though it was e-mailed",
    sentBefore({ isFrozen: true, digest: "b", mailState: "accepted" }),
    { isFrozen: true },
    "replace",
  ],
  ["one that was e-mailed, of any kind", sentBefore({ mailState: "accepted" }), { isFrozen: true }, "leave"],
  ["one that was sent by hand", sentBefore({ byHandAt: "2026", mailState: "refused" }), {}, "leave"],
  ["one that was opened", sentBefore({ opened: 1 }), { isFrozen: true }, "leave"],
  ["one in the queue", sentBefore({ mailState: "sending" }), { isFrozen: true }, "leave"],
] as const)("a mailing does with %s: %s", (_, before, wanted, step) =>
  expect(stepFor(before, { ...LIVE, digest: "a", ...wanted }, false)).toBe(step),
);

test("an e-mail that may have arrived is sent again as it was, whatever kind of link is wanted", () =>
  expect(stepFor(sentBefore({ mailState: "sending" }), { ...LIVE, digest: "a", isFrozen: true }, true)).toBe(
    "e-mail it",
  ));
