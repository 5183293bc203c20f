import { type ChangeEvent, type KeyboardEvent, useEffect, useState } from "react";
import { foldedName } from "#app/domain/basics/names.ts";
import type { EntryOption } from "./entry-option.ts";

/** The id of the list of a picker, and those of its options. */
export const LIST = "found";
export const optionId = (index: number) => `${LIST}-${index}`;

/**
 * The state and the keys of a combobox. Typing clears the choice, so that the form never saves the previously chosen
 * record under a newly typed name. Enter and Tab choose the marked option; leaving the field chooses the option if only
 * one matches.
 */
export function usePicker(options: EntryOption[], choose: (option: EntryOption | null) => void) {
  // Null unless the user is typing a name.
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = typed ? options.filter(({ name }) => matches(name, typed)) : options;

  // Scrolls to the marked option or, when the list opens, to the list.
  useEffect(() => {
    if (isOpen) document.getElementById(active < 0 ? LIST : optionId(active))?.scrollIntoView({ block: "nearest" });
  }, [isOpen, active]);

  const finish = (option?: EntryOption | null) => {
    if (option) choose(option);
    setTyped(null);
    setIsOpen(false);
    setActive(-1);
  };
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    choose(null);
    setTyped(target.value);
    setIsOpen(true);
    const text = foldedName(target.value).trim();
    const names = options.map(({ name }) => name).filter((name) => matches(name, text));
    const first = names.findIndex((name) => foldedName(name).startsWith(text));
    setActive(text ? Math.max(first, Math.min(0, names.length - 1)) : -1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.nativeEvent.isComposing) return;
    if (key === "Tab") {
      if (isOpen) finish(found[active]);
      return;
    }
    if (key === "ArrowDown" || key === "ArrowUp") {
      const next = key === "ArrowDown" ? active + 1 : Math.max(active, 0) - 1;
      if (isOpen && found.length > 0) setActive((next + found.length) % found.length);
      setIsOpen(true);
    } else if (key === "Enter" && !isOpen) setIsOpen(true);
    else if (key === "Enter" || (key === "Escape" && isOpen)) finish(key === "Enter" ? found[active] : null);
    else return;
    // By default Enter would submit the form, and the arrows would move the caret.
    event.preventDefault();
  };
  const onBlur = () => finish(typed?.trim() && found.length === 1 ? found[0] : null);
  const onClick = () => setIsOpen(true);
  return { typed, isOpen, active, found, finish, onChange, onKeyDown, onBlur, onClick };
}

/** Whether a name contains every word of the text, without regard to case and accents. */
function matches(name: string, text: string): boolean {
  const folded = foldedName(name);
  return foldedName(text)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
