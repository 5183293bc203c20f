import { isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { RecordRow } from "#app/domain/fields/field.ts";
import type { StandingChargeRow } from "#app/domain/records/service.ts";
import { nameApart } from "#db/list/filters.ts";
import { namedHorse } from "#db/queries/shell/list-filters.ts";
import { customers, grooms, horses, lastDay, services, standingCharges } from "#db/schema.ts";
import { asList, statements } from "#db/statements.ts";
import { type Change, isOffered } from "#db/write/change.ts";
import {
  addRecord,
  type By,
  deletedMark,
  type Edited,
  nameOrDeleted,
  type RecordSource,
  recordSource,
  saveRecord,
} from "#db/write/records.ts";

const serviceName = sql<string>`${services.productServiceName} || ${deletedMark(services)}`;

export const standingRecords: RecordSource<typeof standingCharges, StandingChargeRow> = recordSource({
  table: standingCharges,
  noun: "standing charge",
  displayName: sql`${services.productServiceName} || ' for ' || ${horses.name}`,
  joins: sql`left join ${horses} on ${horses.id} = ${standingCharges.horseId} left join ${services} on ${services.id} = ${standingCharges.serviceId}
    left join ${grooms} on ${grooms.id} = ${standingCharges.groomId} left join ${customers} on ${customers.id} = ${horses.customerId}`,
  joined: {
    horse: nameOrDeleted(horses),
    customer: sql<string>`coalesce(${nameOrDeleted(customers)}, 'Unknown')`,
    service: serviceName,
    amount: sql<number>`coalesce(${standingCharges.price}, ${services.price}) * ${standingCharges.quantity}`,
    groom: sql<string>`coalesce(${nameOrDeleted(grooms)}, '')`,
  },
});

/** The condition that a charge has not ended, and that its horse and its service are not deleted. */
export const isCurrentCharge = (today: LocalDate): SQL =>
  sql`${lastDay(standingCharges.untilDate)} >= ${today} and ${horses.deletedAt} is null and ${services.deletedAt} is null`;

type Option = { id: string; name: string };
const parse = (json: string): Option[] => JSON.parse(json);

/** Selects the horses, services and grooms that the form of a standing charge offers, in one row. Fixed services are billed by the facts of a horse. */
export function chargeChoices() {
  const options = (table: typeof horses | typeof services | typeof grooms, name: SQLWrapper, condition = sql`1`) =>
    sql`(select ${asList<Option>({ id: table.id, name })} from ${table} where ${isNull(table.deletedAt)} and ${condition})`.mapWith(
      parse,
    );
  return statements
    .select({
      horseId: options(horses, nameApart(namedHorse, namedHorse.shown)),
      serviceId: options(services, sql`${services.productServiceName}`, sql`not ${services.isFixed}`),
      groomId: options(grooms, sql`${grooms.name}`),
    })
    .from(sql`(select 1)`);
}

/** The values of the form of a standing charge. */
type ChargeValues = Omit<
  StandingChargeRow,
  keyof RecordRow | "horse" | "customer" | "service" | "groom" | "amount" | "repeats"
>;

const withRepeats = (values: ChargeValues) => ({
  ...values,
  repeats: values.weekdays.length > 0 ? ("weekdays" as const) : ("monthly" as const),
});

/** The preconditions that horse, service and groom exist, or are already those of the charge `id`, and that the service is not fixed. */
const areOffered = ({ horseId, serviceId, groomId }: ChargeValues, id = ""): SQL[] => [
  isOffered(horses, horseId, standingCharges.horseId, id),
  isOffered(services, serviceId, standingCharges.serviceId, id),
  sql`not exists (select 1 from ${services} where id = ${serviceId} and is_fixed)`,
  isOffered(grooms, groomId, standingCharges.groomId, id),
];

/** Adds a standing charge. ConflictError if the horse, the service or the groom is deleted. */
export const addCharge = (id: string, values: ChargeValues, by: By): Change => ({
  ...addRecord(standingRecords, id, withRepeats(values), by),
  preconditions: areOffered(values),
});

/** Saves a standing charge. ConflictError if another user saved it, or deleted what it refers to. */
export const saveCharge = (edited: Edited, values: ChargeValues, by: By): Change => ({
  ...saveRecord(standingRecords, edited, withRepeats(values), by),
  preconditions: areOffered(values, edited.id),
});

/** The most charges of a page; the list has the others. */
const MAX_ON_PAGE = 12;

/** The standing charges of a page: those of one horse, or of the horses of a customer. */
export const chargesOfPage = (condition: SQL, today: LocalDate) =>
  sql`(select json_group_array(json_object('id', id, 'horseId', horse_id, 'horse', horse, 'service', service, 'quantity', quantity, 'amount', amount,
    'weekdays', json(weekdays), 'from', from_date, 'until', until_date))
  from (select c.*, h.name as horse, s.product_service_name as service, coalesce(c.price, s.price) * c.quantity as amount
    from standing_charges c join horses h on h.id = c.horse_id join services s on s.id = c.service_id
    where ${condition} and c.deleted_at is null and h.deleted_at is null and s.deleted_at is null and coalesce(c.until_date, '9999') >= ${today}
    order by h.name_sort, s.name_sort, c.seq limit ${MAX_ON_PAGE}))`;

export type ChargeOfPage = Pick<StandingChargeRow, "id" | "horseId" | "horse" | "service" | "quantity" | "amount"> &
  Pick<StandingChargeRow, "weekdays"> & { from: LocalDate; until: LocalDate | null };
