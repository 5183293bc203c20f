import { Form, useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { type ListState, listHref } from "#app/domain/list-state.ts";
import { SwitchLink } from "#app/ui/controls/switch-link.tsx";

/** The pause in the typing after which a long list searches. */
const SEARCH_DELAY_MS = 150;

type SearchProps = {
  path: string;
  state: ListState;
  defaultSort: string;
  searchPlaceholder: string;
  /** The list searches in the database. */
  isLong: boolean;
};

/**
 * Searches on Enter and, with JavaScript, while the admin types: a short list at each key, a long one after a pause. View and
 * sort order stay.
 */
export function Search({ path, state, defaultSort, searchPlaceholder, isLong }: SearchProps) {
  const { box, search, searchSoon } = useSearchBox({ path, state, defaultSort, isLong });
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

/** The search box, with a search at once and one while the admin types. */
function useSearchBox({ path, state, defaultSort, isLong }: Omit<SearchProps, "searchPlaceholder">) {
  const { q } = state;
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  /** The last text that this box submitted. */
  const submitted = useRef(q);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const target = useNavigation().location?.pathname ?? pathname;
  const isOnList = useRef(true);
  isOnList.current = target === path;

  const search = () => {
    clearTimeout(timer.current);
    if (!box.current?.form) return;
    submitted.current = box.current.value.trim();
    const change = { q: submitted.current };
    // Not as a form: the root would load again. A short list shows the rows in the next frame.
    navigate(listHref(path, state, defaultSort, change), {
      replace: true,
      preventScrollReset: true,
      flushSync: !isLong,
    });
  };
  const searchSoon = () => {
    if (!isLong && isOnList.current) return search();
    clearTimeout(timer.current);
    // Does not search if a dialog was opened during the pause, because the search would close the dialog.
    timer.current = setTimeout(() => isOnList.current && search(), SEARCH_DELAY_MS);
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
