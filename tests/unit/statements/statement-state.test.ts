import { expect, test } from "vitest";
import { isToSend, statementState } from "#app/domain/statements/statement-state.ts";

const link = (change: Partial<Parameters<typeof statementState>[0] & object> = {}) => ({
  digest: "a",
  mailState: null,
  opened: 0,
  ...change,
});

test.each([
  ["no link works", undefined, "Not shared", true],
  ["a link was made", link(), "Shared", false],
  ["the e-mail has no answer yet", link({ mailState: "sending" }), "Sending", false],
  ["the provider has accepted the e-mail", link({ mailState: "accepted" }), "E-mailed", false],
  ["the provider has refused the e-mail", link({ mailState: "refused" }), "Refused", true],
  ["the link was opened", link({ opened: 1 }), "Opened", false],
  ["the link was opened after a refusal", link({ mailState: "refused", opened: 2 }), "Opened", false],
  ["the statement has changed", link({ digest: "b" }), "Changed since", true],
  ["the statement has changed after it was opened", link({ digest: "b", opened: 1 }), "Changed since", true],
] as const)("if %s", (_, sent, state, isSentNext) => {
  expect(statementState(sent, "a")).toBe(state);
  expect(isToSend(state)).toBe(isSentNext);
});
