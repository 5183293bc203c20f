import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from "playwright-core";
import { findChromium } from "#bin/browsers/chromium.ts";
import { UNCOMPRESSED } from "./uncompressed.ts";

/** The arguments of a Chromium that asks nothing of the network. */
export const CHROMIUM_ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Scripts of a test do not run for long enough to repay their optimisation: an eighth of Chromium's processor time.
  "--js-flags=--no-opt --no-maglev",
  // Pages take turns in one process: starting another for each visit takes a tenth of Chromium's processor time.
  "--renderer-process-limit=1",
  // The frames of a transition cost more than the rest of a press; the tests in Firefox and WebKit see transitions.
  "--force-prefers-reduced-motion",
];

/** How long a visit waits for what it is to see, in milliseconds, on a machine that does other work, too. */
export const VISIT_PATIENCE_MS = 60_000;

const options = () => ({ executablePath: findChromium(), args: CHROMIUM_ARGUMENTS });

let opened: Promise<Browser> | undefined;

/** The one browser of this process; each visit has a profile of its own in it. It ends with the process. */
export function openBrowser(): Promise<Browser> {
  opened ??= chromium.launch(options());
  return opened;
}

/** Opens a browser that can be stopped as a whole, as if its machine stopped. */
export async function openBrowserToStop() {
  const server = await chromium.launchServer(options());
  const group = -(server.process().pid ?? 0);
  return {
    browser: await chromium.connect(server.wsEndpoint()),
    stop: () => process.kill(group, "SIGSTOP"),
    goOn: () => process.kill(group, "SIGCONT"),
    async close() {
      process.kill(group, "SIGCONT");
      await server.close();
    },
  };
}

export const JAVASCRIPT = [
  ["with JavaScript", true],
  ["without JavaScript", false],
] as const;

/**
 * Chromium resets emulated preferences when a page is left, and styles and lays out that page once more for nothing.
 */
const NOTHING_EMULATED = { colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null } as const;

/** What Playwright says where it blocks the service worker. */
const BLOCKED = "Service Worker registration blocked by Playwright";

/** Remix lets this error escape when a later step overtakes a response that is being decoded; nothing is lost by it. */
const OVERTAKEN = "AbortError: signal is aborted without reason";

const asked = new WeakMap<BrowserContext, Set<Request>>();

/**
 * Resolves once all requests of the page have ended, and it sends no others. Streams that the page listens to never
 * end, and do not count. Throws if a request takes too long.
 */
export async function settled(page: Page, times = 4): Promise<void> {
  const pending = asked.get(page.context());
  if (!pending) throw new Error("This is no page of a visit");
  const end = performance.now() + VISIT_PATIENCE_MS;
  for (let quiet = 0; ; await sleep(50)) {
    const open = [...pending].filter((request) => !isOfClosedPage(request));
    quiet = open.length === 0 ? quiet + 1 : 0;
    if (quiet === times) return;
    if (performance.now() > end) throw new Error(`No answer from ${open.map((request) => request.url()).join(", ")}`);
  }
}

/** Whether the page of a request was closed: Playwright does not report that such a request has ended. */
function isOfClosedPage(request: Request): boolean {
  try {
    return request.frame().page().isClosed();
  } catch {
    // A page that is still being opened, and a service worker, have no frame.
    return false;
  }
}

/** Holds back the posts of the page. Returns a function that sends them. */
export async function holdPosts(page: Page): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**", async (route) => {
    if (route.request().method() === "POST") await released;
    // A post that the page aborted cannot continue.
    await route.continue().catch(() => {});
  });
  return async () => {
    release();
    await page.unrouteAll({ behavior: "wait" });
  };
}

const DESK = { viewport: { width: 1440, height: 900 } };

/**
 * Runs a visit in a browser profile without cookies or storage of another visit, and fails if the page writes an error to
 * its console. `expectedNoise` are messages that the visit provokes on purpose.
 */
export async function visit(
  browser: Browser | Promise<Browser>,
  { storageState, ...options }: BrowserContextOptions,
  steps: (page: Page) => Promise<void>,
  expectedNoise: RegExp = /^$/,
): Promise<void> {
  // Visits with the same options use one profile after the other, so what can be set on the page is better set there.
  const profile = await openProfile(await browser, { ...DESK, ...options });
  const noise: string[] = [];
  listen(profile.context, noise);
  // Each visit comes from an address of its own, so that visits do not use up one another's rate limit.
  await profile.context.setExtraHTTPHeaders({ ...UNCOMPRESSED, "CF-Connecting-IP": crypto.randomUUID() });
  if (typeof storageState === "object") await profile.context.addCookies(storageState.cookies);
  try {
    await steps(profile.page);
  } catch (error) {
    if (error instanceof Error) error.message += await describeEnd(profile.page, noise);
    await profile.context.close();
    throw error;
  }
  await leave(profile);
  const unexpected = noise.filter(
    (text) => !text.startsWith(OVERTAKEN) && !text.startsWith(BLOCKED) && !expectedNoise.test(text),
  );
  if (unexpected.length > 0) throw new Error(`The page wrote to its console: ${unexpected.join("\n")}`);
}

