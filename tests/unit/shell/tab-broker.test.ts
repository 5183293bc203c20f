import { expect, test } from "vitest";
import { nextStatus } from "#app/live/browser/tab-broker.ts";
import type { HubMessage, StreamStatus } from "#app/live/protocol.ts";

/* What a tab that joins learns of the stream (docs/architecture.md, 'One live update'). */

const BEFORE: StreamStatus = { state: "live", numbers: { bills: 7, horses: 5 }, mustReloadAll: false };

test.each<[what: string, message: HubMessage | "lost", after: StreamStatus]>([
  ["a heartbeat", { state: "live", numbers: {} }, BEFORE],
  ["a change", { state: "live", numbers: { bills: 9 } }, { ...BEFORE, numbers: { bills: 9, horses: 5 } }],
  ["an outage of the database", { state: "away", numbers: {} }, { ...BEFORE, state: "reconnecting" }],
  ["a lost connection", "lost", { ...BEFORE, state: "reconnecting" }],
  ["the end of the session", { state: "removed", numbers: {} }, { ...BEFORE, state: "removed" }],
  [
    "another day",
    { state: "live", numbers: { bills: 2 }, mustReloadAll: true },
    { state: "live", numbers: { bills: 2 }, mustReloadAll: true },
  ],
])("after %s the numbers received so far hold, unless all must be loaded again", (_, message, after) => {
  expect(nextStatus(BEFORE, message)).toEqual(after);
});
