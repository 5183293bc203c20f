import { type LocalDate, plusDays } from "#app/domain/basics/calendar.ts";
import { lastDayOf, monthOf } from "#app/domain/basics/months.ts";

/*
 * What a person would write down of a horse, day by day, and plain arithmetic over it: which days and charges of a month are owed, and
 * what bills of them cost (docs/product.md, 'Billing horses'). It shares no code with the rules of the app.
 */

export const PRICES = ["boarding", "boardingSurcharge", "training"] as const;
type Amounts = { [Name in (typeof PRICES)[number]]: number };
/** The facts of a horse without its amounts. */
export type OtherFacts = {
  customerId: string | null;
  /** The owners beside that customer, in hundredths of a percent. */
  shares?: { id: string; share: number }[];
  hasBlanket: boolean;
  isBillable: boolean;
  location: "florida" | "long-island";
};
export type DiaryFacts = OtherFacts & Amounts;
/** A stay, and the day on which it was entered. */
export type Span = { from: LocalDate; to: LocalDate | null; entered: LocalDate };
/** An amount, and the day on which it was saved; `from`: the day from which it holds, if it names one. */
type Price = { saved: LocalDate; from: LocalDate | null; amount: number };

/** A horse: its stays, its facts and amounts from each day on, its amounts to come, and the day of its deletion. */
export type HorseDiary = {
  id: string;
  added: LocalDate;
  deleted: LocalDate | null;
  stays: Span[];
  facts: { from: LocalDate; facts: OtherFacts }[];
  prices: { [Name in keyof Amounts]: Price[] };
  next: { from: LocalDate; amounts: Partial<Amounts> } | null;
  standing: DiaryCharge[];
};

/** A standing charge; `weekday`: 0 for Sunday, or null if it is monthly. */
export type DiaryCharge = {
  id: string;
  cents: number;
  weekday: number | null;
  from: LocalDate;
  until: LocalDate | null;
};

/** Days of a stay with one owner at one location, and the facts that they are billed by. */
export type LivedPart = { days: LocalDate[]; facts: DiaryFacts };
export type WhoPays = "first" | "last" | null;
/** What an admin chose in the dialog; `atFirst`: the prices that the month began with. */
export type PriceChoice = { payer: WhoPays; atFirst: boolean };

export const CHARGES_OF_MONTH = [
  "boarding",
  "boarding-surcharge",
  "long-island-surcharge",
  "blanket",
  "training",
] as const;
type MonthlyOfHorse = (typeof CHARGES_OF_MONTH)[number];
/** A monthly charge by its service, or the id of a standing charge. */
export type ChargeOfMonth = string;

const halfUp = (top: bigint, bottom: bigint) => (2n * top + bottom) / (2n * bottom);

/** What a whole month costs by service, in cents; null if there is no bill. */
const amountsOf = (facts: DiaryFacts): { [service in MonthlyOfHorse]: bigint | null } => ({
  boarding: BigInt(facts.boarding),
  "boarding-surcharge": BigInt(facts.boardingSurcharge),
  "long-island-surcharge": facts.location === "florida" ? null : halfUp(BigInt(facts.boarding) * 863n, 10_000n),
  blanket: facts.hasBlanket ? 10_000n : null,
  training: facts.training > 0 ? BigInt(facts.training) : null,
});

type Owners = Pick<OtherFacts, "customerId" | "shares">;

/** The owners with their shares, the first one first. */
export const ownersIn = ({ customerId, shares = [] }: Owners) => {
  const others = shares.reduce((sum, { share }) => sum + share, 0);
  return [
    { customer: customerId, share: 10_000 - others },
    ...shares.map(({ id, share }) => ({ customer: id, share })),
  ];
};
const keyOfOwners = (owners: Owners) => JSON.stringify(ownersIn(owners));

/** Cents by shares: one cent after the other goes to the owner who lacks most of it, of equal ones to the first. */
export function divide(value: number, shares: readonly number[]): number[] {
  const lacks = shares.map((share) => BigInt(value) * BigInt(share));
  const parts = lacks.map((lack) => lack / 10_000n);
  const rest = () => BigInt(value) - parts.reduce((sum, part) => sum + part, 0n);
  while (rest() > 0n) {
    const missing = lacks.map((lack, n) => lack - (parts[n] ?? 0n) * 10_000n);
    const place = missing.reduce((best, lack, n) => (lack > (missing[best] ?? 0n) ? n : best), 0);
    parts[place] = (parts[place] ?? 0n) + 1n;
  }
  return parts.map(Number);
}

