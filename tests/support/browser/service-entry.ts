import type { Page } from "playwright-core";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import type { Barn } from "#tests/support/barn/barn.ts";

type Row = Record<string, string | number | null>;
type Service = { id: string; product_service_name: string; price: number };

export type Choices = {
  horse: { id: string; name: string; customer_id: string; location: string };
  spareHorse: { id: string };
  /** A rider of another customer than the horse's. */
  rider: { customer_id: string; name: string; customer: string };
  /** A public service that needs no groom. */
  service: Service;
  /** A public service that needs a groom. */
  groomed: Service;
  groom: { id: string; name: string };
};

/** Records of the demo barn that the service form offers. */
export async function findChoices(barn: Barn): Promise<Choices> {
  const first = async (sql: string, args: string[] = []): Promise<Row> => {
    const [row] = await barn.rows(sql, args);
    if (!row) throw new Error(`No row: ${sql}`);
    return row as Row;
  };
  const today = todayInNewYork(new Date());
  const present = "deleted_at is null and check_in_date <= ? and (check_out_date is null or check_out_date >= ?)";
  const horse = await first(`select * from horses where ${present} and customer_id is not null order by seq`, [
    today,
    today,
  ]);
  const service = "select * from services where public = 1 and deleted_at is null and price > 0 and needs_groom";
  return {
    horse,
    spareHorse: await first(`select * from horses where ${present} order by seq desc`, [today, today]),
    rider: await first(
      "select c.id as customer_id, r.value as name, c.name as customer from customers c, json_each(c.riders) r where c.id <> ? order by c.seq",
      [String(horse.customer_id)],
    ),
    service: await first(`${service} = 0 order by seq`),
    groomed: await first(`${service} = 1 order by seq`),
    groom: await first("select * from grooms where end_date is null and start_date <= ? order by seq", [today]),
  } as unknown as Choices;
}

/** A filled form that would be accepted. */
export const newEntry = (choices: Choices, fields: Record<string, string> = {}): Record<string, string> => ({
  id: crypto.randomUUID(),
  date: todayInNewYork(new Date()),
  horseId: choices.horse.id,
  rider: "",
  serviceId: choices.service.id,
  quantity: "1",
  groomId: "",
  comments: "",
  ...fields,
});

/** The combobox of horses, which takes the place of the select once JavaScript runs. */
export const horsePicker = (page: Page) => page.getByRole("combobox", { name: "Horse" }).and(page.locator("input"));

/** Chooses the first horse with that name by the keyboard, or in the select of a page without JavaScript. */
export async function chooseHorse(page: Page, name: string, { javaScriptEnabled = true } = {}): Promise<void> {
  if (!javaScriptEnabled) {
    await page.getByLabel("Horse").selectOption({ label: name });
    return;
  }
  await horsePicker(page).fill(name);
  await horsePicker(page).press("Enter");
}
