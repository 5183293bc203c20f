import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from "react";
import type { Grouped, Option } from "./options.ts";

type ChoiceProps = ComponentProps<"select"> & { offered: Option[]; children: ReactNode };

/**
 * A choice that stays as it was made, whatever the options around it are refreshed with: also where it is not offered any
 * more, which is for the server to say.
 */
export function Choice({ offered, children, ...props }: ChoiceProps) {
  const select = useRef<HTMLSelectElement>(null);
  // As it is before the options change.
  const chosen = select.current?.selectedOptions[0];
  const { value = "", text = "" } = chosen ?? {};
  const isOffered = !value || offered.some(({ id }) => id === value);
  useLayoutEffect(() => {
    if (select.current && chosen && select.current.value !== value) select.current.value = value;
  });
  return (
    <select ref={select} {...props}>
      {children}
      {!isOffered && <option value={value}>{text}</option>}
    </select>
  );
}

export function Options({ options }: { options: Option[] }) {
  return options.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}

/** Options under two headings; none where there is nothing to set apart. */
export function Groups({ options, current, others }: { options: Grouped; current: string; others: string }) {
  if (options.others.length === 0) return <Options options={options.current} />;
  return (
    <>
      <optgroup label={current}>
        <Options options={options.current} />
      </optgroup>
      <optgroup label={others}>
        <Options options={options.others} />
      </optgroup>
    </>
  );
}
