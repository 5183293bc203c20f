import type { DatabaseAddress } from "#bin/process/environment.ts";

/** A database, with the name by which the person at the keyboard knows it. */
export type NamedDatabase = DatabaseAddress & {
  name: string;
  /** Whether it is the one in DATA_DIR, as opposed to one that DATABASE_URL names. */
  isLocal: boolean;
  /** Where the app that uses it is open, as far as that is known. */
  app: string | undefined;
};
