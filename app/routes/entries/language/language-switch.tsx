import { useSubmit } from "@remix-run/react";
import { LANGUAGE } from "#app/domain/entries/texts/language.ts";
import { useTexts } from "./use-texts.ts";

/**
 * Asks the server for the form in the other language. Without JavaScript the button posts what was typed, and the new page
 * shows it again. The button follows Submit in the markup, so that Enter presses Submit; CSS places it above the form.
 */
export function LanguageSwitch() {
  const { otherLanguage, otherLanguageName } = useTexts();
  const submit = useSubmit();
  const action = `/?index&${LANGUAGE}=${otherLanguage}`;
  return (
    <button
      type="submit"
      form="service"
      formAction={action}
      formNoValidate
      onClick={(event) => {
        event.preventDefault();
        submit(null, { method: "post", action, preventScrollReset: true });
      }}
      lang={otherLanguage}
      translate="no"
      className="link absolute -top-3.5 right-0 min-h-12 pl-3 text-sm"
    >
      {otherLanguageName}
    </button>
  );
}
