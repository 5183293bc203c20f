import { type LocalDate, todayInNewYork } from "#app/domain/calendar.ts";
import { type ChangeNumbers, TOPICS } from "#app/domain/topics.ts";
import { BEAT, type Message } from "#app/live/protocol.ts";
import type { Env } from "#app/server/env.ts";
import { connect } from "#db/connection.ts";
import { DatabaseUnavailableError } from "#db/errors.ts";
import { changesSince } from "#db/queries/activity.ts";
import { listAdmins } from "#db/queries/admins.ts";

/** How long the database may take to say what has changed, in milliseconds: less than a beat. */
const PATIENCE = 1_500;

/** How long a listener waits before it connects again, in milliseconds. */
const RETRY = 1_000;

type Client = {
  email: string;
  /** Up to which change this one was told; -1 where it was told nothing. And on which day, in New York. */
  told: number;
  day: LocalDate | null;
  isGreeted: boolean;
  writer: WritableStreamDefaultWriter<Uint8Array>;
  /** Messages that it has not taken yet; for how many beats it has taken none of them. */
  waiting: number;
  stuck: number;
};

/**
 * Tells everybody who listens which topics have changed. It keeps nothing that the database does not know better: it looks
 * there for what was changed since it last looked, at once when somebody says that something was, and at every beat, so
 * that whatever is changed past it is found too. Without listeners it does nothing, and no timer runs.
 */
export class LiveHub implements DurableObject {
  #clients = new Set<Client>();
  #numbers: ChangeNumbers = {};
  /** The last change that it has seen; -1 before it has looked. */
  #last = -1;
  #looking: Promise<void> | null = null;
  #again: { isBeat: boolean } | null = null;

  constructor(
    private state: DurableObjectState,
    private env: Env,
  ) {}

