import { type FocusEvent, type InputHTMLAttributes, useEffect, useRef, useState } from "react";

/** A date. While it is empty and not in use it looks so in WebKit, too, which shows the day of today there (`field.css`). */
export function DateInput(props: InputHTMLAttributes<HTMLInputElement>) {
  const input = useRef<HTMLInputElement>(null);
  const [isEmpty, setEmpty] = useState(false);
  // A date that is typed by half has no value, either.
  const look = () => setEmpty(input.current?.value === "" && !input.current.validity.badInput);
  // The browser may have restored what was entered before.
  useEffect(look, []);
  const onBlur = (event: FocusEvent<HTMLInputElement>) => {
    look();
    props.onBlur?.(event);
  };
  return <input {...props} ref={input} type="date" data-empty={isEmpty || undefined} onInput={look} onBlur={onBlur} />;
}
