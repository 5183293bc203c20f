import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * The instant at which a day ends in New York, as text. SQLite knows no time zones, so this has the rule of the summer time since
 * 2007: it begins on the second Sunday of March and ends on the first one of November.
 */
export const endOfDay = (day: SQLWrapper): SQL =>
  sql`(date(${day}, '+1 day') || iif(${day} >= date(substr(${day}, 1, 4) || '-03-08', 'weekday 0')
    and ${day} < date(substr(${day}, 1, 4) || '-11-01', 'weekday 0'), 'T04:00:00.000Z', 'T05:00:00.000Z'))`;
