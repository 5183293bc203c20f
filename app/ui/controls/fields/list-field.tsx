import { type FieldMetadata, getInputProps, useField } from "@conform-to/react";
import { type ComponentProps, type SyntheticEvent, useRef } from "react";
import { button } from "#app/ui/controls/button.tsx";
import { Icon } from "#app/ui/controls/icons.tsx";
import { controlClass, FieldErrors } from "./form-field.tsx";

type ListFieldProps = {
  name: string;
  label: string;
  /** What one entry is: 'Rider'. */
  entry: string;
  placeholder: string | undefined;
  /** The text box has the focus when the page loads. */
  isFocused: boolean;
};

const textOf = ({ initialValue = "" }: FieldMetadata<string>) => initialValue.trim();

/**
 * A list of names (docs/product.md, 'Customers'): each but the last is a chip with a button that removes it, and the last is typed.
 * Enter makes it a chip. Without JavaScript the buttons post the form, which comes back changed.
 */
export function ListField({ name, label, entry, placeholder, isFocused }: ListFieldProps) {
  const [field, form] = useField<string[]>(name);
  const box = useRef<HTMLInputElement>(null);
  const entries = field.getFieldList();
  const typed = entries.at(-1);
  const before = entries.length - 1;
  const focus = () => box.current?.focus();
  /** A blank name, or one that is in the list already, is not added. */
  const add = (event: SyntheticEvent) => {
    event.preventDefault();
    const text = box.current?.value.trim() ?? "";
    if (box.current) box.current.value = "";
    const isNew = text && !entries.slice(0, before).some((each) => textOf(each) === text);
    if (isNew) form.insert({ name, index: before, defaultValue: text });
    focus();
  };
  return (
    <div>
      <label htmlFor={typed?.id} className="mb-2 block text-sm font-medium">
        {label}
      </label>
      {/* Enter presses the first button of a form, which must not be one of those below. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden />
      <ul className="mb-2 flex flex-wrap gap-2 empty:hidden">
        {entries.slice(0, before).map((each, index) => (
          <Chip key={each.key} each={each} onRemove={focus} {...form.remove.getButtonProps({ name, index })} />
        ))}
      </ul>
      {typed && (
        <div className="flex gap-2">
          <input
            {...getInputProps(typed, { type: "text" })}
            {...{ ref: box, autoFocus: isFocused, placeholder, autoComplete: "off", className: controlClass }}
            onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && add(event)}
          />
          <button
            {...{ ...form.insert.getButtonProps({ name }), type: "submit", onClick: add, className: button.secondary }}
            aria-label={`Add ${entry.toLowerCase()}`}
          >
            Add
          </button>
        </div>
      )}
      {[...entries, field].map((each) => (
        <FieldErrors key={each.id} field={each} />
      ))}
    </div>
  );
}

type ChipProps = ComponentProps<"button"> & { each: FieldMetadata<string>; onRemove: () => void };

function Chip({ each, onRemove, ...remove }: ChipProps) {
  const text = textOf(each);
  if (!text) return null;
  return (
    <li className="name-chip">
      <input {...getInputProps(each, { type: "hidden" })} />
      <span translate="no">{text}</span>
      <button {...remove} type="submit" aria-label={`Remove ${text}`} onClick={onRemove}>
        <Icon name="close" className="size-4" />
      </button>
    </li>
  );
}
