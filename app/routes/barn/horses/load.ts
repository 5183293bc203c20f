import { loadList } from "#app/records/lists/read-list.ts";
import { horsesList } from "../../shell/lists.ts";

/** Reads the list, in one database request. */
export const loadHorses = loadList(horsesList);
