import { until } from "#bin/process/until.ts";
import { VISIT_PATIENCE_MS } from "#lab/support/browser.ts";

/*
 * What tests may do in Firefox and WebKit, and how elements are found there. Firefox is driven by puppeteer-core over WebDriver
 * BiDi (firefox.ts), WebKit by its own WebDriver over HTTP (webkit.ts). playwright-core can drive neither: it needs browsers
 * that are patched for it.
 */

export type Cookie = { name: string; value: string; url: string };

/** A window of a browser, used as a person does: by roles and accessible names. */
export type EngineWindow = {
  /** Opens the address once the page before has all its answers, and waits until it is loaded. */
  goto(address: string): Promise<void>;
  /** Goes to the page before this one, by the Back button. */
  back(): Promise<void>;
  address(): Promise<URL>;
  /** The text in sight. */
  text(): Promise<string>;
  /**
   * How many visible elements have the role, and the name in theirs. If some have exactly this name, only those count.
   */
  count(role: Role, name?: string): Promise<number>;
  press(role: Role, name: string): Promise<void>;
  /** Replaces the text of a field, or sets a date as `YYYY-MM-DD`. */
  fill(role: Role, name: string, text: string): Promise<void>;
  /** Chooses an option of a select. */
  choose(name: string, option: string): Promise<void>;
  resize(size: { width: number; height: number }): Promise<void>;
  /** The value of an expression in the page. */
  evaluate<T>(expression: string): Promise<T>;
};

/** A visit: a window with cookies of its own, and further windows that share them. */
export type Visit = {
  window: EngineWindow;
  openWindow(): Promise<EngineWindow>;
  /** The window that a page has opened. */
  popup(): Promise<EngineWindow>;
};

export type Engine = {
  /** Opens a window in which these cookies are set and no others, and closes it after `steps`. */
  visit(cookies: Cookie[], steps: (visit: Visit) => Promise<void>): Promise<void>;
  /** The folder of the files that its pages have downloaded. */
  downloads: string;
  close(): Promise<void>;
};

/** The size of each window, in pixels: that of a laptop. */
export const WINDOW_SIZE = { width: 1280, height: 900 };

const SELECTORS = {
  button: "button, input[type=submit]",
  link: "a[href]",
  heading: "h1, h2, h3",
  textbox: "input:not([type]), input[type=text], input[type=search], textarea",
  combobox: "select, [role=combobox]",
  option: "[role=option]",
  checkbox: "input[type=checkbox]:not([role]), [role=checkbox]",
  radio: "input[type=radio]",
  switch: "[role=switch]",
  date: "input[type=date]",
  dialog: "dialog",
  rowheader: "tbody th",
  table: "table",
};

export type Role = keyof typeof SELECTORS;

/** An expression for the visible elements of a role whose name is `name` or, if there is none, contains it. */
export function elementsOf(role: Role, name = ""): string {
  return `((selector, name) => {
    const textOf = (element) => element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent;
    const nameOf = (element) => textOf(element).replace(/\\s+/g, " ").trim();
    const visible = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility({ visibilityProperty: true }));
    const exact = visible.filter((element) => nameOf(element) === name);
    return exact.length > 0 ? exact : visible.filter((element) => nameOf(element).includes(name));
  })(${JSON.stringify(SELECTORS[role])}, ${JSON.stringify(name)})`;
}

/** An expression for the text in sight. The innerText of a hidden element would be all of its text. */
export const TEXT_IN_SIGHT =
  "(document.body.checkVisibility({ visibilityProperty: true }) ? document.body.innerText : '')";

/** Calls `find` until it returns a result. A page that is being left may fail to answer. */
export async function untilFound<T>(what: string, find: () => Promise<T | null>): Promise<T> {
  let failure = "";
  const look = () =>
    find().catch((error) => {
      failure = `: ${error}`;
      return null;
    });
  const found = await until(look, { patienceMs: VISIT_PATIENCE_MS, pauseMs: 100 });
  if (found === null) throw new Error(`There is no ${what}${failure}`);
  return found;
}

/** Waits until the page may be left: while an answer is missing, the browser asks whether to leave, and no test replies. */
export const untilSent = (evaluate: EngineWindow["evaluate"]): Promise<true> =>
  untilFound("answer to what the page sends", async () =>
    (await evaluate(`document.querySelector("[data-unsent], [data-dirty]") === null`)) ? true : null,
  );
