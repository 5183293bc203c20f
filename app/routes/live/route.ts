import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { isAdmin, isOutage } from "#app/auth/require-admin.ts";

const refuse = (status: number, why: string) => new Response(why, { status });

/** Tells an admin's browser, for as long as it listens, which topics have changed (spec section 7 'Live subscriptions'). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (request.method !== "GET" || context.isDataRequest) return refuse(405, "This address is listened to.");
  try {
    if (!context.user || !(await isAdmin(context))) return refuse(403, "Only admins may listen.");
  } catch (error) {
    if (isOutage(error)) return refuse(503, "The database cannot be reached.");
    throw error;
  }
  return context.live.listen(context.user.email, request);
}

/** From whoever has changed something past the worker, such as the command line; the hub looks for itself at what it was. */
export async function action({ context }: ActionFunctionArgs) {
  if (!(await context.mayEnter("news")))
    return refuse(429, "Too many such messages came from here in the last minute.");
  await context.live.look();
  return refuse(202, "");
}
