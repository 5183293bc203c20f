import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { Location } from "#app/domain/basics/locations.ts";
import { billValue, type Cents } from "#app/domain/basics/money.ts";
import type { Share } from "#app/domain/fields/shares.ts";
import { payDateFor } from "#app/domain/payroll/pay-dates.ts";

/** The parsed fields of the service form. The records that they refer to are not checked yet. */
export type ServiceEntry = {
  /** The id of the bill item that the form creates. */
  id: string;
  date: LocalDate;
  horseId: string;
  rider: { customerId: string; name: string } | null;
  serviceId: string;
  quantity: number;
  groomId: string | null;
  comments: string | null;
};

/** The records that an entry refers to; null if a record does not exist or may not be chosen. `price` in cents. */
type EntryReferences = {
  horse: { name: string; customerId: string | null; location: Location; shares?: readonly Share[] } | null;
  /** The customer of the chosen rider. */
  rider: { customerId: string } | null;
  service: { name: string; price: Cents; needsGroom: boolean } | null;
  groom: { id: string } | null;
};

type EntryField = "horseId" | "rider" | "serviceId" | "groomId";
/** The message to show beside each field. */
type EntryProblems = Partial<Record<EntryField, EntryProblem>>;

/** The bill item and, if the service needs a groom, the groom's payroll item; amounts in cents. */
export type ServiceRecords = {
  bill: {
    id: string;
    customerId: string | null;
    horseId: string;
    serviceId: string;
    groomId: string | null;
    date: LocalDate;
    quantity: number;
    unitPrice: Cents;
    value: Cents;
    location: Location;
    rider: string | null;
    comments: string | null;
  };
  /** The owners who pay beside the bill's customer; none if a rider is chosen (docs/decisions/shares.md). */
  shares?: readonly Share[];
  pay: { id: string; groomId: string; item: string; date: LocalDate; paymentDate: LocalDate; value: Cents } | null;
};

export const GROOM_REQUIRED = "Groom is required for this service.";
const GONE = {
  horseId: "This horse is no longer in the list. Choose another.",
  serviceId: "This service is no longer offered. Choose another.",
  rider: "This rider is no longer in the list. Choose another.",
  groomId: "This groom is no longer in the list. Choose another.",
} as const;

export type EntryProblem = typeof GROOM_REQUIRED | (typeof GONE)[EntryField];

/** The records to create for an entry, or the problems of its fields (docs/product.md, 'Service form'). */
export function recordsOf(
  entry: ServiceEntry,
  references: EntryReferences,
): ServiceRecords | { problems: EntryProblems } {
  const { horse, rider, service, groom } = references;
  const problems: EntryProblems = {};
  if (!horse) problems.horseId = GONE.horseId;
  if (!service) problems.serviceId = GONE.serviceId;
  if (entry.rider && !rider) problems.rider = GONE.rider;
  if (service?.needsGroom && !entry.groomId) problems.groomId = GROOM_REQUIRED;
  else if (service?.needsGroom && !groom) problems.groomId = GONE.groomId;
  if (!horse || !service || Object.keys(problems).length > 0) return { problems };

  const value = billValue(service.price, entry.quantity);
  const groomId = service.needsGroom ? (groom?.id ?? null) : null;
  return {
    bill: {
      id: entry.id,
      customerId: rider?.customerId ?? horse.customerId,
      horseId: entry.horseId,
      serviceId: entry.serviceId,
      groomId,
      date: entry.date,
      quantity: entry.quantity,
      unitPrice: service.price,
      value,
      location: horse.location,
      rider: entry.rider?.name ?? null,
      comments: entry.comments,
    },
    shares: rider ? [] : (horse.shares ?? []),
    pay: groomId
      ? { id: entry.id, groomId, item: service.name, date: entry.date, paymentDate: payDateFor(entry.date), value }
      : null,
  };
}
