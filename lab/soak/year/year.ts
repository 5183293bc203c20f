import { morningOf, nightAfter, openYearBarn, type YearBarn } from "./barn.ts";
import { compareYear } from "./compare.ts";
import { changeGrooms, changeHorses, logServices } from "./days.ts";
import { buildVersion, versionBefore } from "./earlier.ts";
import { daysFrom, daysIn, monthsFrom, plus, weekday } from "./ledger.ts";
import {
  billMonth,
  billShows,
  editTogether,
  enterShows,
  exportBills,
  mailStatements,
  mergeTwice,
  workOffCheck,
} from "./months.ts";
import {
  adminOf,
  count,
  enterCustomer,
  enterHorse,
  FIRST_DAY,
  setUpYear,
  twoAdmins,
  typedDollars,
  type Year,
} from "./people.ts";

export type YearSettings = { seed: string; months: number; lose: boolean; from: string | undefined };

/** The last days on which something of a month is done: it is compared then. */
const DAYS_AFTER = 4;
const MOST_FINDINGS = 12;

/**
 * Lets a barn work for a year, day by day, through its forms, and compares it with the ledger after each month. Prints the figures;
 * returns 1 after a finding.
 */
export async function liveYear(folder: string, { seed, months, lose, from }: YearSettings): Promise<number> {
  const start = performance.now();
  const earlier = from ?? (await versionBefore());
  console.log(earlier ? `It begins with the version ${earlier.slice(0, 8)}` : "It begins with this version");
  const barn = await openYearBarn(folder, "2026-12-30", earlier && (await buildVersion(earlier, folder)));
  const last = monthsFrom("2027-01", "2029-12")[months - 1] ?? "2027-12";
  let findings: string[] = [];
  try {
    const year = await setUpYear(barn, seed);
    for (const day of daysFrom(FIRST_DAY, plus(daysIn(last).at(-1) ?? "", DAYS_AFTER))) {
      await liveDay(year, day);
      if (!day.endsWith(`-0${DAYS_AFTER}`) || day < "2027-02") continue;
      if (lose && day.startsWith("2027-02")) await loseBill(barn);
      const month = plus(day, -DAYS_AFTER).slice(0, 7);
      await workOffCheck(year);
      findings = await compareYear(year, month);
      const minutes = ((performance.now() - start) / 60_000).toFixed(1);
      console.log(
        `${month}  ${findings.length === 0 ? "agrees to the cent" : `${findings.length} findings`}, after ${minutes} minutes`,
      );
      if (findings.length > 0) break;
    }
    console.log([...year.counts].map(([what, n]) => `${n} ${what}`).join(", "));
    const failures = barn.log.filter(({ level }) => level === "error").map(({ message }) => `Log: ${message}`);
    findings = [...findings, ...failures];
    for (const finding of findings.slice(0, MOST_FINDINGS)) console.log(`  ${finding}`);
    return findings.length > 0 ? 1 : 0;
  } finally {
    await barn.stop();
  }
}

/** Takes the first bill out of all lists; its exported line stays. */
const loseBill = ({ rows }: YearBarn) =>
  rows(
    "update bill_items set deleted_at = created_at where seq = (select min(seq) from bill_items where deleted_at is null)",
  );

async function liveDay(year: Year, day: string): Promise<void> {
  const { barn } = year;
  year.today = day;
  const isMonday = weekday(day) === 1;
  const isMissed = isMonday && year.random.chance(0.15);
  if (isMonday && !isMissed) {
    // Both triggers fire; the one that is six in New York makes the salaries.
    for (const hour of [10, 11]) await barn.fire(new Date(`${day}T${hour}:00:00.000Z`), `0 ${hour} * * MON`);
    year.ledger.runPayroll(day);
  }
  barn.clock.at = morningOf(day);
  // The upgrade: for a day, the worker from before works with the new schema.
  if (day === "2027-02-11") await barn.migrate();
  if (day === "2027-02-12") await barn.deploy();
  await workInOffice(year, day);
  await logServices(year);
  await changeHorses(year);
  await changeGrooms(year);
  if (isMonday) await payGrooms(year);
  if (isMissed) await runPayrollByHand(year);
  if (plus(day, 1).endsWith("-01")) await endMonth(year, day.slice(0, 7));
  const isSaved = Number(day.slice(8)) % 5 === 0 || plus(day, 1).endsWith("-01");
  if (isSaved) await barn.fire(nightAfter(day), "30 8 * * *");
}

