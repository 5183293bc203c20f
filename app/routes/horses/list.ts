import { typedDate, typedFlag, typedOptionalDate } from "#app/domain/typed.ts";
import { changesOf, type EditableList } from "#app/list-screen.ts";
import { HORSE, type HorseRow, horseName, horsesList, isInProperty } from "#db/queries/horses.ts";

/** What the list of horses reads, and what may be done to a row (spec section 2 'Horses'). */
export const horsesScreen: EditableList<HorseRow, keyof typeof horsesList.sorts> = {
  path: "/horses",
  ...changesOf(HORSE),
  source: horsesList,
  defaultSort: "name",
  current: isInProperty,
  nameOf: horseName,
  settable: { checkInDate: typedDate, checkOutDate: typedOptionalDate, isBillable: typedFlag },
};
