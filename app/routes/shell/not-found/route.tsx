import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { failure, requireAdmin } from "#app/auth/require-admin.ts";
import { isAdminPath } from "#app/registry/places.ts";

/** Answers 404 at every address without a screen. Below an admin screen it redirects everyone but admins to `/` first. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (isAdminPath(new URL(request.url).pathname)) await requireAdmin(request, context);
  throw failure(context, 404);
}

export const action = loader;

export default function NotFound() {
  return null;
}
