import { inSentence } from "#app/domain/activity.ts";
import { formatUsDate } from "#app/domain/calendar.ts";
import { describe, readOnly, readOnlyText } from "#app/domain/field.ts";
import type { ActivityRow } from "#db/queries/activity-list.ts";

/** The fields of a change (docs/product.md, 'Activity'). */
export const entry = describe<ActivityRow, "kind" | "madeAt" | "recordId" | "isDeletion" | "canTakeBack">()({
  action: readOnly("Action", inSentence, { sortable: false }),
  records: readOnlyText("Record", { sortable: false, onCard: true, width: "w-26 xl:w-40" }),
  changes: readOnlyText("Changes", {
    sortable: false,
    searchable: false,
    onCard: true,
    width: "w-36 xl:w-64",
  }),
  actor: readOnly("Person", inSentence, { sortable: false, onCard: true, width: "w-29 xl:w-48" }),
  date: readOnly("Date", formatUsDate, { align: "date", onCard: true, width: "w-25 xl:w-28" }),
  time: readOnlyText("Time", {
    sortable: false,
    searchable: false,
    onCard: true,
    align: "date",
    width: "w-22 xl:w-24",
  }),
});
