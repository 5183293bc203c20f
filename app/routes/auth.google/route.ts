import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { popupCookie } from "#app/auth/popup.ts";
import { withoutUser } from "#app/auth/session.ts";

/** Starts a sign-in: redirects the page or its popup to the identity provider (docs/product.md, 'Sign-in'). */
export async function action({ request, context: { authenticator, sessions } }: ActionFunctionArgs) {
  const isInPopup = (await request.formData()).has("popup");
  try {
    await authenticator.authenticate("google", await withoutUser(request, sessions));
  } catch (answer) {
    if (!(answer instanceof Response)) throw answer;
    answer.headers.append("Set-Cookie", popupCookie(isInPopup));
    return answer;
  }
  throw new Error("The authenticator did not redirect to the identity provider");
}

export const loader = () => redirect("/");
