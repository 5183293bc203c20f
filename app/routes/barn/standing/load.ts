import { loadList } from "#app/records/lists/read-list.ts";
import { standingList } from "../../shell/lists.ts";

/** Reads the list, in one database request. */
export const loadStanding = loadList(standingList);
