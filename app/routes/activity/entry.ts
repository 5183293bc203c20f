import { inSentence } from "#app/domain/activity.ts";
import { formatUsDate } from "#app/domain/calendar.ts";
import { describe, readOnly, readOnlyText } from "#app/domain/field.ts";
import type { ActivityRow } from "#db/queries/activity-list.ts";

/** The fields of a change (docs/product.md, 'Activity'). */
export const entry = describe<ActivityRow, "kind" | "recordId" | "isDeletion" | "canTakeBack">()({
  date: readOnly("Date", formatUsDate, { onCard: true, width: "w-28" }),
  time: readOnlyText("Time", { sortable: false, searchable: false, onCard: true, width: "w-20" }),
  actor: readOnly("Person", inSentence, { onCard: true, width: "w-52" }),
  action: readOnly("Action", inSentence, { onCard: true, width: "w-44" }),
  records: readOnlyText("Record", { sortable: false, onCard: true, width: "w-52" }),
  changes: readOnlyText("Changes", { sortable: false, searchable: false, onCard: true, width: "w-80" }),
});
