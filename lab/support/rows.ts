/** Runs one statement of SQL on the database of a barn, and returns its rows. */
export type Rows = (sql: string, args?: (string | number)[]) => Promise<Record<string, unknown>[]>;
