import { decode } from "turbo-stream";
import type { ChangeNumbers, Topic } from "#app/domain/topics.ts";
import { type News, type PageState, VERSION_HEADER } from "#app/live/protocol.ts";
import { newest, renew } from "./live-data.ts";

/** Whether what is shown is what there is; 'outdated' where the page is of another version than the app by now. */
export type LiveState = "live" | "reconnecting" | "offline" | "outdated";

/** A route that is on screen, with what its loader has read, and the topics that this shows. */
export type Shown = { id: string; data: object; topics: readonly Topic[] };

/** What is on screen. */
export type Page = {
  /** The path and search of the address. */
  address: string;
  routes: Shown[];
  /** Something that the person did is on its way: what comes of it is read anyway. */
  isBusy: boolean;
};

/** What a follower asks of the page. */
export type Host = {
  tell: (state: LiveState) => void;
  /** Who the person is, and what they may see, is to be read again. */
  revalidate: () => void;
};

/** Between two readings, in milliseconds: at least so much, and so many times what the last one took. */
const PAUSE = 100;
const PAUSE_FOR_ITS_TIME = 3;

/** After a reading that failed; twice as much after the next, up to half a minute. */
const AFTER_FAILURE = 1_000;
const MOST_AFTER_FAILURE = 30_000;

/** How long a reading, or something that the person did, may take. */
const PATIENCE = 5_000;

/** For how long a page need not say that it is not live, in milliseconds: longer than to load one takes. */
const UNSAID = 1_000;

/** How often a visitor's page is read at most, in milliseconds. */
const VISITOR_PAUSE = 2_000;

/** Keeps what is on screen as the database has it. */
export class Follower {
  #page: Page = { address: "", routes: [], isBusy: true };
  #numbers: ChangeNumbers = {};
  #stream: News["state"] = "reconnecting";
  /** All is to be read again, whatever its numbers. */
  #isAnew = false;
  #isReading = false;
  #isOver = false;
  #failures = 0;
  #nextAt = 0;
  #staleAt: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Since when it is not live. */
  #missedAt: number | null = Date.now();
  #saying: ReturnType<typeof setTimeout> | undefined;
  #ports: MessagePort[] = [];

  constructor(
    private host: Host,
    /** Nobody tells a visitor's page of changes: it is read again whenever somebody turns to it. */
    private isVisitor: boolean,
  ) {
    if (isVisitor) this.#nextAt = Date.now() + VISITOR_PAUSE;
  }

