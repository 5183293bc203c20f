import { type ComponentProps, useEffect, useRef, useState } from "react";
import { useBrowserLayoutEffect } from "#app/ui/layout-effect.ts";
import { useTexts } from "../language/use-texts.ts";
import { type EntryOption, textOfOption } from "./entry-option.ts";
import { NotChosen, Options, StickySelect } from "./sticky-select.tsx";
import { LIST, optionId, usePicker } from "./use-picker.ts";

type HorsePickerProps = Omit<ComponentProps<"select">, "children"> & { id: string; options: EntryOption[] };

/**
 * The select of horses and, once JavaScript runs, a combobox in its place, which finds a horse by any part of its name. The
 * select stays in the form, out of sight: it holds the choice and posts it (docs/decisions/horse-picker.md).
 */
export function HorsePicker({ id, options, ...select }: HorsePickerProps) {
  const { selectHorse } = useTexts();
  const root = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const focusInput = () => input.current?.focus();
  const { chosenName, choose, show, leave, isEnhanced } = useHiddenSelect(root);
  // The browser may have given the select the focus before the page was hydrated.
  useEffect(() => {
    if (isEnhanced && root.current?.querySelector("select") === document.activeElement) input.current?.focus();
  }, [isEnhanced]);
  const { typed, isOpen, active, found, finish, onBlur, ...handlers } = usePicker(options, choose);
  const chooseByPress = (option: EntryOption) => {
    finish(option);
    // Closes the on-screen keyboard of a phone, which covers the next fields.
    if (matchMedia("(pointer: coarse)").matches) setTimeout(() => document.getElementById(id)?.blur());
  };
  return (
    <div ref={root} className="relative">
      <StickySelect
        {...select}
        {...(isEnhanced ? OUT_OF_SIGHT : { id })}
        options={options}
        onFocus={focusInput}
        onChange={show}
      >
        <NotChosen text={selectHorse} />
        <Options options={options} />
      </StickySelect>
      {isEnhanced && (
        <input
          id={id}
          ref={input}
          // Not part of the form, so that conform does not treat the text box as one of its controls.
          form=""
          className={`${select.className} picker`}
          role="combobox"
          aria-expanded={isOpen && found.length > 0}
          aria-controls={LIST}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && active >= 0 ? optionId(active) : undefined}
          aria-invalid={select["aria-invalid"]}
          aria-describedby={select["aria-describedby"]}
          aria-required
          autoComplete="off"
          spellCheck={false}
          placeholder={selectHorse}
          value={typed ?? chosenName}
          onFocus={(event) => event.target.select()}
          onBlur={() => {
            onBlur();
            leave();
          }}
          {...handlers}
        />
      )}
      {isOpen && <Found found={found} active={active} onChoose={chooseByPress} />}
    </div>
  );
}

/**
 * The attributes of the hidden select. conform focuses an invalid select; `focusInput` moves the focus to the text box.
 */
const OUT_OF_SIGHT = { className: "sr-only", tabIndex: -1, "aria-hidden": true };

/** The choice in the hidden select of `root`. The browser may have restored the choice before hydration. */
function useHiddenSelect(root: { current: HTMLElement | null }) {
  const [isEnhanced, setIsEnhanced] = useState(false);
  const [chosenName, setChosenName] = useState("");
  const show = () => {
    const option = root.current?.querySelector("select")?.selectedOptions[0];
    setChosenName(option?.value ? option.text : "");
  };
  useBrowserLayoutEffect(() => {
    setIsEnhanced(true);
    show();
    // The select moves its focus to the text box. conform must not see that as leaving an empty field.
    const select = root.current?.querySelector("select");
    const end = new AbortController();
    select?.addEventListener("focusout", (event) => event.isTrusted && event.stopPropagation(), end);
    return () => end.abort();
  }, [root]);
  /** Dispatches an event that a script's choice does not cause, because conform listens to it. */
  const tell = (type: string) =>
    root.current?.querySelector("select")?.dispatchEvent(new Event(type, { bubbles: true }));
  const choose = (option: EntryOption | null) => {
    const select = root.current?.querySelector("select");
    if (select) select.value = option?.id ?? "";
    tell("input");
    setChosenName(option ? textOfOption(option) : "");
  };
  return { isEnhanced, chosenName, choose, show, leave: () => tell("focusout") };
}

type FoundProps = { found: EntryOption[]; active: number; onChoose: (option: EntryOption) => void };

function Found({ found, active, onChoose }: FoundProps) {
  const { horses, noSuchHorse } = useTexts();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the combobox while its list is pressed.
    <div className="picker-list" onMouseDown={(event) => event.preventDefault()}>
      <div id={LIST} role="listbox" translate="no" aria-label={horses} hidden={found.length === 0}>
        {found.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the focus and the keys.
          <div
            key={option.id}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className="picker-option"
            onClick={() => onChoose(option)}
          >
            {textOfOption(option)}
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p role="status" className="px-3 py-2.5 text-muted">
          {noSuchHorse}
        </p>
      )}
    </div>
  );
}
