import { beforeAll, expect, test } from "vitest";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { withoutTranslation } from "#tests/support/browser/markup.ts";
import { type Choices, findChoices, newEntry } from "#tests/support/browser/service-entry.ts";

const { barn } = startBarn();
let choices: Choices;

beforeAll(async () => {
  choices = await findChoices(barn);
});

const SPANISH = { "Accept-Language": "es-MX,es;q=0.9,en;q=0.8" };
const ENGLISH_COOKIE = { Cookie: "hayloft-language=en" };

const languageIn = (page: string) => page.match(/<html lang="(\w+)"/)?.[1];
/** The markup, without the data for the scripts. */
const shownIn = async (response: Response) => (await response.text()).replaceAll(/<script.*?<\/script>/gs, "");

test("the form, its title and the frame are in the language of the browser, until the cookie says another", async () => {
  const spanish = await barn.get("/", SPANISH);
  expect(spanish.headers.get("Vary")).toBe("Accept-Language");
  const page = await shownIn(spanish);
  expect(languageIn(page)).toBe("es");
  for (const text of ["<title>Registrar servicio – Hayloft</title>", ">Elige un caballo...<", ">Iniciar sesión<"])
    expect(page).toContain(text);
  for (const text of ["Service Form", "Submit", "Sign in", "Select a"]) expect(page).not.toContain(text);
  const english = await shownIn(await barn.get("/", { ...SPANISH, ...ENGLISH_COOKIE }));
  expect([languageIn(english), english.includes("Select a horse...")]).toEqual(["en", true]);
});

test("the switch keeps what was typed, without a message, and the browser remembers the choice", async () => {
  const typed = { horseId: choices.horse.id, quantity: "0", comments: "Left <hind> only" };
  const response = await barn.post("/?index&language=es", newEntry(choices, typed));
  const page = await shownIn(response);
  expect([response.status, languageIn(page)]).toEqual([200, "es"]);
  expect(page).toContain(">Left &lt;hind&gt; only</textarea>");
  expect(page).toContain(`<option value="${choices.horse.id}" selected="">`);
  expect(page).not.toContain("La cantidad tiene que ser");
  const cookies = response.headers.getSetCookie();
  expect(cookies).toContain("hayloft-language=es; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax");
  expect(languageIn(await (await barn.get("/", { Cookie: "hayloft-language=es" })).text())).toBe("es");
  const [bills] = await barn.rows("select count(*) as n from bill_items where comments like 'Left <hind>%'");
  expect(bills?.n).toBe(0);
});

test("an address that asks for a language leads to one without it, so that a reload keeps what is chosen later", async () => {
  const asked = await barn.get("/?index&language=es&saved=a", ENGLISH_COOKIE);
  expect([asked.status, asked.headers.get("Location")]).toEqual([302, "/?saved=a"]);
  expect(asked.headers.getSetCookie()).toEqual([expect.stringContaining("hayloft-language=es;")]);
  expect((await barn.get("/?language=en")).headers.get("Location")).toBe("/");
});

test.each<[fields: Record<string, string>, messages: string[]]>([
  [
    { horseId: "", serviceId: "", quantity: "", date: "" },
    ["Falta el caballo.", "Falta el servicio.", "Falta la fecha."],
  ],
  [{ quantity: "0" }, ["La cantidad tiene que ser 1 o más."]],
  [{ quantity: "1.5" }, ["La cantidad tiene que ser un número entero"]],
  [{ quantity: "1000" }, ["La cantidad puede ser 999 como máximo."]],
  [{ quantity: "100" }, ["Pusiste: 100. Si está bien, presiona Enviar otra vez."]],
  [{ date: "2026-02-30" }, ["Pon una fecha que exista"]],
  [{ comments: "x".repeat(2_001) }, ["Usa 2,000 letras como máximo."]],
  [{ comments: "a\u0000b" }, ["Hay signos que no se pueden guardar."]],
  [{ comments: "a\tb" }, ["Usa espacios en lugar de tabuladores."]],
  [{ horseId: "gone", rider: "1:Nobody" }, ["Este caballo ya no está", "Este jinete ya no está"]],
  [{ serviceId: "gone" }, ["Este servicio ya no se ofrece."]],
])("an entry with %j is refused in Spanish", async (fields, messages) => {
  const page = await shownIn(await barn.post("/?index", newEntry(choices, fields), SPANISH));
  for (const message of messages) expect(page).toContain(message);
  expect(page).not.toMatch(/is required|must be|Enter a|Use at most|no longer|Press Submit|out of date/);
});