const isOn = (weekday: number | null) => (day: LocalDate) => new Date(`${day}T12:00:00Z`).getUTCDay() === weekday;

/** A charge of a month: the days of a part that owe it, and what some of them cost of a number of days. */
type Owing = {
  service: ChargeOfMonth;
  isStanding: boolean;
  daysOf: (part: LivedPart) => LocalDate[];
  cost: (facts: DiaryFacts, days: readonly LocalDate[], of: number) => bigint;
};

const owingOf = (standing: readonly DiaryCharge[]): Owing[] => [
  ...CHARGES_OF_MONTH.map((service) => ({
    ...{ service, isStanding: false },
    daysOf: ({ days, facts }: LivedPart) => (amountsOf(facts)[service] === null ? [] : days),
    cost: (facts: DiaryFacts, { length }: readonly LocalDate[], of: number) => {
      const whole = amountsOf(facts)[service] ?? 0n;
      return service === "blanket" ? whole : halfUp(whole * BigInt(length), BigInt(of));
    },
  })),
  ...standing.map(({ id, cents, weekday, from, until }) => ({
    ...{ service: id, isStanding: true },
    daysOf: ({ days }: LivedPart) => {
      const held = days.filter((day) => day >= from && (until === null || day <= until));
      return weekday === null || held.some(isOn(weekday)) ? held : [];
    },
    cost: (_: DiaryFacts, days: readonly LocalDate[], of: number) =>
      weekday === null
        ? halfUp(BigInt(cents) * BigInt(days.length), BigInt(of))
        : BigInt(cents) * BigInt(days.filter(isOn(weekday)).length),
  })),
];

/** The parts of a month that owe a charge. */
const partsWith = ({ daysOf }: Owing, all: readonly LivedPart[]): LivedPart[] =>
  all.map((part) => ({ ...part, days: daysOf(part) })).filter(({ days }) => days.length > 0);

/** Whether all of these are whole parts of a standing charge, which cost what they cost before they were voided. */
const areWhole = ({ isStanding }: Owing, some: readonly LivedPart[], owing: readonly LivedPart[]) =>
  isStanding &&
  some.every(({ days }) => owing.some((part) => part.days[0] === days[0] && part.days.length === days.length));

/** Days in order, by those that follow one another. */
export function inRow(days: readonly LocalDate[]): LocalDate[][] {
  const rows: LocalDate[][] = [];
  for (const day of days) {
    const last = rows.at(-1);
    if (last && plusDays(last.at(-1) ?? "", 1) === day) last.push(day);
    else rows.push([day]);
  }
  return rows;
}

export const daysOfMonth = (month: string): LocalDate[] =>
  Array.from({ length: Number(lastDayOf(month).slice(8)) }, (_, n) => plusDays(`${month}-01`, n));

export function newDiary(id: string, added: LocalDate, from: LocalDate, facts: DiaryFacts): HorseDiary {
  const { boarding, boardingSurcharge, training, ...others } = facts;
  const price = (amount: number): Price[] => [{ saved: added, from: null, amount }];
  return {
    ...{ id, added, deleted: null, next: null, standing: [] },
    stays: [{ from, to: null, entered: added }],
    facts: [{ from: added, facts: others }],
    prices: {
      boarding: price(boarding),
      boardingSurcharge: price(boardingSurcharge),
      training: price(training),
    },
  };
}

/** Writes down amounts to come whose day has come. */
export function turnPage(horse: HorseDiary, today: LocalDate) {
  const { next } = horse;
  if (!next || next.from > today) return;
  for (const name of PRICES) {
    const amount = next.amounts[name];
    if (amount !== undefined) horse.prices[name].push({ saved: next.from, from: next.from, amount });
  }
  horse.next = null;
}

/** Writes down facts and amounts that hold from now on. An amount that is the same is no change. */
export function setInDiary(horse: HorseDiary, changed: Partial<DiaryFacts>, today: LocalDate) {
  const { boarding, boardingSurcharge, training, ...others } = changed;
  const before = horse.facts.at(-1)?.facts as OtherFacts;
  horse.facts.push({ from: today, facts: { ...before, ...others } });
  for (const name of PRICES) {
    const amount = changed[name];
    if (amount !== undefined && amount !== horse.prices[name].at(-1)?.amount)
      horse.prices[name].push({ saved: today, from: null, amount });
  }
}

