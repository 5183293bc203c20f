import { setTimeout as sleep } from "node:timers/promises";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import type { Rows } from "#lab/support/rows.ts";
import { markDate, sendExport, sendHorsesRun, sendPayrollRun, sendShowsRun } from "./batches.ts";
import {
  addCustomer,
  addHorse,
  changeShow,
  renameCustomer,
  sendPayrollItem,
  sendService,
  sendShow,
} from "./entries.ts";
import { correctExported, mendBill, sendMarking, sendVoid } from "./mending.ts";
import type { FormChoices, SoakUser } from "./requests.ts";

type Job = (user: SoakUser) => Promise<void>;

/** The jobs of an admin, each with its share in percent. */
const SHARES: [share: number, job: Job][] = [
  [20, sendService],
  [10, sendPayrollItem],
  [8, addCustomer],
  [8, renameCustomer],
  [8, sendShow],
  [8, changeShow],
  [5, addHorse],
  [3, sendHorsesRun],
  [3, sendShowsRun],
  [5, sendExport],
  [3, markDate],
  [1, sendPayrollRun],
  [9, mendBill],
  [3, correctExported],
  [3, sendVoid],
  [3, sendMarking],
];
const JOBS = SHARES.flatMap(([share, job]) => Array<Job>(share).fill(job));

export async function findFormChoices(rows: Rows): Promise<FormChoices> {
  const today = todayInNewYork(new Date());
  const grooms = await rows("select id from grooms where deleted_at is null and start_date <= ? order by id", [today]);
  return {
    horses: (await rows("select id, name from horses where deleted_at is null and check_in_date <= ? order by id", [
      today,
    ])) as FormChoices["horses"],
    grooms: grooms.map(({ id }) => String(id)),
    services: (await rows(
      "select id, price, needs_groom from services where public = 1 and deleted_at is null order by id",
    )) as FormChoices["services"],
  };
}

/** Works until the end as a person would: who gets no answer, or reads that an entry is not saved, sends the same form again. */
export async function work(user: SoakUser): Promise<void> {
  const { random, cookie } = user;
  while (Date.now() < user.until) {
    const job = cookie === null ? sendService : random.pick(JOBS);
    await job(user);
    await sleep(random.int(50, 800));
  }
}
