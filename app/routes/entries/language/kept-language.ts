import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { asksForLanguage, rememberLanguage, withoutLanguage } from "#app/domain/entries/texts/language.ts";

/**
 * Keeps the language that an opened address asks for in the cookie alone, so that a reload has the language that was chosen last.
 * @throws a redirect to the address without the language
 */
export function keepAskedLanguage(request: Request, { isPost, isDataRequest }: AppLoadContext): void {
  if (!asksForLanguage(request) || isPost || isDataRequest) return;
  throw redirect(withoutLanguage(request), { headers: rememberLanguage(request) });
}
