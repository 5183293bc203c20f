import { type ComponentProps, type ReactNode, useRef } from "react";
import type { Option } from "#app/domain/fields/field.ts";
import { useBrowserLayoutEffect } from "#app/ui/layout-effect.ts";
import { type EntryOption, textOfOption } from "./entry-option.ts";

type StickySelectProps = ComponentProps<"select"> & {
  options: Option[];
  /** The text of the initially selected option, in case it is no longer offered. */
  label?: string | undefined;
  children: ReactNode;
};

/**
 * A select whose selected option survives a live update of `options` that no longer has it. The server then refuses the
 * entry with a message.
 */
export function StickySelect({ options, label = "", children, ...props }: StickySelectProps) {
  const select = useRef<HTMLSelectElement>(null);
  // Read while rendering, before React replaces the options.
  const selected = select.current?.selectedOptions[0];
  const { value, text } = selected ?? { value: label ? String(props.defaultValue ?? "") : "", text: label };
  const isOffered = !value || options.some(({ id }) => id === value);
  useBrowserLayoutEffect(() => {
    if (select.current && selected && select.current.value !== value) select.current.value = value;
  });
  return (
    <select ref={select} translate="no" {...props}>
      {children}
      {!isOffered && <option value={value}>{text}</option>}
    </select>
  );
}

/** The option of a select in which nothing is chosen. */
export const NotChosen = ({ text }: { text: string }) => (
  <option value="" translate="yes">
    {text}
  </option>
);

export function Options({ options }: { options: EntryOption[] }) {
  return options.map((option) => (
    <option key={option.id} value={option.id} data-name={option.note && option.name}>
      {textOfOption(option)}
    </option>
  ));
}
