import { type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { type ChangeNumbers, TOPICS } from "#app/domain/basics/topics.ts";
import { HEARTBEAT_MS, type HubMessage } from "#app/live/protocol.ts";
import type { Env } from "#app/server/env.ts";
import { logFailure } from "#app/server/log.ts";
import { connect } from "#db/connection.ts";
import { DatabaseUnavailableError } from "#db/errors.ts";
import { changesSince } from "#db/queries/activity/recorded-changes.ts";
import { validAdminSession, validAdminSessions } from "#db/queries/shell/sessions.ts";
import { addFailure, type Failures, failingRoutes } from "./failing-routes.ts";

/** Time limit of a poll of the database; shorter than a heartbeat, so that polls do not queue up. */
const POLL_TIMEOUT_MS = 1_500;

/** The SSE `retry` field: how long a client waits before it reconnects. */
const RECONNECT_MS = 1_000;

/** The id of an event: the day in New York and the number of the last change that the event covers. */
const EVENT_ID = /^(\d{4}-\d\d-\d\d)\/(\d{1,15})$/;

/** Below every change number: nothing was sent or read yet. */
const NONE = -1;

type Client = {
  sessionId: string;
  /** The number of the last change that was sent to the client, and the day in New York when it was sent. */
  lastSent: number;
  lastSentDay: LocalDate | null;
  wasSentState: boolean;
  writer: WritableStreamDefaultWriter<Uint8Array>;
  /** Messages that the client has not taken yet, and for how many heartbeats it has taken none. */
  pendingWrites: number;
  stuckHeartbeats: number;
};

/**
 * Tells every connected admin which topics have changed (docs/architecture.md, 'One live update'). The hub stores no changes: it
 * polls the database when a request notifies it, and at every heartbeat, which finds changes made without the worker. A poll
 * that finds no change reads three rows. While no client is connected it neither polls nor sets an alarm.
 */
export class LiveHub implements DurableObject {
  #clients = new Set<Client>();
  #numbers: ChangeNumbers = {};
  /** The number of the last change found by a poll. */
  #lastChange = NONE;
  /** Counts the polls: each poll checks one session, in turn. */
  #pollCount = 0;
  #polling: Promise<void> | null = null;
  #nextPoll: { isHeartbeat: boolean } | null = null;

  constructor(
    private state: DurableObjectState,
    private env: Env,
  ) {}

  async fetch(request: Request): Promise<Response> {
    switch (new URL(request.url).pathname) {
      case "/listen":
        return this.#listen(request);
      case "/notify":
        await this.#poll();
        return new Response(null, { status: 204 });
      case "/failed":
        return this.#countFailure(await request.json());
      default:
        // For `HubClient.failing`, and for tests. No request from outside reaches this address.
        return Response.json({
          failing: failingRoutes(await this.#failures(), Date.now()),
          clients: this.#clients.size,
          alarm: await this.state.storage.getAlarm(),
        });
    }
  }

  async #failures(): Promise<Failures> {
    return (await this.state.storage.get<Failures>("failures")) ?? {};
  }

  async #countFailure(failure: { route: string; person: string }): Promise<Response> {
    const { failures, isNews } = addFailure(await this.#failures(), failure, Date.now());
    await this.state.storage.put("failures", failures);
    return Response.json({ isNews });
  }

  /**
   * One heartbeat. It is an alarm because the subrequests of a timer would count towards the limit of the request that
   * started the timer.
   */
  async alarm(): Promise<void> {
    if (this.#clients.size === 0) return;
    await this.#scheduleHeartbeat();
    await this.#poll(true);
  }

  /** Sets the alarm if none is set. `allowUnconfirmed` lets messages leave before the alarm is on disk. */
  async #scheduleHeartbeat(): Promise<void> {
    const { storage } = this.state;
    const interval = Number(this.env.HEARTBEAT_MS ?? HEARTBEAT_MS);
    if ((await storage.getAlarm()) === null) await storage.setAlarm(Date.now() + interval, { allowUnconfirmed: true });
  }

  async #listen(request: Request): Promise<Response> {
    const { readable, writable } = new IdentityTransformStream();
    const [, day = null, lastSent = NONE] = request.headers.get("Last-Event-ID")?.match(EVENT_ID) ?? [];
    const client: Client = {
      sessionId: request.headers.get("Session") ?? "",
      lastSent: Number(lastSent),
      lastSentDay: day,
      wasSentState: false,
      writer: writable.getWriter(),
      pendingWrites: 0,
      stuckHeartbeats: 0,
    };
    this.#clients.add(client);
    // A disconnect shows up as one of these two, or as a failed write in #send.
    client.writer.closed.catch(() => this.#remove(client));
    request.signal.addEventListener("abort", () => this.#remove(client));
    this.#send(client, new TextEncoder().encode(`retry: ${RECONNECT_MS}\n\n`));
    await this.#scheduleHeartbeat();
    this.state.waitUntil(this.#poll());
    return new Response(readable);
  }

  /** Polls the database. A call during a poll queues one more poll, which serves all calls made in the meantime. */
  #poll(isHeartbeat = false): Promise<void> {
    if (this.#clients.size === 0) return Promise.resolve();
    if (this.#polling) this.#nextPoll = { isHeartbeat: isHeartbeat || this.#nextPoll?.isHeartbeat === true };
    this.#polling ??= this.#pollUntilIdle(isHeartbeat);
    return this.#polling;
  }

  async #pollUntilIdle(isHeartbeat: boolean): Promise<void> {
    try {
      await this.#pollOnce(isHeartbeat);
      while (this.#nextPoll) {
        const next = this.#nextPoll;
        this.#nextPoll = null;
        await this.#pollOnce(next.isHeartbeat);
      }
    } finally {
      this.#polling = null;
    }
  }

  async #pollOnce(isHeartbeat: boolean): Promise<void> {
    const { DATABASE_URL: url = "", DATABASE_AUTH_TOKEN: authToken } = this.env;
    try {
      const db = connect({ url, authToken, timeoutMs: POLL_TIMEOUT_MS });
      const sessionIds = [...new Set([...this.#clients].map(({ sessionId }) => sessionId))];
      // Sessions end by a change, with few exceptions. For these, each poll checks one session, which is cheaper than
      // checking all.
      const checked = sessionIds[this.#pollCount++ % sessionIds.length] ?? "";
      const now = new Date();
      const [[found], valid] = await Promise.all([
        db.read(changesSince(this.#lastChange)),
        db.read(validAdminSession(checked, now)),
      ]);
      if (!found) return;
      if (found.last < this.#lastChange) {
        // A backup of the database was restored: read its changes from the start.
        this.#lastChange = NONE;
        return await this.#pollOnce(isHeartbeat);
      }
      this.#recordChanges(found);
      const ended = new Set(valid.length === 0 ? [checked] : []);
      if (mayEndSessions(found)) {
        for (const id of sessionIds) ended.add(id);
        for (const { id } of await db.read(validAdminSessions(sessionIds, now))) ended.delete(id);
      }
      this.#broadcast(ended, isHeartbeat);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) logFailure("The hub cannot poll the database", error);
      const away = encode({ state: "away", numbers: {} });
      for (const client of this.#clients) this.#send(client, away);
    }
  }

  #recordChanges({ last, from, numbers }: { last: number; from: number; numbers: ChangeNumbers }): void {
    // The query reads a limited number of changes. Any topic may have changed among those that it skipped.
    if (from !== this.#lastChange) this.#numbers = Object.fromEntries(TOPICS.map((topic) => [topic, from]));
    this.#lastChange = last;
    Object.assign(this.#numbers, numbers);
  }

  /** `ended` are the sessions that this poll found to be invalid. A client that connected since the poll is in none. */
  #broadcast(ended: Set<string>, isHeartbeat: boolean): void {
    const today = todayInNewYork(new Date());
    const messages = new Map<string, Uint8Array | null>();
    for (const client of this.#clients) {
      if (ended.has(client.sessionId)) {
        client.writer.write(encode({ state: "removed", numbers: {} })).catch(() => {});
        this.#remove(client, "close");
        continue;
      }
      const isOtherDay = client.lastSentDay !== null && client.lastSentDay !== today;
      const isOtherDatabase = client.lastSent > this.#lastChange;
      const mustReloadAll = isOtherDay || isOtherDatabase;
      const since = mustReloadAll ? NONE : client.lastSent;
      const key = `${since} ${mustReloadAll}`;
      if (!messages.has(key)) messages.set(key, this.#encodeChanges(since, mustReloadAll, today));
      const changes = messages.get(key);
      if (changes) this.#send(client, changes);
      else if (isHeartbeat || !client.wasSentState) this.#send(client, encode({ state: "live", numbers: {} }));
      client.lastSent = this.#lastChange;
      client.lastSentDay = today;
      client.wasSentState = true;
      if (isHeartbeat) this.#removeIfStuck(client);
    }
  }

  /** The event with all changes after change number `since`; null if there are none. */
  #encodeChanges(since: number, mustReloadAll: boolean, today: LocalDate): Uint8Array | null {
    const changed = Object.entries(this.#numbers).filter(([, number]) => number > since);
    if (changed.length === 0 && !mustReloadAll) return null;
    const numbers: ChangeNumbers = Object.fromEntries(changed);
    return encode({ state: "live", numbers, ...(mustReloadAll && { mustReloadAll }) }, `${today}/${this.#lastChange}`);
  }

  /** Writes without waiting, so that a slow client does not delay the others. */
  #send(client: Client, bytes: Uint8Array): void {
    client.pendingWrites += 1;
    client.writer.write(bytes).then(
      () => {
        client.pendingWrites -= 1;
        client.stuckHeartbeats = 0;
      },
      () => this.#remove(client),
    );
  }

  /** Removes a client that has taken no message for two heartbeats: its connection is dead. */
  #removeIfStuck(client: Client): void {
    if (client.pendingWrites > 1) client.stuckHeartbeats += 1;
    if (client.stuckHeartbeats > 1) this.#remove(client);
  }

  /** `close` lets the client read what was written to it; `abort` discards that. */
  #remove(client: Client, end: "abort" | "close" = "abort"): void {
    if (!this.#clients.delete(client)) return;
    client.writer[end]().catch(() => {});
    if (this.#clients.size > 0) return;
    this.state.waitUntil(this.state.storage.deleteAlarm());
  }
}

/** Whether a session may have ended by these changes. Sign-outs have no topic, removed admins have theirs. */
const mayEndSessions = ({ unnamed, numbers }: { unnamed: number; numbers: ChangeNumbers }) =>
  unnamed > 0 || numbers.admins !== undefined;

function encode(message: HubMessage, id?: string): Uint8Array {
  return new TextEncoder().encode(`${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`);
}
