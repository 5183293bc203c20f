import type { Language } from "#app/domain/entries/texts/language.ts";
import { textsIn } from "#app/domain/entries/texts/texts.ts";
import { SIGN_IN_CHANNEL, type SignInOutcome } from "#app/domain/shell/sign-in-channel.ts";

type PopupEnd = { nonce: string; headers: Headers; language: Language };

/**
 * The last page of a popup: reports the outcome to the page that opened the popup, and closes the popup. Browsers do not let
 * every window close itself, so after half a second the popup shows the service form instead.
 */
export function closePopup(outcome: SignInOutcome, { nonce, headers, language }: PopupEnd): Response {
  headers.set("Content-Type", "text/html; charset=utf-8");
  const { signingIn, signedIn, notSignedIn } = textsIn(language).answers;
  const page = `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${signingIn}</title>
<script nonce="${nonce}">try{new BroadcastChannel("${SIGN_IN_CHANNEL}").postMessage("${outcome}")}catch{}window.close();setTimeout(()=>location.replace("/"),500)</script>
<p>${outcome === "done" ? signedIn : notSignedIn}</p></html>`;
  return new Response(page, { headers });
}
