import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { settled } from "#lab/support/browser.ts";
import { holdNextRequest } from "#tests/support/barn/barn.ts";
import { DESK, headings, PHONE, startLists } from "#tests/support/browser/lists.ts";
import { expectLive } from "#tests/support/browser/live.ts";

const lists = startLists();

afterEach(() => lists.barn.proxy.make({ kind: "none" }));

const SEARCHING = "Searching…";
const boxOf = (page: Page) => page.getByRole("searchbox");
/** The number, the sum and the range of the rows, and the job for all of them. */
const footOf = async (page: Page) =>
  (await page.locator(".list-count, .pager-range, .list-batch").allTextContents()).join(" ");
const rowsOf = (page: Page) => page.locator("tbody tr").allTextContents();
const answered = (page: Page) => expect.poll(() => footOf(page)).not.toContain(SEARCHING);

/** Holds back the answer to the next search. Returns what sends it on. */
async function holdAnswer(page: Page): Promise<() => void> {
  // The stream asks the database, too.
  await expectLive(page);
  return holdNextRequest(lists.barn);
}

/** Where the headings, the rows and the foot are: their tops and heights. */
const placesOf = (page: Page, rows: number) =>
  page.evaluate<number[][]>(
    `[...document.querySelectorAll("thead, tbody tr, .list-foot")].map((element) => {
      const { top, height } = element.getBoundingClientRect();
      return element.matches(".list-foot") ? [height] : [top, height];
    }).filter((_, n, { length }) => n <= ${rows} || n === length - 1)`,
  );

test.each([
  ["/billing", "Horse", "phone", PHONE],
  ["/payroll?view=all", "Date", "desk", DESK],
])(
  "%s shows at once the loaded rows of a search by %s on a %s, and the answer takes their place",
  (path, heading, _, device) =>
    lists.asAdmin(device, async (page) => {
      await lists.goto(page, path);
      await settled(page);
      const column = (await headings(page)).indexOf(heading);
      const texts = await page
        .locator("tbody tr")
        .evaluateAll(
          (rows, n) =>
            rows.map((row) => [
              row.textContent ?? "",
              row.querySelectorAll("th, td:not(.select)")[n]?.textContent ?? "",
            ]),
          column,
        );
      const word = texts[3]?.[1] ?? "";
      const matching = texts.flatMap(([row = ""]) => (row.includes(word) ? [row] : []));
      expect(matching.length).toBeLessThan(texts.length);
      const release = await holdAnswer(page);
      await boxOf(page).fill(`"${word.toUpperCase()}"`);
      await expect.poll(() => rowsOf(page)).toEqual(matching);
      expect(await footOf(page)).toMatch(/^Searching…\D*$/);
      const places = await placesOf(page, matching.length);
      release();
      await answered(page);
      expect((await rowsOf(page)).slice(0, matching.length)).toEqual(matching);
      expect(await placesOf(page, matching.length)).toEqual(places);
      expect(await boxOf(page).evaluate((box) => box === document.activeElement)).toBe(true);
    }),
);

/** Records the text in the box and what the foot says, at each change of the page. */
const recordFoot = (page: Page) =>
  page.evaluate(`{
    window.seen = [];
    const look = () => {
      const texts = [...document.querySelectorAll(".list-count, .pager-range")].map(({ textContent }) => textContent);
      const line = [document.querySelector("[type=search]").value.trim(), texts.join(" ")];
      if (String(seen.at(-1)) !== String(line)) seen.push(line);
    };
    look();
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  }`);

