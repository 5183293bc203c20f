import { expect, test } from "vitest";
import { describeStates, isToSend, statementState } from "#app/domain/statements/statement-state.ts";

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
  expect(isToSend(state)).toBe(isSentNext);
});

test.each([
  ["that is not shared", undefined, "No e-mail address"],
  ["whose link was made", link(), "Shared"],
  ["whose link was opened", link({ opened: 1 }), "Opened"],
] as const)("a statement without an e-mail address %s", (_, sent, state) =>
  expect(statementState(sent, "a", false)).toBe(state),
);

test.each([
  [[], ""],
  [["Sent", "Refused", "Sent", "No e-mail address"], "1 refused · 1 has no e-mail address · 2 sent"],
  [
    ["Opened", "Not shared", "No e-mail address", "No e-mail address"],
    "2 have no e-mail address · 1 not shared · 1 opened",
  ],
] as const)("the states %j in words", (states, words) => expect(describeStates(states)).toBe(words));
