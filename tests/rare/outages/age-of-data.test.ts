import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { randomFrom } from "#db/seed/random.ts";
import { openBrowser } from "#lab/support/browser.ts";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { DESK } from "#tests/support/browser/lists.ts";
import { actAs, expectLive, OUTAGE_NOISE, openLivePage } from "#tests/support/browser/live.ts";
import { startNetwork } from "#tests/support/browser/network.ts";
import { visitAs } from "#tests/support/browser/people.ts";
import { samples } from "#tests/support/samples.ts";

/* How old what a page shows may be, on a connection that breaks (docs/architecture.md, 'The exact cache'). */

const { barn, otherAdmin: other } = startBarn();

const { set } = actAs(() => ({ barn, headers: other }));

/** A field of the first row of a list, which another person sets; `shown` is its text for the value `n`. */
const FIELDS = [
  { path: "/horses", table: "horses", field: "boarding", shown: (n: number) => `$${n.toLocaleString("en-US")}.00` },
  { path: "/customers", table: "customers", field: "phone", shown: (n: number) => `631 555 ${n}` },
  { path: "/grooms", table: "grooms", field: "weeklySalary", shown: (n: number) => `$${n.toLocaleString("en-US")}.00` },
] as const;
const TITLES = ["Horses", "Customers", "Grooms", "Overview"];

/** The id of a record of each list, by its path. */
async function findRecords(): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { path, table } of FIELDS) {
    const [row] = await barn.rows(
      `select id from ${table} where deleted_at is null and ${table === "horses" ? "check_out_date is null" : "true"} limit 1`,
    );
    ids.set(path, String(row?.id));
  }
  return ids;
}

const press = async (page: Page, title: string) => {
  await page
    .locator("nav a:visible")
    .getByText(title, { exact: true })
    .first()
    .evaluate((link: HTMLElement) => link.click());
  await page.getByRole("heading", { name: title, level: 1 }).waitFor();
};

/** What Chromium and Remix write when a connection is reset while data arrive. */
const CUT = new RegExp(`${OUTAGE_NOISE.source}|network error|Failed to fetch`);

type Value = { n: number; since: number; until: number };

/** Sets the values, and looks at those that a page shows while its dot says 'Live'; `ages` are the times since they were replaced. */
function observe(ids: Map<string, string>) {
  const history = new Map<string, Value[]>(FIELDS.map(({ path }) => [path, []]));
  const ages: number[] = [];
  let n = 100;
  return {
    ages,
    async setNext({ path, field, shown }: (typeof FIELDS)[number]) {
      n += 1;
      const values = history.get(path) ?? [];
      const last = values.at(-1);
      values.push({ n, since: Date.now(), until: Number.POSITIVE_INFINITY });
      await set(path, ids.get(path) ?? "", field, shown(n).replaceAll(/^\$|,|\.00$/g, ""));
      if (last) last.until = Date.now();
    },
    async look(page: Page) {
      const { label, title, texts, at } = await page.evaluate(
        (all) => ({
          at: Date.now(),
          label: [...document.querySelectorAll(".live")].find((each) => each.checkVisibility())?.textContent,
          title: document.querySelector("h1")?.textContent ?? "",
          texts: all.map(
            (id) => document.querySelector(`tbody tr:has([href*="${id}"], [value*="${id}"])`)?.textContent ?? "",
          ),
        }),
        FIELDS.map(({ path }) => ids.get(path) ?? ""),
      );
      const place = FIELDS.findIndex((each) => each.path === `/${title.toLowerCase()}`);
      const [field, text] = [FIELDS[place], texts[place]];
      if (!field) return;
      const { path } = field;
      if (label !== "Live" || !text) return;
      const shown = (history.get(path) ?? []).findLast((value) => text.includes(field.shown(value.n)));
      expect(shown, text).toBeDefined();
      ages.push(Math.max(0, at - (shown?.until ?? at)));
    },
  };
}

/** Another person sets values, this one opens screens and goes back, and the connection is reset at random. */
test("no screen that says 'Live' shows a value that was replaced before the stream could say so", async () => {
  const network = await startNetwork(barn.url);
  const random = randomFrom("kept data");
  const { setNext, look, ages } = observe(await findRecords());
  await visitAs(
    barn,
    openBrowser(),
    ADMIN,
    DESK,
    async (page) => {
      // On a connection that is paid by its use nothing is loaded ahead.
      await page.addInitScript('Object.defineProperty(navigator, "connection", { value: { saveData: true } })');
      for (const field of FIELDS) await setNext(field);
      await openLivePage({ ...barn, url: network.url }, page, "/horses");
      let opened = 1;
      for (let step = 0; step < samples(60); step += 1) {
        const writing = random.chance(0.5) ? setNext(random.pick(FIELDS)) : undefined;
        if (random.chance(0.05)) network.comeUpWithoutConnections();
        if (random.chance(0.2) && opened > 1) {
          await page.goBack();
          opened -= 1;
        } else {
          await press(page, random.pick(TITLES)).catch(() => page.goto(`${network.url}/horses`));
          opened += 1;
        }
        for (let i = 0; i < 3; i += 1) await look(page);
        await writing;
        await look(page);
      }
      await expectLive(page);
    },
    CUT,
  );
  await network.stop();
  ages.sort((one, other) => one - other);
  const at = (share: number) => ages[Math.min(ages.length - 1, Math.floor(ages.length * share))];
  console.log(
    `${ages.length} samples of 'Live'; age of what they show, ms: p50 ${at(0.5)}, p95 ${at(0.95)}, longest ${at(1)}`,
  );
  expect(ages.length).toBeGreaterThan(30);
  // After two heartbeats nothing but a defect leaves an old value on a page that says 'Live'.
  expect(ages.filter((age) => age > 4_000)).toEqual([]);
}, 600_000);
