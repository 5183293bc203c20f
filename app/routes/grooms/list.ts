import { typedOptionalDate } from "#app/domain/typed.ts";
import { changesOf, type EditableList } from "#app/list-screen.ts";
import { GROOM, type GroomRow, groomName, groomsList, isActive } from "#db/queries/grooms.ts";

/** What the list of grooms reads, and what may be done to a row (spec section 2 'Grooms'). */
export const groomsScreen: EditableList<GroomRow, keyof typeof groomsList.sorts> = {
  path: "/grooms",
  ...changesOf(GROOM),
  source: groomsList,
  defaultSort: "name",
  current: isActive,
  nameOf: groomName,
  settable: { startDate: typedOptionalDate, endDate: typedOptionalDate },
};
