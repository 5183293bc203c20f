import { entry } from "#app/domain/records/entry.ts";
import { editableList } from "#app/records/lists/list-route.ts";
import { activitySource, nameOfChange } from "#db/queries/activity/activity-list.ts";

/** The list of all changes, the latest first (docs/product.md, 'Activity'). */
export const activityList = editableList(entry, {
  source: activitySource,
  nameOf: nameOfChange,
});
