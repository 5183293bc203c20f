import type { Change } from "#db/write/change.ts";
import type { By } from "#db/write/records.ts";
import { findChange, undo } from "#db/write/undo.ts";
import type { TestDatabase } from "./database.ts";

/** The undo of the change with a key, as it is found now. */
export async function undoByKey(
  { connect }: Pick<TestDatabase, "connect">,
  key: string,
  by: By,
  options?: Parameters<typeof undo>[2],
): Promise<Change> {
  const [found] = await connect().read(findChange(key));
  if (!found) throw new Error(`There is no change ${key}`);
  const change = undo(found, by, options);
  if ("problem" in change) throw new Error(change.problem);
  return change;
}
