import { decode } from "turbo-stream";
import type { Hit } from "#app/domain/go-to.ts";

/*
 * The dialog 'Go to anything' (docs/product.md, 'Screens'): a search box and a plain list of links. The module loads when
 * the dialog is opened, and reads the data of the page `/go`.
 */

type Found = { groups: { title: string; hits: Hit[] }[]; hint: string };

/** The pause in the typing after which the dialog searches, in milliseconds. */
const PAUSE_MS = 120;

let open: HTMLDialogElement | undefined;

/** Opens the dialog, unless it or another dialog is open. The focus returns to where it was when the dialog is closed. */
export function goToAnything(): void {
  if (open || document.querySelector("dialog:modal")) return;
  // In the drawer of a phone the dialog would be hidden with it.
  document.querySelector<HTMLElement>(".sidebar:popover-open")?.hidePopover();
  const dialog = element("dialog", "dialog go-to");
  const title = element("h2", "", "Go to anything");
  title.id = "go-to-title";
  dialog.setAttribute("aria-labelledby", title.id);
  const box = element("input", "control mt-4");
  box.type = "search";
  box.maxLength = 100;
  box.autocomplete = "off";
  box.setAttribute("aria-label", "Name, number or action");
  const status = element("p", "mt-3 text-sm/normal text-muted");
  status.setAttribute("role", "status");
  const list = element("div", "");
  const foot = element("div", "dialog-foot");
  const close = element("button", "button button-secondary", "Close");
  close.type = "button";
  close.onclick = () => dialog.close();
  add(foot, close);
  add(dialog, title, box, status, list, foot);
  const stop = searchWhileTyping(box, (found) => show(found, list, status), status);
  dialog.onkeydown = (event) => press(event, dialog, box, list);
  dialog.onclick = (event) => follow(event, dialog);
  dialog.onclose = () => {
    stop();
    dialog.remove();
    open = undefined;
  };
  add(document.body, dialog);
  open = dialog;
  dialog.showModal();
  box.focus();
}

/** Reads the hits now and after each pause in the typing. Returns what ends the search. */
function searchWhileTyping(box: HTMLInputElement, onFound: (found: Found) => void, status: HTMLElement): () => void {
  let request = new AbortController();
  let pause: ReturnType<typeof setTimeout> | undefined;
  const search = async () => {
    request.abort();
    request = new AbortController();
    const { signal } = request;
    try {
      const found = await read(box.value, signal);
      if (signal.aborted) return;
      onFound(found);
      box.dataset.found = box.value;
    } catch {
      if (!signal.aborted) status.textContent = "The search did not answer. Type again to repeat it.";
    }
  };
  box.oninput = () => {
    clearTimeout(pause);
    request.abort();
    pause = setTimeout(search, PAUSE_MS);
  };
  search();
  return () => {
    clearTimeout(pause);
    request.abort();
  };
}

async function read(q: string, signal: AbortSignal): Promise<Found> {
  const query = new URLSearchParams({ q, _routes: "routes/go/route" });
  const response = await fetch(`/go.data?${query}`, { signal });
  if (!response.ok || !response.body) throw new Error(`Status ${response.status}`);
  const { value, done } = await decode(response.body);
  await done;
  const { data } = (value as Record<string, { data?: Found }>)["routes/go/route"] ?? {};
  if (!data) throw new Error("No data");
  return data;
}

function show({ groups, hint }: Found, list: HTMLElement, status: HTMLElement): void {
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0);
  status.textContent = hint || `${count} found`;
  list.replaceChildren(
    ...groups.map(({ title, hits }) => {
      const section = element("section", "mt-3");
      section.setAttribute("aria-label", title);
      const items = element("ul", "");
      for (const { to, text, note } of hits) {
        const link = element("a", "go-to-link", text);
        link.href = to;
        if (note) add(link, element("span", "ml-3 text-sm font-normal text-muted", note));
        const item = element("li", "");
        add(item, link);
        add(items, item);
      }
      add(section, element("h3", "text-sm font-semibold", title), items);
      return section;
    }),
  );
}

/** The arrows move between the box and the links; Enter in the box follows the first link of what was typed. */
function press(event: KeyboardEvent, dialog: HTMLElement, box: HTMLInputElement, list: HTMLElement): void {
  const stops: HTMLElement[] = [box, ...list.querySelectorAll("a")];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.isComposing || at < 0) return;
  if (step) {
    event.preventDefault();
    stops[(at + step + stops.length) % stops.length]?.focus();
  } else if (event.key === "Enter" && at === 0) {
    event.preventDefault();
    // Before the answer, the links are those of another text.
    if (box.dataset.found === box.value) dialog.querySelector("a")?.click();
  }
}

/** Follows a link without loading the page, unless the press opens a tab. */
function follow(event: MouseEvent, dialog: HTMLDialogElement): void {
  const link = (event.target as Element).closest("a");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  dialog.close();
  window.__remixRouter.navigate(link.pathname + link.search);
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
