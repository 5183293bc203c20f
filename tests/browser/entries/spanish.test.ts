import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { settled } from "#lab/support/browser.ts";
import { expectFine } from "#tests/support/browser/axe.ts";
import { PHONE, startLists } from "#tests/support/browser/lists.ts";
import { openAndKeep } from "#tests/support/browser/offline.ts";
import { type Choices, findChoices } from "#tests/support/browser/service-entry.ts";

const lists = startLists();
let choices: Choices;

beforeAll(async () => {
  choices = await findChoices(lists.barn);
});

const SPANISH_PHONE = { ...PHONE, viewport: { width: 320, height: 640 }, locale: "es-MX" };
const NOISE = /ERR_INTERNET_DISCONNECTED|Failed to fetch/;

async function logInSpanish(page: Page, quantity: string): Promise<void> {
  const picker = page.getByRole("combobox", { name: "Caballo" }).and(page.locator("input"));
  await picker.fill(choices.horse.name);
  await picker.press("Enter");
  await page.getByLabel("Servicio").and(page.locator("select")).selectOption(choices.service.id);
  await page.getByLabel("Cantidad").fill(quantity);
  await page.getByRole("button", { name: "Enviar" }).click();
}

test("an entry is made in Spanish, from a mistake to Undo, and the switch translates the page with its errors and keeps what was typed", () =>
  lists.asVisitor(SPANISH_PHONE, async (page) => {
    await lists.goto(page, "/");
    await page.getByLabel("Comentarios").fill("mano izquierda");
    await page.getByRole("button", { name: "Enviar" }).click();
    await page.getByText("Falta el caballo.").waitFor();
    await expectFine(page);
    await page.getByRole("button", { name: "English" }).click();
    await page.getByText("Horse is required.").waitFor();
    expect(await page.getByLabel("Comments").inputValue()).toBe("mano izquierda");
    expect([await page.locator("html").getAttribute("lang"), await page.title()]).toEqual([
      "en",
      "Service Form – Hayloft",
    ]);
    await page.getByRole("button", { name: "Español" }).click();
    await logInSpanish(page, "2");
    await page.getByRole("dialog", { name: "Listo" }).waitFor();
    await page.getByText(/^Guardado: 2 x /).waitFor();
    // What was saved and Undo share one line; the end of a long text is cut.
    const saved = page.getByRole("heading", { name: /^Guardado: 2 x / });
    const [line, undo] = [
      await saved.boundingBox(),
      await page.getByRole("button", { name: "Deshacer" }).first().boundingBox(),
    ];
    expect(line?.height).toBeLessThan(30);
    expect(Math.abs((line?.y ?? 0) + (line?.height ?? 0) / 2 - (undo?.y ?? 99) - (undo?.height ?? 0) / 2)).toBeLessThan(
      2,
    );
    await expectFine(page);
    await page.getByRole("button", { name: "Deshacer" }).first().click();
    await page.getByText(/^Deshecho: 2 x /).waitFor();
  }));

test("a phone without a connection opens the form in the language that was chosen last, and queues in it", () =>
  lists.asVisitor(
    { ...SPANISH_PHONE, locale: "en-US", serviceWorkers: "allow" },
    async (page) => {
      await openAndKeep(page, lists.barn.url);
      await page.getByRole("button", { name: "Español" }).click();
      await page.getByRole("heading", { name: "Registrar servicio" }).waitFor();
      const copy = () => page.evaluate(async () => (await (await caches.match("/"))?.text()) ?? "");
      await expect.poll(copy).toMatch(/<html lang="es"/);
      await settled(page);
      await page.context().setOffline(true);
      await page.goto(lists.barn.url);
      await page.getByText("Sin conexión", { exact: true }).waitFor();
      await page.getByText(/^Caballos y servicios actualizados: \d+:\d\d [AP]M$/).waitFor();
      expect(await page.getByRole("button", { name: "English" }).count()).toBe(0);
      await logInSpanish(page, "3");
      await page.getByRole("heading", { name: "Guardado en este teléfono. Se envía cuando haya señal." }).waitFor();
      await page.getByText("1 registro espera señal").waitFor();
      await page.context().setOffline(false);
      await page.getByText(/^Guardado: 3 x .*, que estaba en este teléfono\.$/).waitFor();
    },
    NOISE,
  ));
