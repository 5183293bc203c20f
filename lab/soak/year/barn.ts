import { readFileSync } from "node:fs";
import { join } from "node:path";
import { plusDays } from "#app/domain/basics/calendar.ts";
import { writeBackupFile } from "#bin/backups/backup-file.ts";
import { readBackupFile } from "#bin/backups/read-backup-file.ts";
import { restoreInto } from "#bin/backups/restoring.ts";
import { type Sqld, startSqld } from "#bin/database/sqld.ts";
import { MIGRATIONS, migrateDatabase } from "#bin/migrate.ts";
import { WORKER_OPTIONS } from "#bin/running/build.ts";
import { openDemoBarn } from "#bin/running/demo-barn.ts";
import { findFreePort, LOOPBACK } from "#bin/running/ports.ts";
import { startWorker, type Worker, type WorkerLog } from "#bin/running/worker.ts";
import { connect } from "#db/connection.ts";
import { addAdmin } from "#db/queries/barn/admins.ts";
import { startMailProvider } from "#lab/support/mail-provider.ts";
import { fetchAlone } from "#lab/support/uncompressed.ts";
import { bundleWithClock, CLOCK_HEADER } from "./clock.ts";
import { type FormFields, formWith } from "./forms.ts";

export type YearBarn = Awaited<ReturnType<typeof openYearBarn>>;

const ADMINS = ["alex", "dana", "kim"].map((name) => ({ email: `${name}@hayloft.example`, name }));

/**
 * An empty barn with three admins on sqld and workerd, whose clock is that of `at`, and a mail provider. It begins with the version in the
 * folder `earlier`, if there is one, until `deploy`.
 */
export async function openYearBarn(folder: string, first: string, earlier: string | null) {
  let sources = earlier ?? ".";
  let bundle = await bundleWithClock(join(folder, "first"), sources);
  const mail = await startMailProvider();
  let dataDir = join(folder, "data");
  let barn = await openDemoBarn(dataDir, async () => {}, { migrations: join(sources, MIGRATIONS) });
  const log: WorkerLog[] = [];
  const options = { ...JSON.parse(readFileSync(WORKER_OPTIONS, "utf8")), r2Buckets: ["BACKUP_BUCKET"] };
  const run = (port: number) =>
    startWorker({
      ...{ host: LOOPBACK, port, log: (line) => void log.push(line) },
      bindings: { ...barn.bindings(), ...mail.env },
      build: { bundle, assets: join(sources, "build/client"), options },
    });
  let worker = await run(await findFreePort());
  const clock = { at: new Date(`${first}T15:00:00.000Z`) };
  const by = (n: number) => ({ id: `admin ${n}`, actor: "command line", at: clock.at });
  for (const [n, { email }] of ADMINS.entries()) await connect(barn.sqld).write(addAdmin({ ...by(n), email }));
  const restart = async () => {
    const port = Number(new URL(worker.url).port);
    await worker.stop();
    worker = await run(port);
  };
  return {
    url: worker.url,
    clock,
    mail,
    log,
    cookieOf: (n: number) => barn.cookieOf(ADMINS[n], clock.at),
    rows: (sql: string, args?: (string | number)[]) => barn.rows(sql, args),
    /** Runs what the worker does by the clock at this instant. */
    fire: (at: Date, cron: string) => fire(worker, at, cron),
    restart,
    /** The first half of an upgrade: the worker that runs meets the new schema. */
    migrate: () => migrateDatabase(barn.sqld),
    /** The other half: the worker of this version takes its place. */
    async deploy() {
      sources = ".";
      bundle = await bundleWithClock(folder);
      await restart();
    },
    /** Backs the barn up, and goes on with a new database that is filled with the backup. */
    async restoreElsewhere() {
      const before = barn;
      dataDir = `${dataDir}-restored`;
      await restoreTo(dataDir, await backupOf(before.sqld, folder, clock.at));
      barn = await openDemoBarn(dataDir, async () => {});
      await restart();
      await before.sqld.stop();
    },
    async stop() {
      await worker.stop();
      await mail.stop();
      await barn.sqld.stop();
    },
  };
}

async function backupOf(sqld: Sqld, folder: string, at: Date): Promise<string> {
  const file = join(folder, `${at.toISOString()}.backup.gz`);
  await writeBackupFile(sqld, file, at);
  return file;
}

async function restoreTo(dataDir: string, file: string): Promise<void> {
  const { header, end } = await readBackupFile(file);
  const sqld = await startSqld({ dataDir, port: await findFreePort() });
  const database = { ...sqld, name: "the new database", isLocal: true, app: undefined };
  await restoreInto(database, { file, header, end, keepsLinks: true });
  await sqld.stop();
}

