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
export function parseThings(snapshot: string): Thing[] {
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

/** A list's visible cells, row by row, and how each column is sorted. */
const readTable = (rows: Element[]) =>
  rows.map((row) => {
    const cells = [
      ...row.querySelectorAll("th, td, [role=cell], [role=columnheader], [role=rowheader]"),
    ] as HTMLElement[];
    // biome-ignore lint/performance/useDomNodeTextContent: a person sees what is rendered.
    return cells.map((cell) => [cell.innerText.replace(/\s+/g, " ").trim(), cell.ariaSort ?? ""] as const);
  });

/** The heading of the column of boxes that select rows. */
const OF_BOXES = ["", "All"];

/** Looks at the whole page. */
export async function look(page: Page): Promise<Seen> {
  const body = page.locator("body");
  const search = page.getByRole("searchbox").first();
  const [snapshot, [text = ""], placeholders, [head = [], ...lines], hasSearch] = await Promise.all([
    body.ariaSnapshot(),
    body.allInnerTexts(),
    page
      .locator("[placeholder]")
      .evaluateAll((fields) => fields.map((field) => field.getAttribute("placeholder") ?? "")),
    page.getByRole("table").first().getByRole("row").evaluateAll(readTable),
    search.isVisible(),
  ]);
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
    searchWidth: hasSearch ? (await search.boundingBox())?.width : undefined,
    path: new URL(page.url()).pathname,
  };
}
