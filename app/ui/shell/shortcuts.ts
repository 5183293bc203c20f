import { ifAllowed } from "#app/live/browser/if-allowed.ts";
import { SCREENS } from "#app/registry/screens.ts";

/*
 * The keyboard shortcuts (docs/product.md, 'Screens'). The module loads at the first press of a key outside of a field.
 * It works on the elements of the page: it focuses and presses them.
 */

/** How long a screen's letter may follow `g`, in milliseconds. */
const LETTER_MS = 1_500;
/** The browser remembers under this name that the shortcuts are switched off. */
const STORAGE_KEY = "shortcuts";

let goPressedAt = Number.NEGATIVE_INFINITY;

const isOff = () => ifAllowed(() => localStorage.getItem(STORAGE_KEY)) === "off";

/** Does what the key stands for, if anything. */
export function pressShortcut(key: string): void {
  if (isOff()) return;
  const isLetterOfScreen = performance.now() - goPressedAt < LETTER_MS;
  goPressedAt = Number.NEGATIVE_INFINITY;
  if (isLetterOfScreen)
    screens()
      .find(({ letter }) => letter === key)
      ?.link.click();
  else if (key === "g") goPressedAt = performance.now();
  else if (key === "n") document.querySelector<HTMLElement>(".list-head > .button-primary")?.click();
  else if (key === "/") document.querySelector<HTMLInputElement>("#content [type=search]")?.select();
  else if (key === "x") void selectRow();
  else if (key === "?") showShortcuts();
}

/** Without the code of the rows the key does nothing. */
const selectRow = () =>
  import("#app/ui/list/row/row-tools.ts")
    .then(({ loadRowTools }) => loadRowTools())
    .then(
      ({ selectByKey }) => selectByKey(),
      () => {},
    );

/** The screens that the sidebar offers to this person, with their letters. */
function screens() {
  return SCREENS.flatMap((screen) => {
    const link = document.querySelector<HTMLElement>(`nav a[href="${screen.path}"]`);
    return "nav" in screen && link ? [{ letter: screen.nav.letter, label: screen.nav.label, link }] : [];
  });
}

/** Opens the list of shortcuts, with the box that switches them off. */
export function showShortcuts(): void {
  const dialog = element("dialog", "dialog");
  const title = element("h2", "", "Keyboard shortcuts");
  title.id = "shortcuts-title";
  dialog.setAttribute("aria-labelledby", title.id);
  const list = element("dl", "my-5 grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2");
  for (const [keys, meaning] of [
    ["/", "Search the list"],
    ["n", "Add to the list"],
    ["↑ ↓", "Move between the rows"],
    ["Space", "Select the row"],
    ["x", "Select the row, then go to what to do with the selected rows"],
    ["Esc", "Back to the row"],
    ["Ctrl K", "Go to anything (⌘ K on a Mac)"],
    ...screens().map(({ letter, label }) => [`g ${letter}`, label] as const),
    ["?", "This list"],
  ] as const) {
    const term = element("dt", "");
    add(term, ...keys.split(" ").map((key) => element("kbd", "kbd", key)));
    add(list, term, element("dd", "", meaning));
  }
  const label = element("label", "flex min-h-11 items-center gap-3 text-sm font-medium");
  const box = element("input", "tick");
  box.type = "checkbox";
  box.checked = !isOff();
  box.onchange = () => ifAllowed(() => localStorage.setItem(STORAGE_KEY, box.checked ? "on" : "off"));
  add(label, box, element("span", "", "Use these keys in this browser"));
  const foot = element("div", "dialog-foot");
  const close = element("button", "button button-secondary", "Close");
  close.type = "button";
  close.onclick = () => dialog.close();
  add(foot, close);
  add(dialog, title, list, label, foot);
  dialog.onclose = () => dialog.remove();
  add(document.body, dialog);
  dialog.showModal();
}

/** As `append`, whose type is that of another platform here. */
function add(parent: Node, ...children: Node[]): void {
  for (const child of children) parent.appendChild(child);
}

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string, text = "") {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}
