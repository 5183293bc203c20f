import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { returnPath } from "#app/auth/sign-in.ts";

/** Starts a sign-in: redirects the page or its popup to the identity provider (docs/product.md, 'Sign-in'). */
export async function action({ request, context: { signIn } }: ActionFunctionArgs) {
  const form = await request.formData();
  return signIn.start(request, { isInPopup: form.has("popup"), returnTo: returnPath(form.get("to")) });
}

export const loader = () => redirect("/");
