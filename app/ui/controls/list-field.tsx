import { getInputProps, useField } from "@conform-to/react";
import { useRef, useState } from "react";
import { button } from "./button.tsx";
import { controlClass, FieldErrors } from "./field.tsx";

type ListFieldProps = {
  name: string;
  label: string;
  /** What one entry is: 'Rider'. */
  entry: string;
  /** An entry has the focus when the page loads: the first invalid one, or the last. */
  isFocused: boolean;
};

/** A field with a control for each entry of a list. Without JavaScript its buttons post the form, which comes back changed. */
export function ListField({ name, label, entry, isFocused }: ListFieldProps) {
  const [field, form] = useField<string[]>(name);
  const [isAdding, setAdding] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const entries = field.getFieldList();
  const invalid = isAdding ? -1 : entries.findIndex(({ errors }) => errors);
  const focused = entries.at(isFocused || isAdding ? invalid : entries.length);
  return (
    <fieldset className="grid gap-2" aria-describedby={field.errors && field.errorId}>
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      {/* Enter presses the first button of a form, which must not be one of those below. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden />
      {entries.map((each, index) => (
        <div key={each.key}>
          <div className="flex gap-2">
            <input
              {...getInputProps(each, { type: "text" })}
              {...{ autoFocus: each.id === focused?.id }}
              aria-label={`${entry} ${index + 1}`}
              autoComplete="off"
              className={controlClass}
            />
            <button
              {...form.remove.getButtonProps({ name, index })}
              type="submit"
              aria-label={`Remove ${entry.toLowerCase()} ${index + 1}`}
              className={button.secondary}
              onClick={() => add.current?.focus()}
            >
              Remove
            </button>
          </div>
          <FieldErrors field={each} />
        </div>
      ))}
      <FieldErrors field={field} />
      <button
        {...form.insert.getButtonProps({ name })}
        type="submit"
        ref={add}
        className={`${button.secondary} justify-self-start`}
        onClick={() => setAdding(true)}
      >
        Add {entry.toLowerCase()}
      </button>
    </fieldset>
  );
}
