import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { byName } from "#app/domain/basics/names.ts";
import { readList } from "#app/records/lists/read-list.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { showChoices } from "#db/queries/barn/shows.ts";
import { showsList } from "../../shell/lists.ts";

/** Reads the list, and the options of its references, in one database request. */
export const loadShows = liveLoader(async (args) => {
  const { request, context } = args;
  const [list, read] = await Promise.all([
    readList(args, showsList),
    readOrNullAfterPost(context, readAsAdmin(request, context, showChoices())),
  ]);
  const { horseId = [], serviceId = [] } = read?.[0][0] ?? {};
  return {
    list,
    choices: { horseId: horseId.sort(byName), serviceId: serviceId.sort(byName) },
    /** The page's key, from which each row derives the key of its Duplicate command. */
    idempotencyKey: crypto.randomUUID(),
  };
});
