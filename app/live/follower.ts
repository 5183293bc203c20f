import { decode } from "turbo-stream";
import type { ChangeNumbers, Topic } from "../domain/topics.ts";
import { newest, renew } from "./live-data.ts";
import type { News, PageState } from "./messages.ts";

/** Whether what is shown is what there is. */
export type LiveState = "live" | "reconnecting" | "offline";

/** A route that is on screen, with what its loader has read, and the topics that this shows. */
export type Shown = { id: string; data: object; follows: readonly Topic[] };

/** What is on screen. */
export type Page = {
  /** The path and search of the address. */
  address: string;
  routes: Shown[];
  /** Something that the person did is on its way: what comes of it is read anyway. */
  isBusy: boolean;
};

/** Between two readings, in milliseconds: at least so much, and so many times what the last one took. */
const PAUSE = 100;
const PAUSE_FOR_ITS_TIME = 3;

/** After a reading that failed; twice as much after the next, up to half a minute. */
const AFTER_FAILURE = 1_000;
const MOST_AFTER_FAILURE = 30_000;

/** How long a reading may take. */
const PATIENCE = 5_000;

/** For how long a page need not say that it is not live, in milliseconds: longer than to load one takes. */
const UNSAID = 1_000;

/** How often a visitor's page is read at most, in milliseconds. */
const VISITOR_PAUSE = 5_000;

/** Keeps what is on screen as the database has it. */
export class Follower {
  #page: Page = { address: "", routes: [], isBusy: true };
  #numbers: ChangeNumbers = {};
  #stream: News["state"] = "reconnecting";
  #isReading = false;
  #failures = 0;
  #nextAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Since when it is not live. */
  #missedAt: number | null = Date.now();
  #saying: ReturnType<typeof setTimeout> | undefined;
  #ports: MessagePort[] = [];

  constructor(
    private tell: (state: LiveState) => void,
    /** Nobody tells a visitor's page of changes: it is read again whenever somebody turns to it. */
    private isVisitor: boolean,
  ) {}

  /** Takes its news from here; a second one stands in for a first that does not work. */
  connect(port: MessagePort): void {
    this.#ports.push(port);
    port.onmessage = ({ data }: MessageEvent<News>) => this.#hear(data);
    this.turnTo();
  }

  show(page: Page): void {
    this.#page = page;
    this.#check();
  }

  /** Somebody turns to the page, or away from it, or the machine has a connection again, or none. */
  turnTo(): void {
    const state: PageState = { isVisible: !document.hidden };
    for (const port of this.#ports) port.postMessage(state);
    if (this.isVisitor) return void this.#readAsVisitor();
    this.#say();
    this.#check();
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#saying);
    for (const port of this.#ports) port.close();
    this.#page.isBusy = true;
  }

  #hear({ state, numbers }: News): void {
    // All that this page shows was for admins.
    if (state === "removed") {
      leave();
      return;
    }
    if (state !== this.#stream) this.#nextAt = 0;
    this.#stream = state;
    this.#numbers = numbers;
    this.#say();
    this.#check();
  }

  #say(): void {
    clearTimeout(this.#saying);
    const isLive = this.#stream === "live" && this.#failures === 0 && navigator.onLine;
    this.#missedAt = isLive ? null : (this.#missedAt ?? Date.now());
    const unsaid = this.#missedAt === null ? 0 : this.#missedAt + UNSAID - Date.now();
    if (unsaid > 0) this.#saying = setTimeout(() => this.#say(), unsaid);
    else this.tell(isLive ? "live" : navigator.onLine ? "reconnecting" : "offline");
  }

  #check(): void {
    clearTimeout(this.#timer);
    if (this.#isReading || this.#page.isBusy || document.hidden || this.#stream !== "live") return;
    const stale = this.#page.routes.filter((route) => isStale(route, this.#numbers));
    if (stale.length === 0) return;
    const wait = this.#nextAt - Date.now();
    if (wait > 0) this.#timer = setTimeout(() => this.#check(), wait);
    else void this.#read(stale);
  }

  async #read(routes: Shown[]): Promise<void> {
    this.#isReading = true;
    const start = Date.now();
    try {
      const found = await read(this.#page.address, routes);
      for (const { id, data } of routes) renew(data, found(id));
      this.#failures = 0;
      this.#nextAt = Date.now() + Math.max(PAUSE, (Date.now() - start) * PAUSE_FOR_ITS_TIME);
    } catch (error) {
      if (error instanceof Denied) return leave();
      this.#nextAt = Date.now() + Math.min(MOST_AFTER_FAILURE, AFTER_FAILURE * 2 ** this.#failures);
      this.#failures += 1;
    }
    this.#isReading = false;
    this.#say();
    this.#check();
  }

  async #readAsVisitor(): Promise<void> {
    const { address, routes, isBusy } = this.#page;
    if (document.hidden || !navigator.onLine || isBusy || routes.length === 0 || Date.now() < this.#nextAt) return;
    this.#nextAt = Date.now() + VISITOR_PAUSE;
    try {
      const found = await read(address, routes);
      for (const { id, data } of routes) renew(data, found(id));
    } catch {
      // It stays as it is: the server looks at everything that is sent.
    }
  }
}

/** Whether a topic that a route shows has changed since it was read. */
function isStale({ data, follows }: Shown, numbers: ChangeNumbers): boolean {
  const { asOf } = newest(data) as { asOf?: number };
  return asOf !== undefined && follows.some((topic) => (numbers[topic] ?? 0) > asOf);
}

class Denied extends Error {}

/** Asks the loaders of some routes of a page, as Remix does it. */
async function read(address: string, routes: Shown[]): Promise<(id: string) => object> {
  const url = new URL(address, location.origin);
  url.pathname = `${url.pathname === "/" ? "/_root" : url.pathname}.data`;
  url.searchParams.set("_routes", routes.map(({ id }) => id).join());
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) });
  if (response.status === 403) throw new Denied();
  if (!response.ok || !response.body) throw new Error(`${response.status}`);
  const decoded = await decode(response.body);
  await decoded.done;
  const results = decoded.value as Record<string, { data?: object }>;
  return (id) => {
    const data = results[id]?.data;
    if (!data) throw new Error(id);
    return data;
  };
}

function leave(): void {
  location.assign("/");
}
