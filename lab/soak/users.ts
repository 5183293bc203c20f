import { setTimeout as sleep } from "node:timers/promises";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { billHorses, billShows, exportBills, generatePayroll, markDate } from "./batches.ts";
import { addCustomer, addHorse, addPayrollItem, addShow, changeShow, logService, renameCustomer } from "./entries.ts";
import { correctExported, markDue, mendBill, voidExport } from "./mending.ts";
import type { Choices, User } from "./requests.ts";
import type { Rows } from "./stack.ts";

type Job = (user: User) => Promise<void>;

/** What an admin does, with how often of a hundred times. */
const SHARES: [share: number, job: Job][] = [
  [20, logService],
  [10, addPayrollItem],
  [8, addCustomer],
  [8, renameCustomer],
  [8, addShow],
  [8, changeShow],
  [5, addHorse],
  [3, billHorses],
  [3, billShows],
  [5, exportBills],
  [3, markDate],
  [1, generatePayroll],
  [9, mendBill],
  [3, correctExported],
  [3, voidExport],
  [3, markDue],
];
const JOBS = SHARES.flatMap(([share, job]) => Array<Job>(share).fill(job));

export async function findChoices(rows: Rows): Promise<Choices> {
  const today = todayInNewYork(new Date());
  const grooms = await rows("select id from grooms where deleted_at is null and start_date <= ? order by id", [today]);
  return {
    horses: (await rows("select id, name from horses where deleted_at is null and check_in_date <= ? order by id", [
      today,
    ])) as Choices["horses"],
    grooms: grooms.map(({ id }) => String(id)),
    services: (await rows(
      "select id, price, needs_groom from services where public = 1 and deleted_at is null order by id",
    )) as Choices["services"],
  };
}

/** Works until the end as a person would: who gets no answer, or reads that an entry is not saved, sends the same form again. */
export async function work(user: User): Promise<void> {
  const { random, cookie } = user;
  while (Date.now() < user.until) {
    const job = cookie === null ? logService : random.pick(JOBS);
    await job(user);
    await sleep(random.int(50, 800));
  }
}