const stayOn = ({ stays }: HorseDiary, day: LocalDate) =>
  stays.find(({ from, to }) => from <= day && (to === null || day <= to));

/** Whether a horse was on the property on a day, up to that of its deletion. One that was deleted at once was never there. */
const isThere = (horse: HorseDiary, day: LocalDate) =>
  stayOn(horse, day) !== undefined && (horse.deleted === null || (horse.deleted > horse.added && day <= horse.deleted));

/** The facts at the end of a day; of a day before the stay or the horse was entered, at the end of that day. */
function factsOn(horse: HorseDiary, day: LocalDate): DiaryFacts {
  const { entered } = stayOn(horse, day) as Span;
  const known = [day, entered, horse.added].sort().at(-1) ?? "";
  const facts = horse.facts.findLast(({ from }) => from <= known)?.facts as OtherFacts;
  const amountOf = (name: keyof Amounts) => {
    if (horse.next && horse.next.from <= day && horse.next.amounts[name] !== undefined) return horse.next.amounts[name];
    const held = horse.prices[name].findLast(({ saved, from }) => (from ? from <= day : saved <= known));
    return held?.amount ?? 0;
  };
  return {
    ...facts,
    ...{ boarding: amountOf("boarding"), boardingSurcharge: amountOf("boardingSurcharge") },
    training: amountOf("training"),
  };
}

/** Whether the prices that a month began with are offered: if it is over, or if others are still to come in it. */
export const isAtFirst = ({ next }: HorseDiary, month: string, today: LocalDate) =>
  month < monthOf(today) || (next !== null && next.from > today && monthOf(next.from) <= month);

type LivedDay = { day: LocalDate; stay: Span; facts: DiaryFacts };

const livedIn = (horse: HorseDiary, month: string): LivedDay[] =>
  daysOfMonth(month)
    .filter((day) => isThere(horse, day))
    .map((day) => ({ day, stay: stayOn(horse, day) as Span, facts: factsOn(horse, day) }));

/** The billable days of a month, one by one, in parts of one stay, owner and location. */
export function partsIn(horse: HorseDiary, month: string, { payer, atFirst }: PriceChoice): LivedPart[] {
  const tenures: LivedDay[][] = [];
  for (const lived of livedIn(horse, month)) {
    if (!lived.facts.isBillable) continue;
    const last = tenures.at(-1)?.at(-1);
    if (last?.stay === lived.stay && keyOfOwners(last.facts) === keyOfOwners(lived.facts)) tenures.at(-1)?.push(lived);
    else tenures.push([lived]);
  }
  const factsOf = (tenure: LivedDay[] = []): DiaryFacts => {
    const [first, last] = [tenure[0]?.facts as DiaryFacts, tenure.at(-1)?.facts as DiaryFacts];
    const { boarding, boardingSurcharge, training } = atFirst ? first : last;
    return { ...last, boarding, boardingSurcharge, training };
  };
  const isShared = new Set(tenures.flat().map(({ facts }) => keyOfOwners(facts))).size > 1;
  const paying = payer && isShared ? factsOf(payer === "first" ? tenures[0] : tenures.at(-1)) : null;
  const parts: (LivedPart & { stay: Span })[] = [];
  for (const tenure of tenures)
    for (const { day, stay, facts } of tenure) {
      const billed = { ...(paying ?? factsOf(tenure)), location: facts.location };
      const last = parts.at(-1);
      const isNext =
        last?.stay === stay &&
        plusDays(last.days.at(-1) ?? "", 1) === day &&
        keyOfOwners(last.facts) === keyOfOwners(billed) &&
        last.facts.location === billed.location;
      if (isNext) last.days.push(day);
      else parts.push({ days: [day], facts: billed, stay });
    }
  return parts;
}

/** Whether an amount changed within the billable days of a month. */
export function hasChangedPrice(horse: HorseDiary, month: string): boolean {
  const lived = livedIn(horse, month).filter(({ facts }) => facts.isBillable);
  return PRICES.some((name) => new Set(lived.map(({ facts }) => facts[name])).size > 1);
}

/** The days that standing bills are for, by service. */
export type BilledDays = ReadonlyMap<ChargeOfMonth, ReadonlySet<LocalDate>>;

