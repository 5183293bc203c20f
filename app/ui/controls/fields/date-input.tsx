import { type FocusEvent, type InputHTMLAttributes, useEffect, useRef, useState } from "react";

/** A date input. WebKit shows today's date in an empty one; `field.css` hides it until the input has the focus. */
export function DateInput(props: InputHTMLAttributes<HTMLInputElement>) {
  const input = useRef<HTMLInputElement>(null);
  const [isEmpty, setEmpty] = useState(false);
  // A half-typed date has an empty value, too.
  const look = () => setEmpty(input.current?.value === "" && !input.current.validity.badInput);
  // The browser may have restored what was entered before.
  useEffect(look, []);
  const onBlur = (event: FocusEvent<HTMLInputElement>) => {
    look();
    props.onBlur?.(event);
  };
  return <input {...props} ref={input} type="date" data-empty={isEmpty || undefined} onInput={look} onBlur={onBlur} />;
}
