import { useLocation, useNavigationType } from "@remix-run/react";
import { useBrowserLayoutEffect } from "#app/ui/layout-effect.ts";

/**
 * How a page was left: a selector of the element that had the focus last, and how far the rows of its list were
 * scrolled, in pixels.
 */
type Place = { focused: string; scrolled: number };

/** The places, by the key of the page's entry in the history. */
const places = new Map<string, Place>();

/** How many places are remembered. */
const MAX_PLACES = 50;

/** The attributes that name an element. */
const NAMES = ["id", "href", "name", "value", "aria-label"];

/** A selector of a link or a button; '' of anything else, such as a field, whose focus opens the keyboard of a phone. */
function selectorOf(element: Element): string {
  if (!element.matches("a, button")) return "";
  const named = NAMES.filter((name) => element.getAttribute(name));
  const tests = named.map((name) => `[${name}="${CSS.escape(element.getAttribute(name) ?? "")}"]`);
  return tests.length > 0 ? element.localName + tests.join("") : "";
}

/** The rows scroll by themselves where the window is large; `ScrollRestoration` sees to the window. */
const ROWS = ".table-scroll";

/** Brings the focus and the rows back to where they were when the Back or Forward button returns to a page. */
export function useReturnedPlace(): void {
  const { key } = useLocation();
  const isReturn = useNavigationType() === "POP";
  useBrowserLayoutEffect(() => {
    const rows = document.querySelector(ROWS);
    const before = isReturn ? places.get(key) : undefined;
    if (before) rows?.scrollTo({ top: before.scrolled, behavior: "instant" });
    if (before?.focused && document.activeElement === document.body)
      document.querySelector<HTMLElement>(before.focused)?.focus({ preventScroll: true });
    const place = before ?? { focused: "", scrolled: rows?.scrollTop ?? 0 };
    places.delete(key);
    places.set(key, place);
    const [oldest = ""] = places.keys();
    if (places.size > MAX_PLACES) places.delete(oldest);
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element) place.focused = selectorOf(target);
    };
    const onScroll = ({ target }: Event) => {
      if (target instanceof Element && target.matches(ROWS)) place.scrolled = target.scrollTop;
    };
    document.addEventListener("focusin", onFocus);
    document.addEventListener("scroll", onScroll, { capture: true, passive: true });
    return () => {
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("scroll", onScroll, { capture: true });
    };
  }, [key, isReturn]);
}
