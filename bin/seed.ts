import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { todayInNewYork } from "#app/domain/calendar.ts";
import { TOPICS } from "#app/domain/screens.ts";
import { connect } from "#db/connection.ts";
import { isEmptyBarn, seedBarn } from "#db/seed.ts";
import { tellApp, withDatabase } from "./database.ts";
import { UserFacingError } from "./user-facing-error.ts";

/** `npm run seed -- --bills N`: fills an empty barn with the demo's three months, and with N bills in all. */
export async function command(args: string[]): Promise<void> {
  const bills = readBills(args);
  await withDatabase(async (database) => {
    if (!(await isEmptyBarn(database))) {
      throw new UserFacingError(
        `${database.name} holds a barn already, and only an empty one is filled; name another place, as in: DATA_DIR=.data-large npm run seed${bills > 0 ? ` -- --bills ${bills}` : ""}`,
      );
    }
    const start = performance.now();
    const counts = await seedBarn({ ...database, today: todayInNewYork(new Date()), bills });
    // It goes past the door; those who have the empty barn open are told by this.
    await connect(database).write({
      idempotencyKey: randomUUID(),
      actor: "command line",
      at: new Date(),
      action: "fill barn",
      payload: counts,
      alsoChanged: TOPICS,
      audited: [],
      mutations: [],
    });
    await tellApp(database);
    const rows = Object.values(counts).reduce((sum, count) => sum + count);
    const seconds = ((performance.now() - start) / 1_000).toFixed(1);
    console.log(`Filled ${database.name} with ${rows.toLocaleString("en-US")} rows in ${seconds} seconds:`);
    for (const [what, count] of Object.entries(counts))
      console.log(`  ${count.toLocaleString("en-US")} ${inWords(what)}`);
  });
}

function readBills(args: string[]): number {
  try {
    const { values } = parseArgs({ args, options: { bills: { type: "string", default: "0" } } });
    if (/^\d{1,8}$/.test(values.bills)) return Number(values.bills);
  } catch {
    // Said below.
  }
  throw new UserFacingError("Say how many bills there shall be, as in: npm run seed -- --bills 1000000");
}

/** 'payrollItems' is 'payroll items'. */
function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
