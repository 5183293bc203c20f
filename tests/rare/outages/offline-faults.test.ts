import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { WORKER_OPTIONS } from "#bin/running/build.ts";
import { startWorker } from "#bin/running/worker.ts";
import { bindingsOf } from "#tests/support/barn/app.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { connectionState, keepEntry, keptPaths, openAndKeep, openServiceForm } from "#tests/support/browser/offline.ts";
import { openPhone } from "#tests/support/browser/phone.ts";
import { type Relay, startRelay } from "#tests/support/browser/relay.ts";
import { type Choices, findChoices } from "#tests/support/browser/service-entry.ts";

/* Entries that a phone keeps, while browsers and servers are killed, answers are lost, and the app is replaced. */

const { barn } = startBarn();
let choices: Choices;
let relay: Relay;
let phone: Awaited<ReturnType<typeof openPhone>>;

beforeAll(async () => {
  choices = await findChoices(barn);
});
beforeEach(async () => {
  [relay, phone] = await Promise.all([startRelay(barn.url), openPhone()]);
});
afterEach(async () => {
  await phone.close();
  await relay.stop();
});

/** The entry with this number: of a day of its own, so that none is taken for a repetition of another. */
const entry = (number: number, horseId = choices.horse.id) => ({
  date: plusDays(todayInNewYork(new Date()), -number),
  horseId,
  serviceId: choices.service.id,
  comments: `kept ${String(number).padStart(2, "0")}`,
});
const savedComments = async (from = 1) =>
  (
    await barn.rows("select comments from bill_items where comments >= ? and comments like 'kept %' order by seq", [
      entry(from).comments,
    ])
  ).map(({ comments }) => comments);
const commentsOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => entry(from + i).comments);
const summary = (page: Page, text: string) => page.getByText(text).waitFor();
/** The connection is back: the phone says so, or the page is opened. */
const notice = (page: Page) => page.evaluate(() => dispatchEvent(new Event("online")));

test("20 entries that were logged without a connection are each saved once, in order, though the browser is killed, two tabs send, the server is killed and every second answer is lost", async () => {
  let page = await phone.page();
  await openAndKeep(page, relay.url);
  relay.goDown();
  for (let number = 1; number <= 8; number += 1) await keepEntry(page, entry(number));
  await phone.restart();

  page = await phone.page();
  await openServiceForm(page, relay.url);
  await summary(page, "8 entries wait for a connection");
  const other = await phone.openTab();
  await openServiceForm(other, relay.url);
  for (let number = 9; number <= 20; number += 1) await keepEntry(number % 2 === 0 ? page : other, entry(number));
  await summary(page, "20 entries wait for a connection");
  await summary(other, "20 entries wait for a connection");

  let answers = 0;
  relay.lose(({ path }) => {
    if (path === "/entries") answers += 1;
    return path === "/entries" && answers % 2 === 0;
  });
  relay.comeUp();
  await Promise.all([notice(page), notice(other)]);
  await expect.poll(async () => (await savedComments()).length).toBeGreaterThan(5);
  await barn.kill("workerd");
  await expect
    .poll(async () => (await Promise.all([page, other].map(notice))) && (await savedComments()).length, {
      interval: 500,
    })
    .toBe(20);
  expect(await savedComments()).toEqual(commentsOf(1, 20));
  await expect.poll(() => page.getByText("wait for a connection").count()).toBe(0);
  const arrivals = await barn.rows(
    "select count(*) as n from activity a join bill_items b on b.id = a.id where b.comments like 'kept %' and a.made_at < a.at",
  );
  expect(arrivals).toEqual([{ n: 20 }]);
});

/** A build of the app that differs from the one under test as the next version does: in its name and those of its scripts. */
function makeNextVersion(): { folder: string; script: string } {
  const folder = mkdtempSync(join(tmpdir(), "hayloft-next-"));
  cpSync("build", folder, { recursive: true });
  const assets = join(folder, "client/assets");
  const version = /"version":"(\w+)"/.exec(readFileSync(join(assets, named(assets, "manifest-")), "utf8"))?.[1] ?? "";
  const [before, manifest] = [named(assets, "offline-"), named(assets, "manifest-")];
  const script = "offline-nextnext.js";
  const texts = [join(folder, "server/index.js"), ...readdirSync(assets).map((file) => join(assets, file))].filter(
    (file) => file.endsWith(".js"),
  );
  for (const file of texts) {
    const text = readFileSync(file, "utf8").replaceAll(before, script).replaceAll(manifest, "manifest-next.js");
    writeFileSync(file, text.replaceAll(version, "nextnext"));
  }
  renameSync(join(assets, before), join(assets, script));
  renameSync(join(assets, manifest), join(assets, "manifest-next.js"));
  return { folder, script: `/assets/${script}` };
}

const named = (folder: string, start: string) => readdirSync(folder).find((file) => file.startsWith(start)) ?? "";

test("five entries that wait while the app is replaced are saved, what is being typed stays, and the opening after the next brings the new version", async () => {
  const { folder, script } = makeNextVersion();
  const next = await startWorker({
    host: "127.0.0.1",
    port: 0,
    bindings: bindingsOf({ url: barn.proxy.url, authToken: barn.authToken }, 1),
    log: () => {},
    build: {
      bundle: join(folder, "server"),
      assets: join(folder, "client"),
      options: JSON.parse(readFileSync(WORKER_OPTIONS, "utf8")),
    },
  });
  try {
    const page = await phone.page();
    await openAndKeep(page, relay.url);
    relay.goDown();
    for (let number = 21; number <= 25; number += 1) await keepEntry(page, entry(number));
    await page.getByLabel("Comments").fill("half a sentence");
    relay.to(next.url);
    relay.comeUp();
    await notice(page);
    await page.getByText("Saved: 5 entries").waitFor();
    expect(await savedComments(21)).toEqual(commentsOf(21, 25));
    expect(await page.getByLabel("Comments").inputValue()).toBe("half a sentence");
    expect(await keptPaths(page)).not.toContain(script);

    // The page of the copy, which cannot read the data of the new version.
    await openServiceForm(page, relay.url);
    await expect.poll(() => connectionState(page)).toMatch(/^As of /);
    // The service worker keeps the files of a page before the page, so the script is there once the page names it.
    const copy = () => page.evaluate(async () => (await (await caches.match("/"))?.text()) ?? "");
    await expect.poll(copy).toContain(script);
    relay.goDown();
    await openServiceForm(page, relay.url);
    expect(await page.evaluate((path) => performance.getEntriesByName(location.origin + path).length, script)).toBe(1);
    await keepEntry(page, entry(26));
    relay.comeUp();
    await notice(page);
    await expect.poll(() => savedComments(21)).toEqual(commentsOf(21, 26));
  } finally {
    await next.stop();
    rmSync(folder, { recursive: true });
  }
});
