import { type ParseResult, parseFlag, parseQuantity } from "#app/domain/parse.ts";
import { changesOf, type EditableListRoute } from "#app/records/list-route.ts";
import { duplicateShow, isUnbilled, SHOW, type ShowRow, setShow, showName, showsList } from "#db/queries/shows.ts";

const typedId = (text: string): ParseResult<string> => ({ value: text });

/** What the list of shows reads, and what may be done to a row (spec section 2 'Shows'). */
export const showsScreen: EditableListRoute<ShowRow, keyof typeof showsList.sorts> = {
  path: "/shows",
  ...changesOf(SHOW),
  set: setShow,
  actions: { duplicate: { prepare: async ({ id, idempotencyKey }, _, by) => duplicateShow(id, idempotencyKey, by) } },
  source: showsList,
  defaultSort: "date",
  current: () => isUnbilled,
  nameOf: showName,
  settable: { horseId: typedId, serviceId: typedId, quantity: parseQuantity, billed: parseFlag },
  staleMeans: (field) => GONE[field],
};

/** A choice that is no longer there. */
const GONE: Record<string, string> = {
  horseId: "Horse not found. Somebody deleted it, or this show, a moment ago.",
  serviceId: "Service not found. Somebody deleted it, or this show, a moment ago.",
};