  async fetch(request: Request): Promise<Response> {
    switch (new URL(request.url).pathname) {
      case "/listen":
        return this.#listen(request);
      case "/notify":
        await this.#look();
        return new Response(null, { status: 204 });
      default:
        // For those who look after it.
        return Response.json({ clients: this.#clients.size, alarm: await this.state.storage.getAlarm() });
    }
  }

  /** A beat. An alarm and no timer of the script: what it asks of the database is not counted to the requests of listeners. */
  async alarm(): Promise<void> {
    if (this.#clients.size === 0) return;
    await this.#tick();
    await this.#look(true);
  }

  /** Sees to the next beat. Nothing that is told waits for this to be on disk. */
  async #tick(): Promise<void> {
    const { storage } = this.state;
    if ((await storage.getAlarm()) === null) await storage.setAlarm(Date.now() + BEAT, { allowUnconfirmed: true });
  }

  async #listen(request: Request): Promise<Response> {
    const { readable, writable } = new IdentityTransformStream();
    const [, day = null, told = "-1"] = request.headers.get("Last-Event-ID")?.match(EVENT_ID) ?? [];
    const client: Client = {
      email: decodeURIComponent(request.headers.get("Email") ?? ""),
      told: Number(told),
      day,
      isGreeted: false,
      writer: writable.getWriter(),
      waiting: 0,
      stuck: 0,
    };
    this.#clients.add(client);
    // Who leaves shows in one of these, or in what cannot be written.
    client.writer.closed.catch(() => this.#forget(client));
    request.signal.addEventListener("abort", () => this.#forget(client));
    this.#write(client, new TextEncoder().encode(`retry: ${RETRY}\n\n`));
    await this.#tick();
    this.state.waitUntil(this.#look());
    return new Response(readable);
  }

  /** Looks for changes and tells them. Asked while it looks, it looks once more afterwards. */
  #look(isBeat = false): Promise<void> {
    if (this.#clients.size === 0) return Promise.resolve();
    if (this.#looking) this.#again = { isBeat: isBeat || this.#again?.isBeat === true };
    this.#looking ??= this.#lookUntilDone(isBeat);
    return this.#looking;
  }

  async #lookUntilDone(isBeat: boolean): Promise<void> {
    try {
      await this.#lookOnce(isBeat);
      while (this.#again) {
        const again = this.#again;
        this.#again = null;
        await this.#lookOnce(again.isBeat);
      }
    } finally {
      this.#looking = null;
    }
  }

  async #lookOnce(isBeat: boolean): Promise<void> {
    const { DATABASE_URL: url = "", DATABASE_AUTH_TOKEN: authToken } = this.env;
    try {
      const db = connect({ url, authToken, patience: PATIENCE });
      const [[found], admins] = await Promise.all([db.read(changesSince(this.#last)), db.read(listAdmins())]);
      if (!found) return;
      if (found.last < this.#last) {
        // The database was put back to what it was: it is looked at from its beginning.
        this.#last = -1;
        return await this.#lookOnce(isBeat);
      }
      this.#learn(found);
      this.#tell(new Set(admins.map(({ email }) => email)), isBeat);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) console.error("live:", error);
      const away = encode({ state: "away", numbers: {} });
      for (const client of this.#clients) this.#write(client, away);
    }
  }

  #learn({ last, from, numbers }: { last: number; from: number; numbers: ChangeNumbers }): void {
    // What is not looked back to may have changed at any time before.
    if (from !== this.#last) this.#numbers = Object.fromEntries(TOPICS.map((topic) => [topic, from]));
    this.#last = last;
    Object.assign(this.#numbers, numbers);
  }

  #tell(admins: Set<string>, isBeat: boolean): void {
    const today = todayInNewYork(new Date());
    const messages = new Map<string, Uint8Array | null>();
    for (const client of this.#clients) {
      if (!admins.has(client.email)) {
        client.writer.write(encode({ state: "removed", numbers: {} })).catch(() => {});
        this.#forget(client, "close");
        continue;
      }
      // What it has read is of another day, or of a database that has gone.
      const isAnew = client.told > this.#last || (client.day !== null && client.day !== today);
      const told = isAnew ? -1 : client.told;
      const key = `${told} ${isAnew}`;
      if (!messages.has(key)) messages.set(key, this.#news(told, isAnew, today));
      const news = messages.get(key);
      if (news) this.#write(client, news);
      else if (isBeat || !client.isGreeted) this.#write(client, encode({ state: "live", numbers: {} }));
      client.told = this.#last;
      client.day = today;
      client.isGreeted = true;
      if (isBeat) this.#forgetStuck(client);
    }
  }

  /** What is to be told to those who were told up to a change; null where that is nothing. */
  #news(told: number, isAnew: boolean, today: LocalDate): Uint8Array | null {
    const changed = Object.entries(this.#numbers).filter(([, number]) => number > told);
    if (changed.length === 0 && !isAnew) return null;
    const numbers: ChangeNumbers = Object.fromEntries(changed);
    return encode({ state: "live", numbers, ...(isAnew && { isAnew }) }, `${today}/${this.#last}`);
  }

  /** Nobody waits for anybody. */
  #write(client: Client, bytes: Uint8Array): void {
    client.waiting += 1;
    client.writer.write(bytes).then(
      () => {
        client.waiting -= 1;
        client.stuck = 0;
      },
      () => this.#forget(client),
    );
  }

  /** One who has taken nothing for two beats is not there any more. */
  #forgetStuck(client: Client): void {
    if (client.waiting > 1) client.stuck += 1;
    if (client.stuck > 1) this.#forget(client);
  }

  /** 'close' lets what was written be read before the end. */
  #forget(client: Client, end: "abort" | "close" = "abort"): void {
    if (!this.#clients.delete(client)) return;
    client.writer[end]().catch(() => {});
    if (this.#clients.size > 0) return;
    this.state.waitUntil(this.state.storage.deleteAlarm());
  }
}

/** The id of an event: the day in New York, and the number of the last change that was told by it. */
const EVENT_ID = /^(\d{4}-\d\d-\d\d)\/(\d{1,15})$/;

function encode(message: Message, id?: string): Uint8Array {
  return new TextEncoder().encode(`${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`);
}
