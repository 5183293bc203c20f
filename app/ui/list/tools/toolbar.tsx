import { Form, useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { type ListState, listHref, readQuery } from "#app/domain/fields/list-state.ts";
import { routerState } from "#app/remix/router.ts";
import { Icon } from "#app/ui/controls/icons.tsx";
import { SwitchLink } from "#app/ui/controls/switch-link.tsx";

/**
 * The pause in the typing, in milliseconds, after which a long list asks the database. The answer is to be there one round trip
 * and 100 ms after the last key, and the request and its rows take some 45 of these. At a usual typing speed, a key every 240 ms,
 * a pause of 150 ms would save no request.
 */
const SEARCH_DELAY_MS = 50;

type SearchProps = {
  path: string;
  state: ListState;
  defaultSort: string;
  placeholder: string;
  /** The list searches in the database. */
  isLong: boolean;
  /** Called with the text that a long list is about to search for, and with null when the search starts. */
  onType: (q: string | null) => void;
};

/**
 * Searches on Enter and, with JavaScript, while the admin types: a short list at each key, a long one after a pause. View and
 * sort order stay.
 */
export function SearchBox({ placeholder, ...list }: SearchProps) {
  const { path, state, defaultSort } = list;
  const { box, search, searchSoon } = useSearchBox(list);
  const kept = new URLSearchParams(listHref("", { ...state, q: "" }, defaultSort, {}));
  return (
    <Form
      method="get"
      action={path}
      role="search"
      className="search"
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      {[...kept].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Icon name="search" />
      <input
        ref={box}
        type="search"
        name="q"
        className="control"
        placeholder={placeholder}
        aria-label={placeholder.replace(/(\.\.\.|…)$/, "")}
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

/** The search box, with a search at once and one while the admin types. */
function useSearchBox({ path, state, defaultSort, isLong, onType }: Omit<SearchProps, "placeholder">) {
  const { q } = state;
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  /** The last text that this box submitted. */
  const submitted = useRef(q);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // The state of the router now, not as last rendered: a dialog may be opening, and the search would close it.
  const target = () => routerState().navigation.location ?? routerState().location;
  const isOnList = () => target().pathname === path;
  const isAsked = () => readQuery(new URLSearchParams(target().search)) === box.current?.value.trim();

  const search = () => {
    clearTimeout(timer.current);
    onType(null);
    if (!box.current?.form) return;
    submitted.current = box.current.value.trim();
    const change = { q: submitted.current };
    // A navigation, because a form would load the root again. The list shows the rows, or what it searches for, in the
    // next frame.
    navigate(listHref(path, state, defaultSort, change), { replace: true, preventScrollReset: true, flushSync: true });
  };
  const searchSoon = () => {
    if (!isLong && isOnList()) return search();
    clearTimeout(timer.current);
    onType(box.current?.value.trim() ?? null);
    timer.current = setTimeout(() => {
      // If a dialog was opened during the pause, the search would close it. A space after a word asks for nothing new.
      if (isOnList() && !isAsked()) search();
      else onType(null);
    }, SEARCH_DELAY_MS);
  };

  // Copies the search text after another navigation, such as the Back button, unless the box has the focus.
  useEffect(() => {
    if (!box.current || q === submitted.current || box.current === document.activeElement) return;
    submitted.current = q;
    box.current.value = q;
  }, [q]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once a page, for text that was entered before hydration or before a dialog opened; with `q` it would search again after each answer.
  useEffect(() => {
    if (box.current?.value.trim() !== q) searchSoon();
    return () => clearTimeout(timer.current);
  }, [pathname]);

  return { box, search, searchSoon };
}

type ToggleProps = {
  path: string;
  state: ListState;
  defaultSort: string;
  toggle: { on: string; off: string } | undefined;
};

/** The switch between the current rows and all rows; nothing on screens without a toggle. */
export function Toggle({ path, state, defaultSort, toggle }: ToggleProps) {
  if (!toggle) return null;
  const isOn = state.view === "current";
  return (
    <SwitchLink to={listHref(path, state, defaultSort, { view: isOn ? "all" : "current" })} isOn={isOn}>
      {isOn ? toggle.on : toggle.off}
    </SwitchLink>
  );
}
