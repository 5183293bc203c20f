import { useRouteLoaderData } from "@remix-run/react";
import type { FormTexts } from "#app/domain/entries/texts/texts.ts";
import { useNewest } from "#app/live/browser/live-data.ts";

type WithTexts = { texts: FormTexts };

/** The texts of the form in the language of the page. */
export const useTexts = (): FormTexts => useNewest(useRouteLoaderData("/") as WithTexts).texts;
