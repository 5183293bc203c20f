import type { ChangeNumbers } from "#app/domain/screens.ts";

/** How often the hub says something to those who listen, in milliseconds. */
export const BEAT = 2_000;

/** What the hub says: that it is there, whether the database is, and the numbers of the topics that changed. */
export type Message = {
  /** 'away': the database does not answer. 'removed': who listens is no admin any more, and hears nothing after this. */
  state: "live" | "away" | "removed";
  numbers: ChangeNumbers;
  /** Whatever was read before is to be read again: another day has begun, or the database is not the one that it was. */
  isAnew?: true;
};

/** What a page is told of the one stream of its browser: how it is, and every number that was heard. */
export type News = { state: "live" | "reconnecting" | "removed"; numbers: ChangeNumbers; isAnew: boolean };

/** What a page says to whoever has the stream: whether anybody can see it. */
export type PageState = { isVisible: boolean };

/** On every answer of the app: of which build it is. */
export const VERSION_HEADER = "X-Version";
