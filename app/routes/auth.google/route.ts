import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { openPopupMark, popupAnswer } from "#app/auth/popup.ts";

/** Begins a sign-in: sends the browser, or its popup, to the identity provider. */
export async function action({ request, context }: ActionFunctionArgs) {
  const inPopup = (await request.clone().formData()).has("popup");
  try {
    await context.signIn.authenticate("google", request);
  } catch (answer) {
    if (!(answer instanceof Response)) throw answer;
    if (inPopup) answer.headers.append("Set-Cookie", openPopupMark);
    return answer;
  }
  return inPopup ? popupAnswer("done", context.nonce) : redirect("/");
}

export const loader = () => redirect("/");