test("the foot never has the numbers of another search, and a space asks for nothing", () =>
  lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/billing");
    await settled(page);
    await expectLive(page);
    const asked: string[] = [];
    page.on("request", (request) => request.url().includes("/billing.data") && asked.push(request.url()));
    await recordFoot(page);
    lists.barn.proxy.delayMs = 100;
    try {
      for (const key of ["b", "o", "a", "Space", "Backspace", "Backspace", "Backspace", "Backspace"]) {
        await boxOf(page).press(key);
        const text = (await boxOf(page).inputValue()).trim();
        await expect.poll(() => new URL(page.url()).searchParams.get("q") ?? "").toBe(text);
        await answered(page);
        await settled(page);
      }
    } finally {
      lists.barn.proxy.delayMs = 0;
    }
    // The page keeps the answers to the shorter texts.
    expect(asked.map((url) => new URL(url).searchParams.get("q"))).toEqual(["b", "bo", "boa"]);
    const seen = await page.evaluate<[string, string][]>("seen");
    const foots = new Map<string, string>();
    for (const text of ["", "b", "bo", "boa"]) {
      await lists.goto(page, `/billing?q=${text}`);
      foots.set(text, await footOf(page));
    }
    const typed = ["b", "bo", "boa", "bo", "b", ""];
    const expected = typed.flatMap((text) => [
      [text, SEARCHING],
      [text, foots.get(text)],
    ]);
    expect(seen).toEqual([["", foots.get("")], ...expected]);
  }));

test("a search that no loaded row has says that it searches, and leaves the foot where it is, until its answer is there; Back and 'Clear the search' search, too", () =>
  lists.asAdmin(DESK, async (page) => {
    const [newest] = await lists.barn.rows(
      "select date from bill_items where export_id is null and deleted_at is null order by date desc limit 1",
    );
    const day = formatUsDate(String(newest?.date));
    await lists.goto(page, "/billing");
    await settled(page);
    for (const [text, result] of [
      [day, page.getByRole("rowheader", { name: day }).first()],
      ["no such bill", page.getByText("Nothing found for “no such bill”.")],
    ] as const) {
      const place = await page.locator(".list-foot").boundingBox();
      const release = await holdAnswer(page);
      await boxOf(page).fill(text);
      await page.getByText("Searching the whole list…").waitFor();
      expect(await page.locator(".empty").count()).toBe(0);
      if (text === day) expect(await page.locator(".list-foot").boundingBox()).toEqual(place);
      expect(await footOf(page)).toBe(SEARCHING);
      release();
      await result.waitFor();
    }

    await lists.goto(page, "/billing?q=no+such+bill");
    await settled(page);
    const release = await holdAnswer(page);
    await page.getByRole("link", { name: "Clear the search" }).click();
    await expect.poll(() => footOf(page)).toContain(SEARCHING);
    release();
    await answered(page);
    expect(await rowsOf(page)).toHaveLength(100);
    await page.goBack();
    await page.getByText("Nothing found for “no such bill”.").waitFor();
    expect(await boxOf(page).inputValue()).toBe("no such bill");
  }));

test("an answer that comes after the next key shows no row that the text in the box does not find", () =>
  lists.asAdmin(DESK, async (page) => {
    await page.clock.install();
    await lists.goto(page, "/billing");
    await settled(page);
    const horse = (await page.locator("tbody tr").first().locator("td.p-title").textContent()) ?? "";
    await page.clock.pauseAt(Date.now() + 60_000);
    const release = await holdAnswer(page);
    await boxOf(page).fill(horse.slice(0, 1));
    await page.clock.runFor(100);
    await boxOf(page).fill(horse);
    release();
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe(horse.slice(0, 1));
    expect((await rowsOf(page)).filter((row) => !row.includes(horse))).toEqual([]);
    expect(await footOf(page)).toBe(SEARCHING);
    await page.clock.resume();
    await answered(page);
    expect(new URL(page.url()).searchParams.get("q")).toBe(horse);
  }));

test("during a search the rows are selected and edited, and stay so with the answer", () =>
  lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/payroll?view=all");
    await settled(page);
    const date = (await page.getByRole("rowheader").first().textContent()) ?? "";
    await page
      .locator("tbody")
      .getByRole("checkbox", { name: /^Select/ })
      .first()
      .check();
    const release = await holdAnswer(page);
    await boxOf(page).fill(date);
    await expect.poll(() => footOf(page)).toContain(SEARCHING);
    await page
      .locator("tbody")
      .getByRole("checkbox", { name: /^Select/ })
      .nth(1)
      .check();
    const paid = page.locator("tbody").getByRole("switch").first();
    const before = await paid.getAttribute("aria-checked");
    await paid.click();
    release();
    await answered(page);
    await settled(page);
    expect(await paid.getAttribute("aria-checked")).not.toBe(before);
    await page.getByRole("status").getByText("2 items selected").waitFor();
  }));
