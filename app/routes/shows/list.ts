import { type Typed, typedFlag, typedQuantity } from "#app/domain/typed.ts";
import { changesOf, type EditableList } from "#app/list-screen.ts";
import { duplicateShow, isUnbilled, SHOW, type ShowRow, setShow, showName, showsList } from "#db/queries/shows.ts";

const typedId = (text: string): Typed<string> => ({ value: text });

/** What the list of shows reads, and what may be done to a row (spec section 2 'Shows'). */
export const showsScreen: EditableList<ShowRow, keyof typeof showsList.sorts> = {
  path: "/shows",
  ...changesOf(SHOW),
  set: setShow,
  actions: { duplicate: { prepare: async ({ id, token }, _, by) => duplicateShow(id, token, by) } },
  source: showsList,
  defaultSort: "date",
  current: () => isUnbilled,
  nameOf: showName,
  settable: { horseId: typedId, serviceId: typedId, quantity: typedQuantity, billed: typedFlag },
  staleMeans: (field) => GONE[field],
};

/** A choice that is no longer there. */
const GONE: Record<string, string> = {
  horseId: "Horse not found. Somebody deleted it, or this show, a moment ago.",
  serviceId: "Service not found. Somebody deleted it, or this show, a moment ago.",
};
