import { expect } from "vitest";
import { type DialogRoute, dialogsOf, pageRoutesOf, SCREENS, type Screen } from "#app/registry/screens.ts";
import { type Barn, recordIds, withId } from "#tests/support/barn/barn.ts";
import { startRelay } from "#tests/support/browser/relay.ts";
import type { EngineWindow } from "#tests/support/engines/engine.ts";

/** A search without hits: a second dialog over the same rows shows no more of them, and they take an engine a second. */
const WITHOUT_ROWS = "?q=zzz";
/** Add and Edit share a file, and so do the filter dialogs of all lists: one of each is enough. */
function differentDialogs(screen: Screen): DialogRoute[] {
  const dialogs = dialogsOf(screen).filter(({ file }) => file || screen.path === "/billing");
  return [...new Map(dialogs.map((each) => [each.file, each])).values()];
}

/** The paths below a screen that show the screen, its dialogs and the pages of its records. A dialog lies over its screen. */
function pathsBelow(screen: Screen): string[] {
  const [first, ...others] = differentDialogs(screen);
  const over = others.map(({ path, topics }) => `/${path}${topics ? "" : WITHOUT_ROWS}`);
  return [first ? `/${first.path}` : "", ...over, ...pageRoutesOf(screen).map(({ path }) => `/${path}`)];
}

/** Each with the path of the screen. */
const ADDRESSES = SCREENS.flatMap((screen) => pathsBelow(screen).map((below) => [screen.path, below] as const));

/** There is little to paint. */
const SMALL = { width: 480, height: 200 };

/** A script that keeps what a page writes to its console. It leaves no element behind, which React would meet. */
const LISTEN = `
  noise = [];
  for (const type of ["error", "warn"]) console[type] = (...all) => noise.push(all.join(" "));
  // A script that does not load fires its error at its element only.
  addEventListener("error", ({ message, target }) => {
    const file = target.src || target.href;
    if (message || /[.]js$/.test(file)) noise.push(message || "Not loaded: " + file);
  }, true);
  addEventListener("unhandledrejection", ({ reason }) => noise.push(String(reason)));
  document.currentScript.remove();`;

const listening = (page: string) =>
  page.replace("<head>", `<head><script nonce="${/nonce="([^"]+)"/.exec(page)?.[1]}">${LISTEN}</script>`);

/** An expression: whether React has hydrated the page, or has given up, and what the page has written since it was opened. */
const STATE = `(() => {
  const container = Object.keys(document).find((key) => key.startsWith("__reactContainer$"));
  return [Boolean(container && !document[container].stateNode.current.memoizedState.isDehydrated), ...noise];
})()`;

/**
 * Opens each address, and expects nothing on its console: React says there if the page of the server is not that of the browser.
 * The pages come through a relay, since the driver of WebKit does not tell of consoles.
 */
export async function loadEveryScreen(barn: Barn, window: EngineWindow): Promise<void> {
  const ids = await recordIds(barn);
  const relay = await startRelay(barn.url, listening);
  await window.resize(SMALL);
  // What hydration does not need: styles and live updates cost an engine more than the rest of the page.
  relay.askForLogin(/\.(css|woff2|svg)$|^\/live/);
  try {
    for (const [path, below] of ADDRESSES) {
      const address = withId(path + below, ids);
      await window.goto(relay.url + address);
      await expect.poll(async () => [address, await window.evaluate(STATE)]).toEqual([address, [true]]);
    }
  } finally {
    await relay.stop();
  }
}
