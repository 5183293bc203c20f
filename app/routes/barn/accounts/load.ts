import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { addressOfLinks, describeLinksOf } from "#app/domain/statements/shared-statement.ts";
import { readList } from "#app/records/lists/read-list.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { readDone } from "#app/records/undo.ts";
import { countLinksOfDeleted } from "#db/queries/statements/working-links.ts";
import { accountsList } from "../../shell/lists.ts";

/**
 * Reads the list. The notice of an invitation has the address of the app to pass on to the invited person. The notice
 * of a deleted admin says how many of the admin's links still work.
 */
export const loadAccounts = liveLoader(async (args) => {
  const { origin, searchParams } = new URL(args.request.url);
  const key = searchParams.get("done");
  const [list, done, count] = await Promise.all([
    readList(args, accountsList),
    readDone(args),
    key ? countLinks(args, key) : 0,
  ]);
  const { notice } = list;
  if (!notice || !done) return { list };
  const { action, recordId } = done;
  if (action === "invite admin") {
    const text = `${recordId} can now sign in with Google at ${origin}. Hayloft sends no invitation.`;
    return { list: { ...list, notice: { ...notice, text } } };
  }
  if (count === 0) return { list };
  const text = `${notice.text} ${describeLinksOf(recordId, count)}`;
  const to = addressOfLinks({ customerId: null, actor: recordId });
  const links = [{ label: count === 1 ? "Turn it off" : "Turn them off", to }];
  return { list: { ...list, notice: { ...notice, text, links } } };
});

async function countLinks({ request, context }: LoaderFunctionArgs, deletion: string): Promise<number> {
  const read = readAsAdmin(request, context, countLinksOfDeleted(deletion, todayInNewYork(context.now)));
  const [[found] = []] = (await readOrNullAfterPost(context, read)) ?? [];
  return found?.count ?? 0;
}
