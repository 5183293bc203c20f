import type { FrameTexts } from "#app/domain/shell/frame-texts.ts";
import { type AnswerTexts, ENGLISH_ANSWERS, ENGLISH_PAGE, type PageTexts } from "./english.ts";
import type { Language } from "./language.ts";
import { SPANISH_ANSWERS, SPANISH_FRAME, SPANISH_MESSAGES, SPANISH_PAGE } from "./spanish.ts";

/* The texts of the service form in both languages, for the server alone: a page gets those of its language as data. */

/** The translations of shared messages; a message without one stays English. */
export type Messages = { readonly [english: string]: string };

/** The texts that a page of the form gets. */
export type FormTexts = PageTexts & { language: Language; messages: Messages; frame?: FrameTexts };

const FORM: Record<Language, FormTexts> = {
  en: { ...ENGLISH_PAGE, language: "en", messages: {} },
  es: { ...SPANISH_PAGE, language: "es", messages: SPANISH_MESSAGES, frame: SPANISH_FRAME },
};
const ANSWERS: Record<Language, AnswerTexts> = { en: ENGLISH_ANSWERS, es: SPANISH_ANSWERS };

export type Texts = { form: FormTexts; answers: AnswerTexts };

export const textsIn = (language: Language): Texts => ({ form: FORM[language], answers: ANSWERS[language] });
