import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { popupMark } from "#app/auth/popup.ts";
import { signingIn } from "#app/auth/session.ts";

/** Begins a sign-in: sends the browser, or its popup, to the identity provider. */
export async function action({ request, context: { signIn, sessions } }: ActionFunctionArgs) {
  const inPopup = (await request.formData()).has("popup");
  try {
    await signIn.authenticate("google", await signingIn(request, sessions));
  } catch (answer) {
    if (!(answer instanceof Response)) throw answer;
    answer.headers.append("Set-Cookie", popupMark(inPopup));
    return answer;
  }
  throw new Error("A sign-in begins with a redirect to the provider");
}

export const loader = () => redirect("/");
