import type { ChangeNumbers } from "#app/domain/basics/topics.ts";

/** The hub polls the database and sends every listener at least one message in each interval of this many milliseconds. */
export const HEARTBEAT_MS = 2_000;

/** The data of one server-sent event from the hub. */
export type HubMessage = {
  /**
   * `away`: the database does not answer. `removed`: the session has ended, or its user is no longer an admin; the stream
   * ends after it.
   */
  state: "live" | "away" | "removed";
  /** The number of the last change of each topic that changed since the listener's previous message. */
  numbers: ChangeNumbers;
  /** Everything that the browser has loaded is stale: a new day has begun in New York, or the database was restored. */
  mustReloadAll?: true;
};

/**
 * The status of the stream that all tabs of the browser share, as a tab receives it; `numbers` has every number
 * received so far.
 */
export type StreamStatus = {
  state: "live" | "reconnecting" | "removed";
  numbers: ChangeNumbers;
  mustReloadAll: boolean;
};

/** What a tab tells the tab broker about itself. */
export type TabState = { isVisible: boolean };

/** The response header with the version of the build that served the response. */
export const VERSION_HEADER = "X-Version";

/** The event on `window` that makes a page reload its data, also a visitor's page, which has no stream. */
export const RELOAD = "reload";
