import { drizzle } from "drizzle-orm/libsql/web";

/**
 * Builds SQL and cannot run it: reads leave through `Database.read`, writes through `Database.write`, so that no query
 * costs a round trip of its own and no change goes past the door.
 */
export const statements = drizzle.mock();
