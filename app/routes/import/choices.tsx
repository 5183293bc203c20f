import { useNavigation } from "@remix-run/react";
import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from "react";
import { controlClass } from "#app/ui/controls/fields/form-field.tsx";
import { useShownValue } from "#app/ui/controls/fields/shown-value.ts";
import type { DraftTexts } from "./describe-draft.ts";

/** The texts of a draft, with the digest of its plan, by which the server knows what the page showed. */
export type ShownDraft = DraftTexts & { shown: string };

/**
 * Submits each choice at once but after the answer to the one before, since the server may store two that are under way in either
 * order. Until all are answered, the form keeps what was chosen. Without JavaScript the button 'Update' submits.
 */
export function useChoices(newest: ShownDraft) {
  const { state } = useNavigation();
  const form = useRef<HTMLFormElement>(null);
  const draft = useRef(newest);
  const [made, setMade] = useState(0);
  const submitted = useRef(0);
  const isUnsent = submitted.current !== made;
  if (state === "idle" && !isUnsent) draft.current = newest;
  useEffect(() => {
    if (state !== "idle" || submitted.current === made) return;
    submitted.current = made;
    form.current?.requestSubmit(form.current.querySelector<HTMLElement>('[value="choose"]'));
  }, [state, made]);
  const onChange = ({ target }: FormEvent) => {
    if (target instanceof HTMLSelectElement) setMade((choices) => choices + 1);
  };
  return { draft: draft.current, formProps: { ref: form, onChange, "data-unsent": isUnsent || undefined } };
}

/** A choice of a draft, as the server has it or as chosen since. */
export const ChoiceSelect = ({ chosen, ...props }: ComponentProps<"select"> & { chosen: string }) => (
  <select {...props} ref={useShownValue(chosen)} defaultValue={chosen} className={controlClass} />
);
