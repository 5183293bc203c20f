import { connect } from "#db/client.ts";
import { DatabaseUnavailable } from "#db/errors.ts";
import { changesSince } from "#db/queries/activity.ts";
import { listAdmins } from "#db/queries/admins.ts";
import { type ChangeNumbers, TOPICS, type Topic } from "../domain/topics.ts";
import type { Env } from "../settings.ts";
import { BEAT, type Message } from "./messages.ts";

/** How long the database may take to say what has changed, in milliseconds: less than a beat. */
const PATIENCE = 1_500;

/** How long a listener waits before it connects again, in milliseconds. */
const RETRY = 1_000;

type Client = {
  email: string;
  /** Up to which change this one was told; -1 where it was told nothing. */
  told: number;
  isGreeted: boolean;
  writer: WritableStreamDefaultWriter<Uint8Array>;
  /** Messages that it has not taken yet. */
  waiting: number;
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
      case "/look":
        await this.#look();
        return new Response(null, { status: 204 });
      default:
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
    const number = Number(request.headers.get("Last-Event-ID") ?? -1);
    const client: Client = {
      email: decodeURIComponent(request.headers.get("Email") ?? ""),
      told: Number.isSafeInteger(number) ? number : -1,
      isGreeted: false,
      writer: writable.getWriter(),
      waiting: 0,
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
    await this.#lookOnce(isBeat);
    while (this.#again) {
      const again = this.#again;
      this.#again = null;
      await this.#lookOnce(again.isBeat);
    }
    this.#looking = null;
  }

  async #lookOnce(isBeat: boolean): Promise<void> {
    const { DATABASE_URL: url = "", DATABASE_AUTH_TOKEN: authToken } = this.env;
    const db = connect({ url, authToken, patience: PATIENCE });
    try {
      const [[found], admins] = await Promise.all([db.read(changesSince(this.#last)), db.read(listAdmins())]);
      if (!found) return;
      this.#learn(found);
      this.#tell(new Set(admins.map(({ email }) => email)), isBeat);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) console.error("live:", error);
      const away = encode({ state: "away", numbers: {} });
      for (const client of this.#clients) this.#write(client, away);
    }
  }

  #learn({ last, from, numbers }: { last: number; from: number; numbers: ChangeNumbers }): void {
    // What is not looked back to may have changed at any time before; and a database may be another than it was.
    if (from !== this.#last) this.#numbers = Object.fromEntries(TOPICS.map((topic) => [topic, from]));
    this.#last = last;
    Object.assign(this.#numbers, numbers);
  }

  #tell(admins: Set<string>, isBeat: boolean): void {
    const messages = new Map<number, Uint8Array | null>();
    for (const client of this.#clients) {
      if (!admins.has(client.email)) {
        client.writer.write(encode({ state: "removed", numbers: {} })).catch(() => {});
        this.#forget(client, "close");
        continue;
      }
      const { told } = client;
      if (!messages.has(told)) messages.set(told, this.#news(told));
      const news = messages.get(told);
      if (news) this.#write(client, news);
      else if (isBeat || !client.isGreeted) this.#write(client, encode({ state: "live", numbers: {} }));
      client.told = this.#last;
      client.isGreeted = true;
    }
  }

  /** What is to be told to those who were told up to a change; null where that is nothing. */
  #news(told: number): Uint8Array | null {
    const changed = Object.entries(this.#numbers).filter(([, number]) => number > told);
    if (changed.length === 0) return null;
    return encode({ state: "live", numbers: Object.fromEntries(changed) as { [topic in Topic]?: number } }, this.#last);
  }

  /** Nobody waits for anybody: one who takes nothing is forgotten at the second message after that. */
  #write(client: Client, bytes: Uint8Array): void {
    if (client.waiting >= 2) {
      this.#forget(client);
      return;
    }
    client.waiting += 1;
    client.writer.write(bytes).then(
      () => {
        client.waiting -= 1;
      },
      () => this.#forget(client),
    );
  }

  /** 'close' lets what was written be read before the end. */
  #forget(client: Client, end: "abort" | "close" = "abort"): void {
    if (!this.#clients.delete(client)) return;
    client.writer[end]().catch(() => {});
    if (this.#clients.size > 0) return;
    this.state.waitUntil(this.state.storage.deleteAlarm());
  }
}

function encode(message: Message, id?: number): Uint8Array {
  return new TextEncoder().encode(`${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`);
}
