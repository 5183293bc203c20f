import type { Page } from "playwright-core";
import { until } from "#bin/process/until.ts";

/** What the random admin does to a page, in any browser: it presses what is in sight at a place, and keys. */
export type Hands = {
  evaluate: <T>(expression: string) => Promise<T>;
  clickAt: (x: number, y: number) => Promise<void>;
  wheel: (y: number) => Promise<void>;
  key: (name: string) => Promise<void>;
  type: (text: string) => Promise<void>;
  goto: (address: string) => Promise<void>;
  reload: () => Promise<void>;
  /** The picker of a date takes the keys until Escape closes it. */
  pickersTakeKeys: boolean;
  /** Undefined if the browser cannot be taken off the network. */
  setOffline?: (isOffline: boolean) => Promise<void>;
  /** Whether the page is left when the browser prompts, and how often it has prompted since `forget`. */
  answer: { leaves: boolean; asked: number };
  /** What the page has written to its console, and has thrown. */
  noise: string[];
};

/** The hands of a page that playwright-core drives. */
export function chromiumHands(page: Page): Hands {
  const hands: Hands = {
    evaluate: (expression) => page.evaluate(expression),
    clickAt: (x, y) => page.mouse.click(x, y),
    wheel: (y) => page.mouse.wheel(0, y),
    key: (name) => page.keyboard.press(name),
    type: (text) => page.keyboard.type(text),
    goto: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    pickersTakeKeys: true,
    setOffline: (isOffline) => page.context().setOffline(isOffline),
    answer: { leaves: true, asked: 0 },
    noise: [],
  };
  page.on("dialog", (dialog) => answerDialog(hands, dialog));
  page.on("pageerror", (error) => hands.noise.push(String(error)));
  page.on("console", (message) => message.type() === "error" && hands.noise.push(message.text()));
  return hands;
}

type Dialog = { type(): string; accept(): Promise<void>; dismiss(): Promise<void> };

/** Answers the browser's prompt whether to leave the page; any other dialog is a fault. */
export function answerDialog({ answer, noise }: Hands, dialog: Dialog): void {
  if (dialog.type() !== "beforeunload") noise.push(`A dialog of the browser: ${dialog.type()}`);
  answer.asked += 1;
  (answer.leaves ? dialog.accept() : dialog.dismiss()).catch(() => {});
}

/**
 * Presses the first element of a selector, if a person could: it is in the window and nothing lies over it. A press that meets something
 * else, because the page moved after it was aimed, never reaches the page: the person looks again.
 */
export async function press(hands: Hands, selector: string): Promise<boolean> {
  for (let tries = 0; tries < 5; tries += 1) {
    const place = await hands.evaluate<{ x: number; y: number } | null>(`(() => {
    const element = document.querySelector(${JSON.stringify(selector)});
    if (!element) return null;
    element.scrollIntoView({ block: "nearest" });
    const { x, y, width, height } = element.getBoundingClientRect();
    const place = { x: x + width / 2, y: y + height / 2 };
    const isMet = (hit) => hit instanceof Element && (element.contains(hit) || hit.contains(element) && hit.matches("label"));
    if (!width || !isMet(document.elementFromPoint(place.x, place.y))) return null;
    window.randomPress?.abort();
    window.randomPress = new AbortController();
    window.hasMissed = false;
    const guard = (event) => {
      if (event.type === "pointerdown") window.hasMissed = !isMet(event.target);
      if (!window.hasMissed) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    for (const type of ["pointerdown", "mousedown", "click"])
      addEventListener(type, guard, { capture: true, signal: window.randomPress.signal });
    return place;
  })()`);
    if (!place) return false;
    await hands.clickAt(place.x, place.y);
    if (!(await hands.evaluate("window.randomPress?.abort(), window.hasMissed === true"))) return true;
  }
  return false;
}

/** Calls `ask` until it returns '' or the time is over; returns its last result. */
export async function untilQuiet(ask: () => Promise<string>, milliseconds: number): Promise<string> {
  let answer = "";
  const isQuiet = async () => {
    answer = await ask().catch((error) => `The page did not answer: ${error}`);
    return answer === "";
  };
  await until(isQuiet, { patienceMs: milliseconds, pauseMs: 50 });
  return answer;
}
