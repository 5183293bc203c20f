import { useEffect, useRef } from "react";

/** A ref to a control that shows `value` again whenever `value` changes. A new key would do that, too, but drop the focus. */
export function useShownValue<Control extends HTMLInputElement | HTMLSelectElement>(value: string) {
  const control = useRef<Control>(null);
  const shown = useRef(value);
  useEffect(() => {
    if (control.current && shown.current !== value) control.current.value = value;
    shown.current = value;
  }, [value]);
  return control;
}
