import type { Page } from "playwright-core";

/** Something on the page as assistive technology has it: its role, name, content and state. */
export type Thing = { role: string; name: string; states: string[]; text: string; inside: Thing[] };

/** What a person sees of a page. Cells are by the heading of their column. */
export type Seen = {
  things: Thing[];
  /** The visible text. */
  text: string;
  columns: string[];
  rows: { [column: string]: string }[];
  /** How the list is sorted: a column with 'ascending' or 'descending'. */
  sorted: { [column: string]: string };
  /** What empty fields say, chosen options included. */
  placeholders: string[];
  searchWidth: number | undefined;
  path: string;
};

const LINE = /^( *)- (\/?[a-z]+)(?: ("(?:[^"\\]|\\.)*"))?((?: \[[^\]]*\])*)(?:: ?(.*))?$/;

const unquote = (text: string) => (/^".*"$/s.test(text) ? (JSON.parse(text) as string) : text);
/** YAML quotes a whole key with a colon in it: `- 'link "Bella: name"': text`. */
const plain = (line: string) =>
  line.replace(/^( *- )'((?:[^']|'')*)'/, (_, start, key) => start + key.replaceAll("''", "'"));

/** Reads Playwright's snapshot of the accessibility tree; a thing contains what is indented below it. */
function parseThings(snapshot: string): Thing[] {
  const all: Thing[] = [];
  const open: { depth: number; thing: Thing }[] = [];
  for (const line of snapshot.split("\n")) {
    const [, indent = "", role = "", name = '""', states = "", text = ""] = plain(line).match(LINE) ?? [];
    while (open.length > 0 && (open.at(-1)?.depth ?? 0) >= indent.length) open.pop();
    if (role === "" || role.startsWith("/")) continue;
    const thing: Thing = {
      role,
      name: unquote(name),
      states: states.match(/[^[\] ]+/g) ?? [],
      text: unquote(text),
      inside: [],
    };
    for (const { thing: around } of open) around.inside.push(thing);
    open.push({ depth: indent.length, thing });
    all.push(thing);
  }
  return all;
}

/** The texts of the page, and its first table: the visible cells, row by row, and how each column is sorted. */
function readPage() {
  const all = <E extends HTMLElement>(around: Pick<ParentNode, "querySelectorAll">, selector: string) => [
    ...around.querySelectorAll<E>(selector),
  ];
  const table = document.querySelector("table, [role=table], [role=grid]");
  const search = all(document, "input[type=search], [role=searchbox]").find((box) => box.checkVisibility());
  return {
    // biome-ignore lint/performance/useDomNodeTextContent: a person sees what is rendered.
    text: document.body.innerText,
    placeholders: all(document, "[placeholder]").map((field) => field.getAttribute("placeholder") ?? ""),
    rows: (table ? all(table, "tr, [role=row]") : []).map((row) =>
      all(row, "th, td, [role=cell], [role=columnheader], [role=rowheader]").map((cell) => {
        // A badge beside a value is not the value.
        const [badge] = all(cell, ".badge");
        // biome-ignore lint/performance/useDomNodeTextContent: a person sees what is rendered.
        const shown = cell.innerText.replace(/\s+/g, " ").trim();
        return [shown.replace(` ${badge?.textContent}`, ""), cell.ariaSort ?? ""] as const;
      }),
    ),
    searchWidth: search?.getBoundingClientRect().width,
  };
}

/** The heading of the column of boxes that select rows. */
const OF_BOXES = ["", "All"];

/** Looks at the whole page, in two calls: each locator of Playwright searches the page once more. */
export async function look(page: Page): Promise<Seen> {
  const [snapshot, read] = await Promise.all([page.locator("body").ariaSnapshot(), page.evaluate(readPage)]);
  const { text, placeholders, searchWidth } = read;
  const [head = [], ...lines] = read.rows;
  const things = parseThings(snapshot);
  const chosen = things.filter(({ role, states }) => role === "option" && states.includes("selected"));
  const columns = head.map(([heading]) => heading);
  return {
    things,
    text,
    columns: columns.filter((heading) => !OF_BOXES.includes(heading)),
    rows: lines.map((cells) => Object.fromEntries(cells.map(([cell], i) => [columns[i] ?? "", cell]))),
    sorted: Object.fromEntries(head.filter(([, sort]) => sort !== "" && sort !== "none")),
    placeholders: [...placeholders, ...chosen.map(({ name }) => name)],
    searchWidth,
    path: new URL(page.url()).pathname,
  };
}