/** What the days of a month owe and no bill is for, charge by charge; of a blanket its first part, if no bill is for one. */
export function openCharges(all: readonly LivedPart[], billed: BilledDays, standing: readonly DiaryCharge[]) {
  const charges = owingOf(standing).map((charge) => {
    const { service } = charge;
    const owing = partsWith(charge, all);
    const isOnce = service === "blanket";
    const of = billed.get(service);
    const isOpen = (day: LocalDate) => !(isOnce ? (of?.size ?? 0) > 0 : of?.has(day));
    const parts = (isOnce ? owing.slice(0, 1) : owing).flatMap(({ days, facts }) =>
      inRow(days.filter(isOpen))
        .map((rest) => ({ days: rest, facts }))
        .filter((part) => charge.daysOf(part).length > 0),
    );
    const isRest = owing.some(({ days }) => days.some((day) => !isOpen(day))) && !areWhole(charge, parts, owing);
    return { charge, parts, owing, isRest };
  });
  const sum = charges.flatMap(({ charge, parts }) => parts.map(({ facts, days }) => charge.cost(facts, days, 1)));
  // Of a month with bills, a rest of $0.00 is not billed.
  const isOwed = billed.size === 0 || sum.some((amount) => amount > 0n);
  const days = [...new Set(charges.flatMap(({ parts }) => parts.flatMap(({ days }) => days)))].sort();
  return { charges, days: isOwed ? days : [] };
}

/** A line of a run; `days`: those that it is for, which may be more than those with the horse. */
export type DiaryLine = {
  service: ChargeOfMonth;
  customer: string | null;
  location: string;
  days: LocalDate[];
  value: number;
};

/** The lines of the open charges of a month of which these are `all` parts. */
export function linesOfCharges(
  { charges }: Pick<ReturnType<typeof openCharges>, "charges">,
  all: readonly LivedPart[],
  month: string,
  isProrated: boolean,
): DiaryLine[] {
  const every = daysOfMonth(month);
  const lived = all.reduce((sum, { days }) => sum + days.length, 0);
  return charges.flatMap(({ charge, parts, owing, isRest }) => {
    const { service } = charge;
    const held = charge.isStanding ? owing.reduce((sum, { days }) => sum + days.length, 0) : lived;
    const of = isProrated || isRest ? every.length : held;
    const isWhole = !isProrated && all.length === 1 && !isRest;
    return parts.flatMap(({ days, facts }) => {
      const value = charge.cost(facts, days, of);
      const owners = ownersIn(facts);
      const values = divide(
        Number(value),
        owners.map(({ share }) => share),
      );
      return owners.map(({ customer }, n) => ({
        ...{ service, customer, location: facts.location },
        ...{ days: isWhole ? every : days, value: values[n] ?? 0 },
      }));
    });
  });
}

/** What a run billed a horse for a month, without what was voided since: the horse as it was, and what the admin chose. */
export type BilledRun = {
  horse: HorseDiary;
  month: string;
  isProrated: boolean;
  choice: PriceChoice;
  lines: (DiaryLine & { id: string })[];
};

/** What the days that a run billed cost of the charges that it billed, by a state of the horse; and the parts of these days. */
type Cost = { lines: DiaryLine[]; parts: LocalDate[][] };

function costOf(horse: HorseDiary, { month, lines }: BilledRun, { isProrated, ...choice }: Chosen): Cost {
  const all = partsIn(horse, month, choice);
  const clip = (parts: readonly LivedPart[], days: ReadonlySet<LocalDate>) =>
    parts.flatMap((part) => inRow(part.days.filter((day) => days.has(day))).map((row) => ({ ...part, days: row })));
  const daysOf = (of: readonly DiaryLine[]) => new Set(of.flatMap(({ days }) => days));
  const charges = owingOf(horse.standing).flatMap((charge) => {
    const { service } = charge;
    const ofService = lines.filter((line) => line.service === service);
    if (ofService.length === 0) return [];
    const owing = partsWith(charge, all);
    const parts = clip(service === "blanket" ? owing.slice(0, 1) : owing, daysOf(ofService));
    const count = (some: readonly LivedPart[]) => some.reduce((sum, { days }) => sum + days.length, 0);
    return [{ charge, parts, owing, isRest: count(parts) < count(owing) && !areWhole(charge, parts, owing) }];
  });
  return {
    lines: linesOfCharges({ charges }, all, month, isProrated),
    parts: clip(all, daysOf(lines)).map(({ days }) => days),
  };
}

type Chosen = PriceChoice & { isProrated: boolean };
const CHOICES: Chosen[] = [true, false].flatMap((isProrated) =>
  [true, false].flatMap((atFirst) =>
    (["first", "last", null] as const).map((payer) => ({ isProrated, atFirst, payer })),
  ),
);

