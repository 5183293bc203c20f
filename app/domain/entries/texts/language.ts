/** The languages of the service form; all other screens are in English. */
export type Language = "en" | "es";

/** The search parameter with which the switch of the form asks for a language. */
export const LANGUAGE = "language";

/** The cookie that remembers the choice. It names no person, so it is not signed. */
const COOKIE = "hayloft-language";
const MAX_AGE_SECONDS = 365 * 86_400;

const isLanguage = (text: string | null | undefined): text is Language => text === "en" || text === "es";

/** The language that the address asks for, that of the cookie, or the one that the browser prefers; English if there is none. */
export function languageOf({ url, headers }: Pick<Request, "url" | "headers">): Language {
  const asked = new URL(url).searchParams.get(LANGUAGE);
  if (isLanguage(asked)) return asked;
  const remembered = headers.get("Cookie")?.match(new RegExp(`(?:^|;\\s*)${COOKIE}=(\\w+)`))?.[1];
  return isLanguage(remembered) ? remembered : preferredOf(headers.get("Accept-Language") ?? "");
}

/** The first known language of 'es-MX,es;q=0.9,en;q=0.8', by weight. */
function preferredOf(accepted: string): Language {
  const ranked = accepted.split(",").map((part) => {
    const [tag = "", weight = "1"] = part.split(/;\s*q=/);
    return { language: tag.trim().toLowerCase().split("-")[0], weight: Number(weight) || 0 };
  });
  const known = ranked.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  return known.map(({ language }) => language).find(isLanguage) ?? "en";
}

/** Whether the form was posted by its switch: the loader answers, and what was typed stays. */
export const asksForLanguage = ({ url }: Pick<Request, "url">) => new URL(url).searchParams.has(LANGUAGE);

/** The address of the form without the language that it asks for. */
export function withoutLanguage({ url }: Pick<Request, "url">): string {
  const { pathname, searchParams } = new URL(url);
  searchParams.delete(LANGUAGE);
  searchParams.delete("index");
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
}

/** The Set-Cookie header that remembers the language that the address asks for; none if it asks for none. */
export function rememberLanguage({ url }: Pick<Request, "url">): [["Set-Cookie", string]] | [] {
  const { searchParams, protocol } = new URL(url);
  const asked = searchParams.get(LANGUAGE);
  if (!isLanguage(asked)) return [];
  const secure = protocol === "https:" ? "; Secure" : "";
  return [["Set-Cookie", `${COOKIE}=${asked}; Max-Age=${MAX_AGE_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure}`]];
}
