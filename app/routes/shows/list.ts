import { show } from "#app/domain/records/show.ts";
import { editableList, editableRows } from "#app/records/list-route.ts";
import { duplicateShow, isUnbilled, setShow, showRecords } from "#db/queries/shows.ts";

/** The list of shows (docs/product.md, 'Shows'). */
export const showsList = editableList({
  path: "/shows",
  description: show,
  defaultSort: "date",
  current: () => isUnbilled,
  ...editableRows(showRecords),
  set: setShow,
  commands: {
    duplicate: { prepare: async ({ id, idempotencyKey }, _, by) => duplicateShow(id, idempotencyKey, by) },
  },
  conflictMessage: (field) => NOT_OFFERED[field],
});

/** The messages for a conflict when a reference is set in the row, by field. */
const NOT_OFFERED: Record<string, string> = {
  horseId: "Horse not found. Somebody deleted it, or this show, a moment ago.",
  serviceId: "Service not found. Somebody deleted it, or this show, a moment ago.",
};
