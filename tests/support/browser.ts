import { setTimeout as sleep } from "node:timers/promises";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from "playwright-core";
import { findChromium } from "#bin/chromium.ts";

/** A headless Chromium that asks nothing of the network. */
const options = () => ({
  executablePath: findChromium(),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});

let opened: Promise<Browser> | undefined;

/** The one browser of this process; each visit has a profile of its own in it. It ends with the process. */
export function openBrowser(): Promise<Browser> {
  opened ??= chromium.launch(options());
  return opened;
}

/** One that can be stopped as a whole, as with the machine that it runs on. */
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

/** Remix lets this escape where a later step overtakes a reading that is being decoded; nothing is lost by it. */
const OVERTAKEN = "AbortError: signal is aborted without reason";

const asked = new WeakMap<BrowserContext, Set<Request>>();

/** When all that the page has asked for has come, and nothing else is asked for. What it listens to never comes to an end. */
export async function settled(page: Page): Promise<void> {
  const pending = asked.get(page.context());
  if (!pending) throw new Error("This is no page of a visit");
  for (let quiet = 0; quiet < 4; await sleep(50)) quiet = pending.size === 0 ? quiet + 1 : 0;
}

/**
 * Runs a visit in a fresh browser profile, and fails where the page wrote an error to its console. `expectedNoise` are
 * messages that the visit provokes on purpose.
 */
export async function visit(
  browser: Browser,
  options: BrowserContextOptions,
  steps: (page: Page) => Promise<void>,
  expectedNoise: RegExp = /^$/,
): Promise<void> {
  // Each profile comes from an address of its own, so that visits do not use up one another's rate limit.
  const context = await browser.newContext({
    ...options,
    extraHTTPHeaders: { "CF-Connecting-IP": crypto.randomUUID() },
  });
  context.setDefaultTimeout(10_000);
  const pending = new Set<Request>();
  asked.set(context, pending);
  // Nobody is told when a shared worker was loaded.
  const comesToAnEnd = (request: Request) => !/\/live$|\/shared-worker-/.test(request.url());
  context.on("request", (request) => comesToAnEnd(request) && pending.add(request));
  context.on("requestfinished", (request) => pending.delete(request));
  context.on("requestfailed", (request) => pending.delete(request));
  const noise: string[] = [];
  context.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") noise.push(message.text());
  });
  context.on("weberror", (error) => noise.push(String(error.error())));
  try {
    await steps(await context.newPage());
  } finally {
    await context.close();
  }
  const unexpected = noise.filter((text) => !text.startsWith(OVERTAKEN) && !expectedNoise.test(text));
  if (unexpected.length > 0) throw new Error(`The page wrote to its console: ${unexpected.join("\n")}`);
}
