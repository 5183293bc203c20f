import { Form, useLocation, useNavigation, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { type ListState, listHref } from "#app/domain/list-state.ts";
import { SwitchLink } from "#app/ui/controls/switch-link.tsx";

const SEARCHES_AFTER = 250;

type SearchProps = { path: string; state: ListState; defaultSort: string; searchPlaceholder: string };

/** Searches by Enter and, with script, by itself a moment after the typing; the view and the order stay. */
export function Search({ path, state, defaultSort, searchPlaceholder }: SearchProps) {
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  /** What the address was last told from here. */
  const sent = useRef(state.q);
  const submit = useSubmit();
  const { pathname } = useLocation();
  const goesTo = useNavigation().location?.pathname ?? pathname;
  const isHere = useRef(true);
  isHere.current = goesTo === path;
  const kept = new URLSearchParams(listHref("", { ...state, q: "" }, defaultSort, {}));

  const search = () => {
    clearTimeout(timer.current);
    if (!box.current?.form) return;
    sent.current = box.current.value.trim();
    const fields = new FormData(box.current.form);
    if (!sent.current) fields.delete("q");
    submit(fields, { action: path, replace: true, preventScrollReset: true });
  };
  const searchSoon = () => {
    clearTimeout(timer.current);
    // Whoever has opened a dialog meanwhile keeps it.
    timer.current = setTimeout(() => isHere.current && search(), SEARCHES_AFTER);
  };

  // The box follows the address where something else led there, such as the Back button, and never the typing's results.
  useEffect(() => {
    if (!box.current || state.q === sent.current || box.current === document.activeElement) return;
    sent.current = state.q;
    box.current.value = state.q;
  }, [state.q]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: for what was typed before the script was there, or a dialog.
  useEffect(() => {
    if (box.current?.value.trim() !== state.q) searchSoon();
    return () => clearTimeout(timer.current);
  }, [pathname]);

  return (
    <Form
      method="get"
      action={path}
      role="search"
      className="flex-1 sm:w-62.5 sm:flex-none"
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      {[...kept].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input
        ref={box}
        type="search"
        name="q"
        className="control"
        placeholder={searchPlaceholder}
        aria-label={searchPlaceholder.replace(/(\.\.\.|…)$/, "")}
        defaultValue={state.q}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={searchSoon}
      />
    </Form>
  );
}

type ToggleProps = {
  path: string;
  state: ListState;
  defaultSort: string;
  toggle?: { on: string; off: string };
};

export function Toggle({ path, state, defaultSort, toggle }: ToggleProps) {
  if (!toggle) return null;
  const isOn = state.view === "current";
  return (
    <SwitchLink to={listHref(path, state, defaultSort, { view: isOn ? "all" : "current" })} isOn={isOn}>
      {isOn ? toggle.on : toggle.off}
    </SwitchLink>
  );
}
