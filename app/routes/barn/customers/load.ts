import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { readList } from "#app/records/lists/read-list.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { questionsToAnswer } from "#db/queries/statements/statement-questions.ts";
import { customersList } from "../../shell/lists.ts";

/** Reads the list, and how many questions are open, in one database request. */
export const loadCustomers = liveLoader(async (args) => {
  const { request, context } = args;
  const [list, asked] = await Promise.all([
    readList(args, customersList),
    readOrNullAfterPost(context, readAsAdmin(request, context, questionsToAnswer())),
  ]);
  return { list, questions: asked?.[0][0]?.count ?? 0 };
});
