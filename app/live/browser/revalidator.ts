import { HEARTBEAT_MS, type StreamStatus, type TabState } from "#app/live/protocol.ts";
import { placeAt } from "#app/registry/places.ts";
import { SHELL_TOPICS } from "#app/registry/screens.ts";
import { ForbiddenError, fetchLoaderData, OutdatedError } from "#app/remix/loader-data.ts";
import { revalidatePage, routerState } from "#app/remix/router.ts";
import { beginReload, enterShown, forgetAll, hearStream, isBehind, streamState } from "./exact-cache.ts";
import { sessionEnd, setSessionEnd } from "./session-end.ts";
import { hasEntries } from "./unsaved.ts";

/** Whether the page shows the current data; `outdated` if the server runs another version of the app than the page. */
export type LiveStatus = "live" | "reconnecting" | "offline" | "outdated";

type RevalidatorHost = {
  setStatus: (status: LiveStatus) => void;
  /** Connects to another tab broker. */
  reconnect: () => void;
};

/** The pause after a reload: at least this long, and at least this many times as long as the reload took. */
const MIN_PAUSE_MS = 100;
const PAUSE_FACTOR = 3;

/** The pause after a failed reload. It doubles with each failure in a row, up to the maximum. */
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

/** Time limit of a reload, and how long a reload waits for a pending navigation or save. */
const TIMEOUT_MS = 5_000;

/** How long the page may be out of date before it says so: longer than loading a page takes. */
const STATUS_DELAY_MS = 1_000;

/** The shortest time between two reloads of a page without a live stream. */
const UNHEARD_PAUSE_MS = 2_000;

/**
 * How often an admin's page reloads while it receives no events: a proxy may hold back all events of the stream, or
 * refuse it.
 */
const UNHEARD_MS = 30_000;

/** A route on screen, and the data that Remix holds for it. */
type LiveRoute = { id: string; data: object };

/** The routes on screen whose data can change, which are in the cache from then on. */
function enterLiveRoutes(isAdmin: boolean): LiveRoute[] {
  const { matches, loaderData, location } = routerState();
  return matches.flatMap(({ route: { id }, pathname }) => {
    // The root route has the same address as the form. It is live for an admin.
    const topics = id !== "root" ? (placeAt(pathname)?.topics ?? []) : isAdmin ? SHELL_TOPICS : [];
    const data = loaderData[id] as object | undefined;
    if (topics.length === 0 || !data) return [];
    const isScreen = id === placeAt(location.pathname)?.routeId;
    enterShown(data, topics, isScreen ? new URL(location.pathname + location.search, origin) : undefined);
    return [{ id, data }];
  });
}

/** Whether a navigation or a save is pending. Remix reloads the data after it, so the revalidator waits. */
function isBusy(): boolean {
  const { navigation, fetchers } = routerState();
  return [navigation, ...fetchers.values()].some(({ state }) => state !== "idle");
}

/** Keeps the data of the routes on screen up to date (docs/architecture.md, 'One live update'). */
export class Revalidator {
  #mustReloadAll = false;
  #isReloading = false;
  #isClosed = false;
  /** Failed reloads in a row. */
  #failures = 0;
  /** Instants in milliseconds, as of Date.now. */
  #nextReloadAt = 0;
  #staleSince: number | null = null;
  #notLiveSince: number | null = Date.now();
  #reloadTimer: ReturnType<typeof setTimeout> | undefined;
  #statusTimer: ReturnType<typeof setTimeout> | undefined;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  #ports: MessagePort[] = [];
  /** False from a check of the tab broker until its answer. */
  #isAnswered = true;
  #timers: ReturnType<typeof setInterval>[] = [];

  constructor(
    private host: RevalidatorHost,
    /**
     * Null for a visitor, whose page has no stream: it reloads its live routes when the user returns to the page. So
     * does an admin's page while its stream is not live.
     */
    private adminEmail: string | null,
  ) {
    this.#nextReloadAt = Date.now() + UNHEARD_PAUSE_MS;
    if (this.isVisitor) return;
    this.#timers = [
      setInterval(() => this.#checkBroker(), HEARTBEAT_MS),
      setInterval(() => this.refresh(), UNHEARD_MS),
    ];
  }

