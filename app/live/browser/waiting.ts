import { routerState, subscribeToRouter } from "#app/remix/router.ts";

/*
 * Marks the link or the button that was pressed while the page waits for its answer: the stylesheet shows it after 200 ms (button.css).
 * Until then another press of it sends nothing.
 */

let pressed: Element | null = null;
/** What the page waited for already when the press came. */
let others: unknown[] = [];

/** What the page waits for: the address that it goes to, and the keys of fetchers. */
function pending(): unknown[] {
  const { navigation, fetchers } = routerState();
  const keys = [...fetchers].flatMap(([key, { state }]) => (state === "idle" ? [] : key));
  return navigation.location ? [navigation.location, ...keys] : keys;
}

const isWaiting = () => pending().some((each) => !others.includes(each));

function mark(): void {
  if (isWaiting()) pressed?.setAttribute("aria-busy", "true");
  else forget();
}

function forget(): void {
  pressed?.removeAttribute("aria-busy");
  pressed = null;
}

/** A switch shows its new state at once, and a second press reverts it. */
const isSwitch = (element: Element) => element.matches("button.switch");

function onClick(event: MouseEvent): void {
  const target = (event.target as Element).closest("a, button");
  // A modified click opens another tab, and the page waits for nothing else.
  if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (target === pressed && target.ariaBusy && !isSwitch(target)) {
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  forget();
  pressed = target;
  others = pending();
  // Most presses ask for nothing; what the page asks for later is not their answer.
  setTimeout(() => !isWaiting() && forget());
}

/** Watches the presses, once. */
export function watchPresses(): void {
  document.addEventListener("click", onClick, { capture: true });
  subscribeToRouter(mark);
}
