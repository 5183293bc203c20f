import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";

/** Ends the session and redirects to `/`. */
export async function action({ request, context: { sessions } }: ActionFunctionArgs) {
  const session = await sessions.getSession(request.headers.get("Cookie"));
  return redirect("/", { headers: { "Set-Cookie": await sessions.destroySession(session) } });
}

export const loader = () => redirect("/");
