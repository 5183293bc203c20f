import { parseOptionalDate } from "#app/domain/parse.ts";
import { changesOf, type EditableListRoute } from "#app/records/list-route.ts";
import { GROOM, type GroomRow, groomName, groomsList, isActive } from "#db/queries/grooms.ts";

/** What the list of grooms reads, and what may be done to a row (spec section 2 'Grooms'). */
export const groomsScreen: EditableListRoute<GroomRow, keyof typeof groomsList.sorts> = {
  path: "/grooms",
  ...changesOf(GROOM),
  source: groomsList,
  defaultSort: "name",
  current: isActive,
  nameOf: groomName,
  settable: { startDate: parseOptionalDate, endDate: parseOptionalDate },
};
