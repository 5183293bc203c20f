import { eq } from "drizzle-orm";
import { activity } from "../schema.ts";
import { statements } from "../statements.ts";

/** What the form of an id said when it was accepted: no row if it was not. */
export function acceptedContent(id: string) {
  return statements.select({ content: activity.content }).from(activity).where(eq(activity.id, id));
}