const keyOf = ({ service, customer, days, value }: DiaryLine) => `${service} ${customer} ${days[0]} ${value}`;
const sumOf = (lines: readonly DiaryLine[]) => lines.reduce((sum, { value }) => sum + value, 0);

/** What a run cost when it was made and what it would cost today, for each choice of the admin that explains all its lines. */
function costsThenAndNow(run: BilledRun, present: HorseDiary, today: LocalDate): { before: Cost; now: Cost }[] {
  const { horse: past } = run;
  const { hasBlanket, isBillable } = past.facts.at(-1)?.facts ?? { hasBlanket: false, isBillable: true };
  // Blankets and 'Billable' that changed since count from the next run.
  const now = {
    ...present,
    facts: present.facts.map(({ from, facts }, n) => ({
      from,
      facts: n < past.facts.length ? facts : { ...facts, hasBlanket, isBillable },
    })),
  };
  const found = explanationsOf(run).map(({ choice, before }) => {
    const costNow = (atFirst: boolean) => costOf(now, run, { ...choice, atFirst });
    if (hasChangedPrice(past, run.month)) return { before, now: costNow(choice.atFirst) };
    const [first, last] = [costNow(true), costNow(false)];
    // Of a month that is not over, a lower price counts.
    const isLower = run.month >= monthOf(today) && sumOf(last.lines) < sumOf(first.lines);
    return { before, now: isLower ? last : first };
  });
  return distinct(found);
}

const distinct = <Item>(items: readonly Item[]): Item[] => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
];

type Explanation = { choice: Chosen; before: Cost };
const explanations = new WeakMap<BilledRun, Explanation[]>();

/** The choices of the admin that explain all lines of a run. */
function explanationsOf(run: BilledRun): Explanation[] {
  const known = explanations.get(run);
  if (known) return known;
  const isExplained = ({ before }: Explanation) => {
    const keys = before.lines.map(keyOf);
    return run.lines.every((line) => keys.includes(keyOf(line)));
  };
  const found = CHOICES.map((choice) => ({ choice, before: costOf(run.horse, run, choice) })).filter(isExplained);
  explanations.set(run, found);
  return found;
}

/** A bill of a fixed service that was logged by hand. */
type Logged = { customer: string | null; service: string; value: number };

/**
 * What Check may list of a month's runs of a horse: 'check, too much, too little', or '' if nothing is wrong. There are several answers if
 * several choices of the admin explain a run.
 */
export function findingsOf(
  runs: readonly BilledRun[],
  horse: HorseDiary,
  logged: readonly Logged[],
  today: LocalDate,
): Set<string> {
  let answers: { before: Cost; now: Cost }[][] = [[]];
  for (const run of runs) {
    const costs = costsThenAndNow(run, horse, today);
    answers = answers.flatMap((found) => costs.map((cost) => [...found, cost]));
  }
  return new Set(
    answers.map((costs) =>
      findingOf(
        runs.flatMap(({ lines }) => lines),
        costs,
        logged,
      ),
    ),
  );
}

function findingOf(
  billed: readonly DiaryLine[],
  costs: { before: Cost; now: Cost }[],
  logged: readonly Logged[],
): string {
  const [before, now] = [costs.flatMap((each) => each.before.lines), costs.flatMap((each) => each.now.lines)];
  const lines = [...billed, ...before, ...now];
  const keys = new Set(lines.map(({ service, customer }) => `${service} ${customer}`));
  const rounding = Math.max(0, ...costs.flatMap((each) => [each.before.parts.length, each.now.parts.length]));
  let [tooMuch, tooLittle] = [0, 0];
  for (const key of keys) {
    const of = (some: readonly (Logged & object)[]) =>
      some.reduce((sum, line) => sum + (`${line.service} ${line.customer}` === key ? line.value : 0), 0);
    const over = Math.min(of(billed) - of(now), of(before) - of(now));
    const lack = Math.min(of(now) - of(billed) - of(logged), of(now) - of(before));
    if (over > rounding) tooMuch += over;
    if (lack > rounding) tooLittle += lack;
  }
  const isAway = costs.some((each) => each.now.parts.flat().length < each.before.parts.flat().length);
  if (tooMuch + tooLittle === 0) return "";
  return `${isAway ? "daysNotHere" : "boardChanged"} ${tooMuch} ${tooLittle}`;
}
