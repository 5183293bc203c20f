import { parseDate, parseFlag, parseOptionalDate } from "#app/domain/parse.ts";
import { changesOf, type EditableListRoute } from "#app/records/list-route.ts";
import { HORSE, type HorseRow, horseName, horsesList, isInProperty } from "#db/queries/horses.ts";

/** What the list of horses reads, and what may be done to a row (spec section 2 'Horses'). */
export const horsesScreen: EditableListRoute<HorseRow, keyof typeof horsesList.sorts> = {
  path: "/horses",
  ...changesOf(HORSE),
  source: horsesList,
  defaultSort: "name",
  current: isInProperty,
  nameOf: horseName,
  settable: { checkInDate: parseDate, checkOutDate: parseOptionalDate, isBillable: parseFlag },
};
