import { entry } from "#app/domain/records/entry.ts";
import { editableList } from "#app/records/lists/list-route.ts";
import { activitySource, nameOfChange } from "#db/queries/activity/activity-list.ts";
import { findVoiding, isVoiding, undoVoiding } from "#db/queries/bills/mend-bills.ts";
import { findChange, takeBackChange } from "#db/queries/bills/take-back-change.ts";

/** The list of all changes, the latest first (docs/product.md, 'Activity'). */
export const activityList = editableList({
  path: "/activity",
  source: activitySource,
  description: entry,
  defaultSort: "-date",
  nameOf: nameOfChange,
  commands: {
    takeBack: {
      prepare: async ({ id, idempotencyKey }, read, by) => {
        const [found] = await read(findChange(id));
        if (!found) return { problem: "There is no such change. Load the list again." };
        if (!isVoiding(found.action)) return takeBackChange(idempotencyKey, found, by);
        const [voiding] = await read(findVoiding(id));
        if (!voiding) return { problem: "There is nothing to undo." };
        return { ...undoVoiding(voiding, by), idempotencyKey };
      },
      noticeParam: "taken",
    },
  },
  conflictMessage: "A record was changed since. Undo the later change first.",
});