/** What is done on fixed days of a month. */
async function workInOffice(year: Year, day: string): Promise<void> {
  const [month, before, n] = [day.slice(0, 7), plus(`${day.slice(0, 7)}-01`, -1).slice(0, 7), Number(day.slice(8))];
  const number = Number(month.slice(5));
  if (day === "2027-07-01") await raisePrice(year);
  if (n === 1) await billMonth(year, month, number % 3 === 0);
  if (n === 2 && number % 4 === 2) await editTogether(year);
  if (n === 3 && month > FIRST_DAY.slice(0, 7)) {
    await billMonth(year, before, false);
    await workOffCheck(year);
    await exportBills(year, number % 4 === 1);
    await mailStatements(year, before);
  }
  if (n === 5 || n === 15) await enterShows(year);
  if (n === 8 && number % 6 === 3) await enterTwice(year);
  if (n === 10) await year.barn.restart();
  if (n === 15) {
    await workOffCheck(year);
    await exportBills(year, false);
  }
  if (n === 18 && number % 6 === 3) await mergeTwice(year);
  if (n === 20 && number % 5 === 2) await year.barn.restoreElsewhere();
}

/** The rest of the month: what came, left or changed after the run of its first day. */
async function endMonth(year: Year, month: string): Promise<void> {
  await workOffCheck(year);
  await billMonth(year, month, false);
  await billShows(year);
}

async function raisePrice(year: Year): Promise<void> {
  const [lesson] = year.services;
  await adminOf(year).press(`/services/${lesson?.id}/edit`, "Save", { price: typedDollars(11_000) });
  lesson?.price.push({ from: year.today, is: 11_000 });
}

/** The owner of a new horse is entered as another customer, with the names in another order. */
async function enterTwice(year: Year): Promise<void> {
  const { ledger, random, today } = year;
  const [remaining, name] = random.pick([...ledger.customers].filter(([id]) => !ledger.merged.has(id)));
  const customer = await enterCustomer(year, `${name.split(" ").toReversed().join(" ")}, again`);
  await enterHorse(year, { checkIn: today, owner: customer });
  year.twice = { leaving: customer, remaining };
}

/** The payments that are due, marked on the day or with that of the Friday before. */
async function payGrooms(year: Year): Promise<void> {
  const { today, random, ledger } = year;
  const paidOn = random.chance(0.3) ? plus(today, -3) : today;
  const page = await adminOf(year).open(`/payroll/pay?until=${today}`);
  const [, label] = page.match(/<button[^>]*>(Mark [^<]* paid)<\/button>/) ?? [];
  if (!label) return;
  await adminOf(year).press(`/payroll/pay?until=${today}`, label, { paidOn });
  ledger.pay(today, paidOn);
  count(year, "days of payment");
}

/** Two admins press Confirm for a Monday that was missed. */
async function runPayrollByHand(year: Year): Promise<void> {
  const [one, other] = twoAdmins(year);
  const path = "/payroll/generate";
  const [first, second] = [await one.fill(path, "Confirm"), await other.fill(path, "Confirm")];
  await one.send(first.path, first.fields);
  const { status } = await other.ask(second.path, second.fields);
  if (status < 400 || status >= 500) throw new Error(`Another payroll run was answered with ${status}`);
  year.ledger.runPayroll(year.today);
  count(year, "payroll runs by hand");
}