async function fire({ miniflare }: Worker, scheduledTime: Date, cron: string): Promise<void> {
  const fetcher = (await miniflare.getWorker()) as unknown as {
    scheduled: (event: { scheduledTime: Date; cron: string }) => Promise<{ outcome: string }>;
  };
  const { outcome } = await fetcher.scheduled({ scheduledTime, cron });
  if (outcome !== "ok") throw new Error(`The schedule of ${scheduledTime.toISOString()} ended with ${outcome}`);
}

type Answer = { status: number; page: string; location: string; done: string };

/** A person at a browser without JavaScript. An admin signs in again after the session has ended. */
export class Visitor {
  private cookie = "";
  /** How often a page led to the sign-in. */
  signIns = 0;

  constructor(
    private readonly barn: YearBarn,
    private readonly admin: number | null,
    private readonly address: string,
  ) {}

  async ask(path: string, fields?: FormFields, attempts = 3): Promise<Answer> {
    const { url, clock } = this.barn;
    // A second passes between two presses.
    clock.at = new Date(clock.at.getTime() + 1_000);
    const response = await fetchAlone(new URL(path, url), {
      redirect: "manual",
      headers: {
        ...{ Origin: url, "CF-Connecting-IP": this.address, [CLOCK_HEADER]: clock.at.toISOString() },
        ...(this.cookie && { Cookie: this.cookie }),
      },
      ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
    });
    // A groom's phone is known by its cookie.
    const [set] = response.headers.getSetCookie();
    if (this.admin === null && set) this.cookie = set.split(";")[0] ?? "";
    const [location, page] = [response.headers.get("Location") ?? "", await response.text()];
    // On a busy machine the database may not answer in time. The page says so, and the person presses again.
    if (response.status === 503 && attempts > 1) return this.ask(path, fields, attempts - 1);
    if (response.status >= 500) throw new Error(`${path} was answered with ${response.status}`);
    const done = new URL(location || "/", url).searchParams.get("done") ?? "";
    return { status: response.status, page, location, done };
  }

  /** Opens a page, through a redirect or the sign-in. */
  async open(path: string): Promise<string> {
    const { status, page, location } = await this.ask(path);
    if (status === 200) return page;
    if (status !== 302 && status !== 303) throw new Error(`${path} was answered with ${status}`);
    if (!location.startsWith("/?to=")) return this.open(location);
    if (this.admin === null) throw new Error(`${path} is not for a groom`);
    this.signIns += 1;
    this.cookie = await this.barn.cookieOf(this.admin);
    return this.open(path);
  }

  /** Opens the dialog at an address, and what its form sends with these values; null leaves a field out. */
  async fill(path: string, button: string, values: Record<string, string | null> = {}) {
    const { action, fields } = formWith(await this.open(path), button);
    const kept = fields.filter(([name]) => !(name in values));
    const typed = Object.entries(values).flatMap(
      ([name, value]): FormFields => (value === null ? [] : [[name, value]]),
    );
    const { pathname, search } = new URL(action ?? "", new URL(path, this.barn.url));
    return { path: action === null ? path : pathname + search, fields: [...kept, ...typed] };
  }

  /** Fills a form and presses its button. @throws if it is refused */
  async press(path: string, button: string, values: Record<string, string | null> = {}): Promise<Answer> {
    const form = await this.fill(path, button, values);
    return this.send(form.path, form.fields);
  }

  async send(path: string, fields: FormFields): Promise<Answer> {
    const answer = await this.ask(path, fields);
    if (answer.status === 303) return answer;
    if (answer.location.startsWith("/?to=") || answer.status === 403) {
      await this.open("/overview");
      return this.send(path, fields);
    }
    const why = [...answer.page.matchAll(/role="alert"[^>]*>(.*?)<\/(?:p|div|span)>/gs)].map(([, text]) =>
      text?.replace(/<[^>]*>/g, " "),
    );
    throw new Error(`${path} ${new URLSearchParams(fields)} was answered with ${answer.status}: ${why.join("; ")}`);
  }

  undo = (path: string, change: string) =>
    this.send(path, [
      ["intent", "undo"],
      ["change", change],
    ]);
  set = (path: string, id: string, field: string, value: string) =>
    this.send(path, Object.entries({ intent: "set", id, field, value }));
}

/** Ten in the morning in New York, or nine in winter. */
export const morningOf = (day: string) => new Date(`${day}T14:00:00.000Z`);
export const nightAfter = (day: string) => new Date(`${plusDays(day, 1)}T08:30:00.000Z`);