  get isVisitor(): boolean {
    return this.adminEmail === null;
  }

  /** Listens to a tab broker. A second port replaces a shared worker that failed to load. */
  connect(port: MessagePort): void {
    if (this.#isClosed) {
      port.close();
      return;
    }
    this.#ports.push(port);
    port.onmessage = ({ data }: MessageEvent<StreamStatus>) => this.#handleStreamStatus(data);
    this.refresh();
  }

  /** Handles a change of the tab: it became visible, hidden, focused, online or offline. */
  refresh(): void {
    const state: TabState = { isVisible: !document.hidden };
    for (const port of this.#ports) port.postMessage(state);
    const isUnheard = streamState() !== "live" && sessionEnd() === null && !document.hidden && !this.#isReloading;
    if (isUnheard && Date.now() >= this.#nextReloadAt) this.#mustReloadAll = true;
    // The admin may have signed in again in another tab.
    if (sessionEnd() && !document.hidden) void this.checkAdmin();
    this.#updateStatus();
    this.reloadIfStale();
  }

  /** Reloads all live routes as soon as none of them is being reloaded. */
  reload(): void {
    forgetAll();
    this.#mustReloadAll = true;
    this.#nextReloadAt = 0;
    this.reloadIfStale();
  }

  close(): void {
    this.#isClosed = true;
    hearStream({ state: "reconnecting", numbers: {}, mustReloadAll: true });
    clearTimeout(this.#reloadTimer);
    clearTimeout(this.#statusTimer);
    clearTimeout(this.#refreshTimer);
    for (const timer of this.#timers) clearInterval(timer);
    for (const port of this.#ports) port.close();
  }

  /**
   * Replaces a tab broker that does not answer. In WebKit a page can join a shared worker that is about to die with the last page
   * of another window, and nothing tells the page.
   */
  #checkBroker(): void {
    if (document.hidden || streamState() === "removed") return;
    if (this.#isAnswered) {
      this.#isAnswered = false;
      for (const port of this.#ports) port.postMessage({ isVisible: true } satisfies TabState);
      return;
    }
    for (const port of this.#ports.splice(0)) port.close();
    // The next broker does not know what the last one has heard, such as a restore of the database.
    this.#handleStreamStatus({ state: "reconnecting", numbers: {}, mustReloadAll: true });
    this.host.reconnect();
  }

  #handleStreamStatus(status: StreamStatus): void {
    this.#isAnswered = true;
    if (this.#isClosed) return;
    if (status.state !== streamState()) this.#nextReloadAt = 0;
    hearStream(status);
    this.#mustReloadAll ||= status.mustReloadAll;
    this.#updateStatus();
    if (status.state === "removed") void this.checkAdmin();
    else this.reloadIfStale();
  }

  #updateStatus(): void {
    clearTimeout(this.#statusTimer);
    if (this.isVisitor || this.#isClosed) return;
    const isLive = streamState() === "live" && this.#failures === 0 && navigator.onLine;
    this.#notLiveSince = isLive ? null : (this.#notLiveSince ?? Date.now());
    const delay = this.#notLiveSince === null ? 0 : this.#notLiveSince + STATUS_DELAY_MS - Date.now();
    if (delay > 0) this.#statusTimer = setTimeout(() => this.#updateStatus(), delay);
    else this.host.setStatus(isLive ? "live" : navigator.onLine ? "reconnecting" : "offline");
  }

  /** Reloads the routes that lack a change, once that is possible. The router's changes lead here, too. */
  reloadIfStale(): void {
    clearTimeout(this.#reloadTimer);
    if (this.#isClosed) return;
    const routes = enterLiveRoutes(!this.isVisitor);
    if (document.hidden || this.#isReloading || !navigator.onLine) return;
    const hears = streamState() === "live";
    const stale = routes.filter(({ data }) => this.#mustReloadAll || (hears && isBehind(data)));
    const now = Date.now();
    if (stale.length === 0) {
      this.#staleSince = null;
      this.#mustReloadAll = false;
      this.#failures = 0;
      this.#updateStatus();
      return;
    }
    this.#staleSince ??= now;
    const wait = Math.max(this.#nextReloadAt, isBusy() ? this.#staleSince + TIMEOUT_MS : 0) - now;
    if (wait > 0) this.#reloadTimer = setTimeout(() => this.reloadIfStale(), wait);
    else void this.#reload(stale);
  }

  async #reload(routes: LiveRoute[]): Promise<void> {
    this.#isReloading = true;
    const isAll = this.#mustReloadAll;
    // A new day that begins meanwhile needs another reload.
    this.#mustReloadAll = false;
    const start = Date.now();
    const replace = beginReload();
    const { pathname, search } = routerState().location;
    try {
      const dataOf = await fetchLoaderData(pathname + search, routes, AbortSignal.timeout(TIMEOUT_MS));
      if (this.#isClosed) return;
      const pairs = routes.map(({ id, data }): [object, object] => [data, dataOf(id)]);
      const isUpToDate = replace(pairs);
      this.#isReloading = false;
      const isAdmin = pairs.every(([, data]) => (data as { changeNumber?: unknown }).changeNumber !== null);
      this.#handleReloaded(isAdmin, isUpToDate, start);
    } catch (error) {
      this.#isReloading = false;
      if (error instanceof OutdatedError) return this.#stopOutdated();
      this.#mustReloadAll ||= isAll && !this.isVisitor;
      this.#handleFailure();
      if (error instanceof ForbiddenError) {
        forgetAll();
        void this.checkAdmin();
      }
    }
    this.reloadIfStale();
  }

  /**
   * After a reload the data may still lack a change that the hub announced, if the database lags behind or the user
   * signed out.
   */
  #handleReloaded(isAdmin: boolean, isUpToDate: boolean, start: number): void {
    if (this.isVisitor) {
      this.#nextReloadAt = Date.now() + UNHEARD_PAUSE_MS;
      // The user has signed in as an admin in another tab.
      if (isAdmin) revalidatePage();
      return;
    }
    if (!isUpToDate) {
      this.#handleFailure();
      if (!isAdmin) void this.checkAdmin();
      return;
    }
    this.#failures = 0;
    const pause = streamState() === "live" ? MIN_PAUSE_MS : UNHEARD_PAUSE_MS;
    this.#nextReloadAt = Date.now() + Math.max(pause, (Date.now() - start) * PAUSE_FACTOR);
    this.#updateStatus();
  }

  #handleFailure(): void {
    this.#nextReloadAt = Date.now() + Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** this.#failures);
    if (this.isVisitor) return;
    this.#failures += 1;
    this.#updateStatus();
  }

  /** Stops for good: this page's code may misread the data of another version. */
  #stopOutdated(): void {
    this.close();
    this.host.setStatus("outdated");
  }

  /**
   * Asks the root loader who is signed in. A 403 alone does not say that the session has ended: a proxy may have sent
   * it. If the session has ended, every page but the service form must go, because it shows data for admins only. A
   * page with entries stays, with a message that offers to sign in, and gets no newer data. So does any page after a
   * press that was refused (`isRefused`).
   */
  async checkAdmin(isRefused = false): Promise<void> {
    try {
      const dataOf = await fetchLoaderData("/", [{ id: "root" }], AbortSignal.timeout(TIMEOUT_MS));
      const { isAdmin, user } = dataOf("root") as { isAdmin: boolean | null; user: { email: string } | null };
      if (isAdmin === null) throw new Error("Nobody knows during an outage of the database");
      const { pathname } = location;
      if (isAdmin && user?.email === this.adminEmail) {
        // Without this, the page would wait for its next timer to refresh.
        if (sessionEnd() !== null) this.#refreshIn(0);
        setSessionEnd(null, false);
      } else if (pathname !== "/" && (isRefused || sessionEnd() || hasEntries())) {
        setSessionEnd({ email: user?.email ?? null, isAdmin }, isRefused);
      } else if (isAdmin) {
        // Another admin has signed in in this browser.
        location.reload();
      } else if (pathname === "/") {
        // Revalidation leaves the text that the user has typed into the service form.
        revalidatePage();
      } else {
        location.assign("/");
      }
    } catch {
      this.#refreshIn(RETRY_MS);
    }
  }

  /** Each check may lead to the next, so that there is one timer: with one for each, a page would refresh ever more often. */
  #refreshIn(ms: number): void {
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = setTimeout(() => this.refresh(), ms);
  }
}
