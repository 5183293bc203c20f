import type { AppLoadContext } from "@remix-run/cloudflare";
import type { By } from "#db/write/records.ts";

/** The author and time of a change: the signed-in user's e-mail address or 'visitor', and the instant of the request. */
export function byOf({ session, now }: AppLoadContext): By {
  return { actor: session?.user.email ?? "visitor", at: now };
}