/** Where a visit failed: the headings, messages and dialogs of its page, and what the page wrote to its console. */
async function describeEnd(page: Page, noise: string[]): Promise<string> {
  const texts = await Promise.race([
    page.locator("h1, h2, [role=alert], .notice, .toast, dialog[open]").allTextContents(),
    sleep(2_000, ["It does not answer."]),
  ]).catch((error) => [String(error)]);
  return `\n\nThe page at ${page.url()} showed:\n${texts.join("\n")}\n\nIts console:\n${noise.join("\n")}`;
}

type Profile = {
  context: BrowserContext;
  page: Page;
  options: BrowserContextOptions;
  /** Whether the profile cannot be reset after the visit. */
  isSpoilt: boolean;
};

/**
 * Profiles that a visit has left, by browser. A page in a new profile takes twice the processor time of the same page in one
 * that has its scripts compiled already.
 */
const idle = new WeakMap<Browser, Profile[]>();

async function openProfile(browser: Browser, options: BrowserContextOptions): Promise<Profile> {
  const left = idle.get(browser) ?? [];
  const place = left.findIndex((each) => isDeepStrictEqual(each.options, options));
  const [found] = place === -1 ? [] : left.splice(place, 1);
  if (found) return found;
  const context = await browser.newContext({
    // Most visits are not about a missing connection, and to install the service worker loads the form once more.
    serviceWorkers: "block",
    ...NOTHING_EMULATED,
    ...options,
  });
  context.setDefaultTimeout(VISIT_PATIENCE_MS);
  const isSpoilt = options.serviceWorkers === "allow";
  const profile = { context, page: await context.newPage(), options, isSpoilt };
  const { page } = profile;
  const [addInitScript, install] = [page.addInitScript.bind(page), page.clock.install.bind(page.clock)];
  page.addInitScript = (...script) => {
    profile.isSpoilt = true;
    return addInitScript(...script);
  };
  page.clock.install = (time) => {
    profile.isSpoilt = true;
    return install(time);
  };
  return profile;
}

function listen(context: BrowserContext, noise: string[]): void {
  const pending = new Set<Request>();
  asked.set(context, pending);
  // Playwright does not report when a worker was loaded.
  const comesToAnEnd = (request: Request) => !/\/live$|\/broker-worker-/.test(request.url());
  context.on("request", (request) => comesToAnEnd(request) && pending.add(request));
  context.on("requestfinished", (request) => pending.delete(request));
  context.on("requestfailed", (request) => pending.delete(request));
  context.on("console", (message) => {
    // The text of a failed request does not name its address.
    const { url } = message.location();
    if (message.type() === "error" || message.type() === "warning") noise.push(`${message.text()} (${url})`);
  });
  context.on("weberror", (error) => noise.push(String(error.error())));
}

const PAGE_EVENTS = ["request", "response", "requestfinished", "requestfailed", "download", "dialog", "load", "popup"];

/** Puts a profile back into the state of a new one, for the next visit. */
async function leave(profile: Profile): Promise<void> {
  const { context, page, options } = profile;
  const others = context.pages().filter((each) => each !== page);
  if (profile.isSpoilt || page.isClosed()) return context.close();
  await Promise.all(others.map((each) => each.close()));
  try {
    await context.setOffline(false);
    await context.unrouteAll({ behavior: "ignoreErrors" });
    await page.unrouteAll({ behavior: "ignoreErrors" });
    if (options.javaScriptEnabled !== false)
      await page.evaluate("sessionStorage.clear(); localStorage.clear(); indexedDB.deleteDatabase('hayloft')");
    await page.goto("about:blank");
    await page.emulateMedia({ media: null, ...NOTHING_EMULATED });
    if (options.viewport) await page.setViewportSize(options.viewport);
    await context.clearCookies();
  } catch {
    return context.close();
  }
  for (const event of PAGE_EVENTS) page.removeAllListeners(event);
  for (const event of [...PAGE_EVENTS, "console", "weberror"]) context.removeAllListeners(event);
  const browser = context.browser();
  if (browser) idle.set(browser, [...(idle.get(browser) ?? []), profile]);
}
