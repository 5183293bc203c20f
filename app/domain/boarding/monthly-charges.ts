import { type Cents, formatDollars, formatPercent } from "#app/domain/basics/money.ts";
import type { HorseRow } from "#app/domain/records/horse.ts";

/*
 * The charges of a month's board: each is billed as a fixed service (docs/product.md, 'Billing horses' and 'Services'). Bills, chart,
 * checks, settings, texts and import follow from MONTHLY_CHARGES. To add a charge of which each horse has its own amount:
 *
 * 1. here: the field in NEW_HORSE, and a row in MONTHLY_CHARGES
 * 2. app/domain/records/horse.ts: the field, hidden in the list
 * 3. db/schema.ts: its columns in `horses`, `horseChanges` and, as `newTurnout`, in `settings`. The migration also makes the trigger
 *    horses_kept_before_change again with the column, and inserts the service with `is_fixed`.
 *
 * A charge that all horses with a flag share, as for a blanket, is also in BarnCharges, DEFAULT_CHARGES and CHARGED_FACTS here, and in
 * `owedCharges` and `billedPartsOf`; its flag is in horse.ts, its amount in records/settings.ts, and both where `hasBlanket` and
 * `blanketCharge` are in db/queries/barn/horses.ts and import-rows.ts. A new kind goes into CHARGE_KINDS; charts have colors for six.
 *
 * Then run `npm run fields`. docs/testing.md has what goes red if a step is missing.
 */

/** The amounts that each horse has of its own, and those of a new horse by default. */
export const NEW_HORSE = {
  boarding: 290_000,
  boardingSurcharge: 15_000,
  training: 175_000,
} satisfies { [Name in keyof HorseRow]?: Cents };
export type AmountField = keyof typeof NEW_HORSE;
export const HORSE_AMOUNTS = Object.keys(NEW_HORSE) as AmountField[];

/** The facts of a horse that its bills are computed from. */
const CHARGED_FACTS = [...HORSE_AMOUNTS, "hasBlanket", "location"] as const;
/** The facts of a horse that a month's board depends on, by their names in `HorseRow`. Another column of a horse changes no bill. */
export const FACTS = [
  ...CHARGED_FACTS,
  "customerId",
  "responsibleParty",
  "checkInDate",
  "checkOutDate",
  "isBillable",
] as const;
export type HorseFacts = Pick<HorseRow, (typeof FACTS)[number]> & Partial<Pick<HorseRow, "shares">>;

/** The charges that all horses of a barn share: for a blanket, in cents, and on Long Island, in hundredths of a percent of boarding. */
export type BarnCharges = { blanketCharge: Cents; longIslandRate: number };
export const DEFAULT_CHARGES: BarnCharges = { blanketCharge: 10_000, longIslandRate: 863 };

export type ChargedFacts = Pick<HorseRow, (typeof CHARGED_FACTS)[number]> & BarnCharges;

/** The parts of the chart 'Billed by month' that are charges, from the bottom up. */
export const CHARGE_KINDS = ["Boarding", "Training", "Surcharges"] as const;

export type MonthlyCharge = {
  /** The id of its service, which an admin can rename but not delete. */
  id: string;
  /** The name of the service at first. */
  name: string;
  /** What a sentence calls its bills; by default the name. */
  bills?: string;
  kind: (typeof CHARGE_KINDS)[number];
  /** The horse's own amount; absent if the horses of a barn share the charge. */
  field?: AmountField;
  /** The cents of a whole month. */
  amount: (horse: ChargedFacts) => Cents;
  /** A horse with one of these facts gets no bill: see `chargeAmount`. */
  noneIf?: Partial<ChargedFacts>;
  /** Whether partial months are charged in full, too. */
  isNeverProrated?: boolean;
  /** What the list of services says of a shared charge, and the cents by which it sorts it. */
  shared?: (barn: BarnCharges) => { text: string; note: string; order: Cents };
};

/** The service whose bill says that a month was billed. */
export const BOARDING_SERVICE = "boarding";

/** The charges, in the order of the bills of a horse. */
export const MONTHLY_CHARGES: readonly MonthlyCharge[] = [
  { id: BOARDING_SERVICE, name: "Boarding", kind: "Boarding", field: "boarding", amount: ({ boarding }) => boarding },
  {
    id: "boarding-surcharge",
    name: "Boarding Surcharge",
    bills: "its surcharges",
    kind: "Surcharges",
    field: "boardingSurcharge",
    amount: ({ boardingSurcharge }) => boardingSurcharge,
  },
  {
    id: "long-island-surcharge",
    name: "Long Island Surcharge",
    bills: "its surcharges",
    kind: "Surcharges",
    amount: ({ boarding, longIslandRate }) => longIslandSurcharge(boarding, longIslandRate),
    noneIf: { location: "florida", longIslandRate: 0 },
    // Sorted after all amounts.
    shared: ({ longIslandRate }) => ({
      text: formatPercent(longIslandRate),
      note: "of boarding",
      order: Number.MAX_SAFE_INTEGER,
    }),
  },
  {
    id: "blanket",
    name: "Blanket",
    bills: "blankets",
    kind: "Surcharges",
    amount: ({ blanketCharge }) => blanketCharge,
    noneIf: { hasBlanket: false, blanketCharge: 0 },
    isNeverProrated: true,
    shared: ({ blanketCharge }) => ({ text: formatDollars(blanketCharge), note: "a month", order: blanketCharge }),
  },
  {
    id: "training",
    name: "Training",
    kind: "Training",
    field: "training",
    amount: ({ training }) => training,
    noneIf: { training: 0 },
  },
];

/** The cents of a charge for a whole month; null if the horse gets no bill. */
export function chargeAmount({ amount, noneIf = {} }: MonthlyCharge, horse: ChargedFacts): Cents | null {
  const isNone = Object.entries(noneIf).some(([fact, value]) => horse[fact as keyof ChargedFacts] === value);
  return isNone ? null : amount(horse);
}

export const FIXED_SERVICE_IDS = MONTHLY_CHARGES.map(({ id }) => id);

const chargeOf = (serviceId: string) => MONTHLY_CHARGES.find(({ id }) => id === serviceId);
export const isFixedService = (id: string): boolean => chargeOf(id) !== undefined;

/**
 * The rate (863 is 8.63%) of a boarding amount in cents, rounded half up to the cent (docs/product.md, 'Billing
 * horses').
 */
export function longIslandSurcharge(boarding: Cents, rate: number): Cents {
  return Math.floor((boarding * rate + 5_000) / 10_000);
}

type Priced = BarnCharges & { id: string; price: Cents; public: boolean };

/**
 * Where a billing run of horses takes the amount of a fixed service from, instead of its price; undefined for other
 * services.
 */
export function amountSource(service: BarnCharges & { id: string }): string | undefined {
  const charge = chargeOf(service.id);
  const shared = charge?.shared?.(service);
  return shared ? `${shared.text} ${shared.note}` : charge && PER_HORSE;
}
const PER_HORSE = "per horse";

/** The sort key of a service's price, in cents. */
export const priceOrder = (service: Omit<Priced, "public">): Cents =>
  chargeOf(service.id)?.shared?.(service).order ?? service.price;

/** The price of a service as its list shows it: an amount or a rate, and a note below it, or '' (docs/product.md, 'Services'). */
export function shownPrice(service: Priced) {
  const price = formatDollars(service.price);
  const shared = chargeOf(service.id)?.shared?.(service);
  if (!shared) return { amount: price, note: isFixedService(service.id) ? PER_HORSE : "" };
  return { amount: shared.text, note: shared.note + (service.public ? `; ${price} in the form` : "") };
}
