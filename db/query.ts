import type { BatchItem } from "drizzle-orm/batch";

/** A select built by `db/queries`, not yet run. */
export type Query<Rows> = BatchItem<"sqlite"> & { _: { result: Rows } };
