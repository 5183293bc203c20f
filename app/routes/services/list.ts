import { FIXED_SERVICE_IDS } from "#app/domain/fixed-services.ts";
import { parseFlag } from "#app/domain/parse.ts";
import { changesOf, type EditableListRoute } from "#app/records/list-route.ts";
import { SERVICE, type ServiceRow, serviceName, servicesList } from "#db/queries/services.ts";

/** What the list of services reads, and what may be done to a row (spec section 2 'Services'). */
export const servicesScreen: EditableListRoute<ServiceRow, keyof typeof servicesList.sorts> = {
  path: "/services",
  ...changesOf(SERVICE),
  source: servicesList,
  defaultSort: "productServiceName",
  nameOf: serviceName,
  settable: { public: parseFlag, needsGroom: parseFlag },
  whyKept: (id) =>
    FIXED_SERVICE_IDS.some((fixed) => fixed === id)
      ? "Hayloft bills with this service, so it cannot be deleted. It can be renamed."
      : undefined,
};