test("a groom that is missing, an entry with other details and one that was logged before are named in Spanish", async () => {
  const groomed = newEntry(choices, { serviceId: choices.groomed.id });
  expect(await shownIn(await barn.post("/?index", groomed, SPANISH))).toContain("Este servicio lleva caballerango");
  const entry = newEntry(choices);
  await barn.rows("update services set spanish_name = 'Ácido' where id = ?", [choices.service.id]);
  const spanishName = "Ácido";
  await barn.post("/?index", entry, SPANISH);
  const reused = await barn.post("/?index", { ...entry, comments: "other" }, SPANISH);
  expect(await shownIn(reused)).toContain("ese registro se queda");
  const again = newEntry(choices);
  await barn.post("/?index", again, SPANISH);
  const saved = withoutTranslation(await shownIn(await barn.get(`/?saved=${again.id}`, SPANISH)));
  expect(saved).toContain(`Guardado: 1 x ${spanishName} para ${choices.horse.name}, `);
  expect(saved).toMatch(/También se registró hoy, \d+:\d\d [AP]M, por otra persona\./);
  expect(saved).toContain("El servicio quedó registrado.");
});

test("an outage, and a later Undo, are told in Spanish", async () => {
  const device = (await barn.get("/")).headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const headers = { ...SPANISH, Cookie: device };
  const entry = newEntry(choices);
  await barn.post("/?index", entry, headers);
  await barn.rows("update bill_items set created_at = '2026-01-01T12:00:00.000Z' where id = ?", [String(entry.id)]);
  const late = await shownIn(await barn.post("/?index", { undo: String(entry.id) }, headers));
  expect(late).toContain("Este registro tiene más de 10 minutos.");
  await barn.stopDatabase();
  try {
    const page = await shownIn(await barn.post("/?index", newEntry(choices, { comments: "sigue" }), headers));
    expect(languageIn(page)).toBe("es");
    for (const text of ["No hay conexión con la base de datos.", "no se perdió nada", ">sigue<", ">Intentar otra vez<"])
      expect(page).toContain(text);
  } finally {
    await barn.startDatabase();
  }
});

test("the screens of admins are English, and so is the sidebar beside a Spanish form", async () => {
  const headers = { ...SPANISH, Cookie: await barn.cookieOf(ADMIN) };
  expect(languageIn(await (await barn.get("/horses", headers)).text())).toBe("en");
  const form = await shownIn(await barn.get("/", headers));
  expect(languageIn(form)).toBe("es");
  expect(form).toMatch(/<aside [^>]*lang="en"/);
  expect(form).toContain(">Horse Shows<");
});

test("the popup of a sign-in ends in the language of the browser", async () => {
  const response = await barn.get("/auth/google/callback?error=access_denied", SPANISH);
  // Without a popup the form says why.
  expect(response.headers.get("Location")).toBe("/?sign-in=cancelled");
  expect(await shownIn(await barn.get("/?sign-in=cancelled", SPANISH))).toContain("Cancelaste el inicio de sesión.");
});

test("services have their Spanish names in the Spanish form alone, sorted by what is shown", async () => {
  await barn.rows("update services set spanish_name = 'Zurcir' where id = ?", [choices.groomed.id]);
  const servicesIn = async (headers: Record<string, string>) => {
    const select = (await shownIn(await barn.get("/", headers))).match(/name="serviceId".*?<\/select>/)?.[0] ?? "";
    return [...select.matchAll(/<option value="[^"]+"[^>]*>([^<]*)</g)].map(([, name]) => name);
  };
  const spanish = await servicesIn(SPANISH);
  expect(spanish.at(-1)).toBe("Zurcir");
  expect(spanish).toContain("Private lesson");
  expect(spanish).toEqual([...spanish].sort((a, b) => String(a).localeCompare(String(b))));
  expect(await servicesIn({})).toContain(choices.groomed.product_service_name);
  await barn.rows("update services set spanish_name = 'zurcir' where id = ?", [choices.service.id]);
  const told = [choices.groomed, choices.service].map(({ product_service_name }) => product_service_name);
  expect((await servicesIn(SPANISH)).filter((name) => /^zurcir/i.test(String(name))).sort()).toEqual(
    [`Zurcir - ${told[0]}`, `zurcir - ${told[1]}`].sort(),
  );
});
