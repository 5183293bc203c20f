import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { lookForWebKit } from "#bin/browsers/engines.ts";
import { startChild } from "#bin/process/child.ts";
import { findFreePort } from "#bin/running/ports.ts";
import {
  type Cookie,
  type Engine,
  type EngineWindow,
  elementsOf,
  type Role,
  TEXT_IN_SIGHT,
  untilFound,
  untilSent,
  WINDOW_SIZE,
} from "./engine.ts";

/** How long a page may take to load, and a script to run, in milliseconds. By default a page may take 5 minutes. */
const TIMEOUTS = { pageLoad: 60_000, script: 60_000 };
/** Time limit of a command. A driver that does not answer would leave a test without a word of what it waited for. */
const COMMAND_MS = 90_000;
/** How long a browser may take to start. */
const START_MS = 60_000;

/** The key of a reference to an element: https://www.w3.org/TR/webdriver2/#elements. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
type Reference = { [ELEMENT]: string };

/** Sends a command of WebDriver to a session, and returns the value of its answer. */
type Session = <T = null>(method: "GET" | "POST" | "DELETE", path: string, body?: object) => Promise<T>;

/** Starts a driver of WebKitGTK's browser on a display in memory. Each visit has a browser of its own, one after the other. */
export async function startWebKit(): Promise<Engine> {
  const home = mkdtempSync(join(tmpdir(), "hayloft-webkit-"));
  const { openSession, stop } = await startDriver(home);
  return {
    downloads: home,
    async visit(cookies, steps) {
      const session = await openSession();
      const handles = await session<string[]>("GET", "/window/handles");
      const openWindow = async () => {
        const { handle } = await session<{ handle: string }>("POST", "/window/new", { type: "window" });
        handles.push(handle);
        const window = windowOf(session, handle);
        await window.resize(WINDOW_SIZE);
        return window;
      };
      const popup = async () => {
        const handle = await untilFound("window that a page has opened", async () => {
          const open = await session<string[]>("GET", "/window/handles");
          return open.find((each) => !handles.includes(each)) ?? null;
        });
        return windowOf(session, handle);
      };
      try {
        const window = await openWindow();
        await setCookies(session, window, cookies);
        await steps({ window, openWindow, popup });
      } catch (error) {
        // A browser that hangs does not end its session either. The error of the steps says what they waited for.
        await session("DELETE", "").catch(() => {});
        throw error;
      }
      await session("DELETE", "");
    },
    async close() {
      await stop();
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** A driver sets cookies for the site of the open page only; any page of it will do. */
async function setCookies(session: Session, window: EngineWindow, cookies: Cookie[]): Promise<void> {
  for (const { name, value, url } of cookies) {
    await window.goto(new URL("/robots.txt", url).href);
    await session("POST", "/cookie", { cookie: { name, value, path: "/", httpOnly: true } });
  }
}

/** The window that the commands of a session go to. */
const chosenWindow = new WeakMap<Session, string>();

function windowOf(session: Session, handle: string): EngineWindow {
  const within: Session = async (method, path, body) => {
    if (chosenWindow.get(session) !== handle) await session("POST", "/window", { handle });
    chosenWindow.set(session, handle);
    return session(method, path, body);
  };
  const evaluate = <T>(expression: string) =>
    within<T>("POST", "/execute/sync", { script: `return ${expression}`, args: [] });
  const find = (role: Role, name: string) =>
    untilFound(`${role} '${name}'`, async () => {
      const found = await evaluate<Reference | null>(`${elementsOf(role, name)}[0] ?? null`);
      return found && `/element/${found[ELEMENT]}`;
    });
  return {
    evaluate,
    async goto(url) {
      await untilSent(evaluate);
      await within("POST", "/url", { url });
    },
    back: () => within("POST", "/back", {}),
    address: async () => new URL(await within<string>("GET", "/url")),
    text: () => evaluate(TEXT_IN_SIGHT),
    count: (role, name) => evaluate(`${elementsOf(role, name)}.length`),
    async press(role, name) {
      // The element is found anew at each try: a page that has just loaded may replace it.
      await untilFound(`${role} '${name}' to press`, async () => {
        await within("POST", `${await find(role, name)}/click`, {});
        return true;
      });
    },
    async fill(role, name, text) {
      const field = await find(role, name);
      // The keys of a date go to its parts. A focus by a script chooses no part, so the field is pressed.
      await within("POST", `${field}/${role === "date" ? "click" : "clear"}`, {});
      await within("POST", `${field}/value`, { text: role === "date" ? keysOfDate(text) : text });
    },
    async choose(name, option) {
      const list = await find("combobox", name);
      const found = await within<Reference>("POST", `${list}/element`, {
        using: "xpath",
        value: `.//option[normalize-space(.)=${JSON.stringify(option)}]`,
      });
      await within("POST", `/element/${found[ELEMENT]}/click`, {});
    },
    resize: (size) => within("POST", "/window/rect", size),
  };
}

/** The keys that type a date `YYYY-MM-DD`: to the month at the left, and from part to part. */
function keysOfDate(date: string): string {
  const [left, right] = ["\uE012", "\uE014"];
  const [year, month, day] = date.split("-");
  return left.repeat(2) + [month, day, year].join(right);
}

/** Starts a display and the driver on it. Both end with `stop`, or with this process; a browser ends with its session. */
async function startDriver(home: string): Promise<{ openSession: () => Promise<Session>; stop: () => Promise<void> }> {
  const found = lookForWebKit();
  if (!found) throw new Error("WebKit is not installed");
  const display = await startDisplay(found.display);
  const port = await findFreePort();
  // Without a graphics card compositing and optimised scripts cost more than they save.
  const cheaply = { WEBKIT_DISABLE_COMPOSITING_MODE: "1", JSC_useDFGJIT: "0", JSC_useFTLJIT: "0" };
  const env = { ...process.env, ...cheaply, DISPLAY: display.name, GDK_BACKEND: "x11", HOME: home };
  const child = startChild(found.driver, [`--port=${port}`], { env, stdio: "ignore" });
  const driver = `http://127.0.0.1:${port}`;
  await untilFound("answer of WebKitWebDriver", async () => ((await fetch(`${driver}/status`)).ok ? true : null));
  const options = { binary: found.browser, args: ["--automation"] };
  const capabilities = {
    alwaysMatch: { browserName: "MiniBrowser", timeouts: TIMEOUTS, "webkitgtk:browserOptions": options },
  };
  return {
    async openSession() {
      const start = () => send<{ sessionId: string }>(`${driver}/session`, "POST", { capabilities }, START_MS);
      // On a busy machine one of a hundred browsers ends as it starts, and the driver waits for it for ever.
      const { sessionId } = await start().catch(start).catch(start);
      return (method, path, body) => send(`${driver}/session/${sessionId}${path}`, method, body);
    },
    async stop() {
      await child.stop();
      await display.stop();
    },
  };
}

/** Starts a display in memory, which chooses a number that is free. */
async function startDisplay(path: string): Promise<{ name: string; stop: () => Promise<void> }> {
  const child = startChild(path, ["-displayfd", "3", "-nolisten", "tcp", "-screen", "0", "1600x1200x24"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [number] = (await once(child.process.stdio[3] as Readable, "data")) as [Buffer];
  return { name: `:${number.toString().trim()}`, stop: child.stop };
}

async function send<T>(address: string, method: string, body?: object, patience = COMMAND_MS): Promise<T> {
  const content = body && JSON.stringify(body);
  const signal = AbortSignal.timeout(patience);
  const response = await fetch(address, { method, signal, ...(content && { body: content }) }).catch((cause) => {
    throw new Error(`No answer to ${method} ${address} ${content ?? ""}`, { cause });
  });
  const { value } = (await response.json()) as { value: T & { error: string; message: string } };
  if (!response.ok) throw new Error(`${value.error}: ${value.message} (${method} ${address} ${content ?? ""})`);
  return value;
}
