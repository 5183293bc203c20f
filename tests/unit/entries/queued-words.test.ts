import { expect, test } from "vitest";
import { textsIn } from "#app/domain/entries/texts/texts.ts";
import type { QueuedForm } from "#app/offline/outbox-store.ts";
import { describeQueued, describeState, detailsOf, summarizeQueued } from "#app/routes/entries/outbox/queued-words.ts";

const { form } = textsIn("en");
const WAITING: QueuedForm = {
  id: "1",
  place: 1,
  revision: "1",
  madeAt: "2026-11-21T11:40:00.000Z",
  fields: { date: "2026-11-21", quantity: "2", comments: "" },
  labels: { horseId: "Bella", serviceId: "Bandage" },
  isUnanswered: false,
};
const REFUSED = { ...WAITING, refusal: { result: { error: { horseId: ["No such horse."], date: ["Too late."] } } } };
const OUTBOX = { forms: [], sent: [], sending: null, isReached: false, hasRoom: true };

test.each([
  [1, 0, false, "1 entry waits for a connection"],
  [3, 0, false, "3 entries wait for a connection"],
  [3, 0, true, "3 entries wait to be sent"],
  [0, 1, false, "1 entry was not saved"],
  [0, 2, true, "2 entries were not saved"],
  [1, 1, false, "1 entry was not saved, 1 waits for a connection"],
  [2, 3, true, "3 entries were not saved, 2 wait to be sent"],
])(
  "%i waiting and %i refused entries, with Hayloft reached: %s, are summed up as '%s'",
  (waiting, refused, isReached, text) => {
    expect(summarizeQueued([...Array(refused).fill(REFUSED), ...Array(waiting).fill(WAITING)], isReached, form)).toBe(
      text,
    );
  },
);

test.each([
  ["waits", WAITING, {}, "Waits for a connection."],
  ["waits behind another", WAITING, { isReached: true }, "Waits to be sent."],
  ["is on its way", WAITING, { sending: "1" }, "Being sent…"],
  [
    "had no answer",
    { ...WAITING, isUnanswered: true },
    {},
    "Sent, but not confirmed. It is sent again by itself, and saved once.",
  ],
  ["was refused", REFUSED, {}, "No such horse. Too late."],
  ["was refused without a reason", { ...WAITING, refusal: {} }, {}, "Hayloft did not save this entry."],
])("the state of an entry that %s is in words", (_, queued, outbox, text) => {
  expect(describeState(queued, { ...OUTBOX, ...outbox }, form)).toBe(text);
});

test("a kept entry is named by what was chosen in the form, even if that is gone since", () => {
  expect(describeQueued(WAITING, "2026-11-23", form)).toBe("2 x Bandage for Bella, 11/21");
  expect(describeQueued({ ...WAITING, labels: {} }, "2027-01-02", form)).toBe("2 x ? for ?, 11/21/2026");
  const labels = { ...WAITING.labels, rider: "Ada (Deborah)", groomId: "Carlos" };
  const kept = { ...WAITING, labels, fields: { ...WAITING.fields, comments: "Left hind" } };
  expect(describeQueued(kept, "2026-11-23", form)).toBe("2 x Bandage for Bella, 11/21, groom Carlos");
  expect(detailsOf(kept)).toEqual(["Ada (Deborah)", "Left hind"]);
  expect(detailsOf(WAITING)).toEqual([]);
});