  /** Takes its news from here; a second one stands in for a first that does not work. */
  connect(port: MessagePort): void {
    if (this.#isOver) {
      port.close();
      return;
    }
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
    if (this.isVisitor && Date.now() >= this.#nextAt) this.#isAnew = true;
    this.#say();
    this.#check();
  }

  /** What comes after this is not for this page. */
  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#saying);
    for (const port of this.#ports) port.close();
  }

  #hear({ state, numbers, isAnew }: News): void {
    if (this.#isOver) return;
    if (state !== this.#stream) this.#nextAt = 0;
    this.#stream = state;
    this.#numbers = numbers;
    this.#isAnew ||= isAnew;
    this.#say();
    if (state === "removed") void this.#askWhoIsThere();
    else this.#check();
  }

  #say(): void {
    clearTimeout(this.#saying);
    if (this.isVisitor || this.#isOver) return;
    const isLive = this.#stream === "live" && this.#failures === 0 && navigator.onLine;
    this.#missedAt = isLive ? null : (this.#missedAt ?? Date.now());
    const unsaid = this.#missedAt === null ? 0 : this.#missedAt + UNSAID - Date.now();
    if (unsaid > 0) this.#saying = setTimeout(() => this.#say(), unsaid);
    else this.host.tell(isLive ? "live" : navigator.onLine ? "reconnecting" : "offline");
  }

  #check(): void {
    clearTimeout(this.#timer);
    const canRead = !document.hidden && !this.#isReading && !this.#isOver && navigator.onLine;
    if (!canRead || (!this.isVisitor && this.#stream !== "live")) return;
    const { routes, isBusy } = this.#page;
    const stale = routes.filter((route) => this.#isStale(route));
    const now = Date.now();
    if (stale.length === 0) {
      this.#staleAt = null;
      this.#settle();
      return;
    }
    this.#staleAt ??= now;
    const wait = Math.max(this.#nextAt, isBusy ? this.#staleAt + PATIENCE : 0) - now;
    if (wait > 0) this.#timer = setTimeout(() => this.#check(), wait);
    else void this.#read(stale);
  }

  /** All that is shown is as it should be. */
  #settle(): void {
    this.#isAnew = false;
    this.#failures = 0;
    this.#say();
  }

  #isStale({ data, topics }: Shown): boolean {
    return this.#isAnew || topics.some((topic) => (this.#numbers[topic] ?? 0) > (changeNumberOf(data) ?? -1));
  }

  async #read(routes: Shown[]): Promise<void> {
    this.#isReading = true;
    const start = Date.now();
    const asked = this.#numbers;
    try {
      const found = await read(this.#page.address, routes);
      if (this.#isOver) return;
      const pairs = routes.map(({ id, data }): [object, object] => [data, found(id)]);
      renew(pairs);
      this.#isReading = false;
      this.#take(pairs, routes, asked, start);
    } catch (error) {
      this.#isReading = false;
      if (error instanceof Outdated) return this.#end();
      this.#fail();
      if (error instanceof Denied) void this.#askWhoIsThere();
    }
    this.#check();
  }

  /** What was read is what was asked for; or who has read it is another by now, or the database not as far as it said. */
  #take(pairs: [object, object][], routes: Shown[], asked: ChangeNumbers, start: number): void {
    const isAdmin = pairs.every(([, now]) => (now as { changeNumber?: unknown }).changeNumber !== null);
    this.#isAnew = false;
    if (this.isVisitor) {
      this.#nextAt = Date.now() + VISITOR_PAUSE;
      if (isAdmin) this.host.revalidate();
      return;
    }
    const isBehind = routes.some(({ data, topics }) =>
      topics.some((topic) => (asked[topic] ?? 0) > (changeNumberOf(data) ?? -1)),
    );
    if (isBehind) {
      this.#fail();
      if (!isAdmin) void this.#askWhoIsThere();
      return;
    }
    this.#failures = 0;
    this.#nextAt = Date.now() + Math.max(PAUSE, (Date.now() - start) * PAUSE_FOR_ITS_TIME);
    this.#say();
  }

  #fail(): void {
    this.#nextAt = Date.now() + Math.min(MOST_AFTER_FAILURE, AFTER_FAILURE * 2 ** this.#failures);
    if (this.isVisitor) {
      this.#isAnew = false;
      return;
    }
    this.#failures += 1;
    this.#say();
  }

  /** This page does not understand what the app says by now. */
  #end(): void {
    this.close();
    this.host.tell("outdated");
  }

  /** Something was refused. It may be for a reason of the network's; it is the app itself that knows. */
  async #askWhoIsThere(): Promise<void> {
    try {
      const found = await read("/", [{ id: "root" }]);
      if ((found("root") as { isAdmin: boolean }).isAdmin) {
        // Asked again some time.
        setTimeout(() => this.turnTo(), MOST_AFTER_FAILURE);
      } else if (location.pathname === "/") {
        // The form is for everybody, with what is typed in it.
        this.host.revalidate();
      } else {
        // All that this page shows was for admins.
        location.assign("/");
      }
    } catch {
      setTimeout(() => this.turnTo(), AFTER_FAILURE);
    }
  }
}

/** The number of the last change that is in what is shown of what a loader has read; null where an admin has not read it. */
const changeNumberOf = (data: object) => (newest(data) as { changeNumber?: number | null }).changeNumber ?? null;

class Denied extends Error {}
class Outdated extends Error {}

/** Asks the loaders of some routes of a page, as Remix does it. */
async function read(address: string, routes: { id: string }[]): Promise<(id: string) => object> {
  const url = new URL(address, location.origin);
  url.pathname = `${url.pathname === "/" ? "/_root" : url.pathname}.data`;
  url.searchParams.set("_routes", routes.map(({ id }) => id).join());
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) });
  const version = response.headers.get(VERSION_HEADER);
  if (version && version !== window.__remixManifest.version) throw new Outdated();
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
