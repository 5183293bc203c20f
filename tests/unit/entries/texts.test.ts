import { expect, test } from "vitest";
import { languageOf, rememberLanguage } from "#app/domain/entries/texts/language.ts";
import { type FormTexts, textsIn } from "#app/domain/entries/texts/texts.ts";
import { FRAME } from "#app/domain/shell/frame-texts.ts";

const ENGLISH = textsIn("en");
const SPANISH = textsIn("es");

const namesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
function textsOf({ messages: _, frame: { problems, ...frame } = FRAME, ...page }: FormTexts) {
  return { ...page, ...frame, ...problems };
}

/** Texts that are the same in both languages. */
const SAME = new Set(["{refused}, {count} wait {reason}"]);

test.each([
  ["page and frame", textsOf(ENGLISH.form), textsOf(SPANISH.form)],
  ["answers", { ...ENGLISH.answers }, { ...SPANISH.answers }],
] as [string, Record<string, string>, Record<string, string>][])(
  "every text of the %s is in both languages, with the same places for values",
  (_, english, spanish) => {
    for (const [key, text] of Object.entries(english)) {
      const translated = spanish[key] ?? "";
      expect([key, namesIn(translated)]).toEqual([key, namesIn(text)]);
      if (!SAME.has(text)) expect([key, translated]).not.toEqual([key, text]);
    }
  },
);

test("an English page has no translations", () => {
  expect([ENGLISH.form.frame, ENGLISH.form.messages]).toEqual([undefined, {}]);
});

const asking = (address: string, headers: Record<string, string> = {}) => ({
  url: `https://barn.example${address}`,
  headers: new Headers(headers),
});

test.each([
  ["/", {}, "en"],
  ["/", { "Accept-Language": "es" }, "es"],
  ["/", { "Accept-Language": "es-MX,es;q=0.9,en;q=0.8" }, "es"],
  ["/", { "Accept-Language": "en-US,en;q=0.9,es;q=0.8" }, "en"],
  ["/", { "Accept-Language": "en;q=0.5, es-419;q=0.7" }, "es"],
  ["/", { "Accept-Language": "fr,es;q=0.5" }, "es"],
  ["/", { "Accept-Language": "fr,es;q=0" }, "en"],
  ["/", { "Accept-Language": "es", Cookie: "a=1; hayloft-language=en" }, "en"],
  ["/", { Cookie: "hayloft-language=es; b=2" }, "es"],
  ["/", { "Accept-Language": "es", Cookie: "hayloft-language=klingon" }, "es"],
  ["/?language=es", { Cookie: "hayloft-language=en" }, "es"],
  ["/?language=__proto__", {}, "en"],
])("the form at %s with %j is in the language %s", (address, headers, language) => {
  expect(languageOf(asking(address, headers))).toBe(language);
});

test("only an address that asks for a known language sets the cookie, over HTTPS a secure one", () => {
  const [[, cookie] = []] = rememberLanguage(asking("/?language=es"));
  expect(cookie).toMatch(/^hayloft-language=es; .*; Secure$/);
  expect(rememberLanguage(asking("/"))).toEqual([]);
  expect(rememberLanguage(asking("/?language=fr"))).toEqual([]);
});
