import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { isAdmin, isOutage } from "#app/auth/require-admin.ts";

const refuse = (status: number, reason: string) => new Response(reason, { status });

/** The event stream that tells an admin's browser which topics changed (docs/architecture.md, 'One live update'). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (request.method !== "GET" || context.isDataRequest) return refuse(405, "This address is listened to.");
  try {
    if (!context.session || !(await isAdmin(context))) return refuse(403, "Only admins may listen.");
  } catch (error) {
    if (isOutage(error)) return refuse(503, "The database cannot be reached.");
    throw error;
  }
  return context.hub.listen(context.session.id, request);
}

/**
 * Notifies the hub of a change that the worker did not make, such as a change by the command line. The route needs no
 * sign-in: the request has no data about the change, and the hub reads the database itself.
 */
export async function action({ context }: ActionFunctionArgs) {
  if (!(await context.isWithinRateLimit("notify")))
    return refuse(429, "Too many such messages came from here in the last minute.");
  await context.hub.notify();
  return refuse(202, "");
}
