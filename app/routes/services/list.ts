import { FIXED_SERVICE_IDS } from "#app/domain/fixed-services.ts";
import { typedFlag } from "#app/domain/typed.ts";
import { changesOf, type EditableList } from "#app/list-screen.ts";
import { SERVICE, type ServiceRow, serviceName, servicesList } from "#db/queries/services.ts";

/** What the list of services reads, and what may be done to a row (spec section 2 'Services'). */
export const servicesScreen: EditableList<ServiceRow, keyof typeof servicesList.sorts> = {
  path: "/services",
  ...changesOf(SERVICE),
  source: servicesList,
  defaultSort: "productServiceName",
  nameOf: serviceName,
  settable: { public: typedFlag, needsGroom: typedFlag },
  whyKept: (id) =>
    FIXED_SERVICE_IDS.some((fixed) => fixed === id)
      ? "Hayloft bills with this service, so it cannot be deleted. It can be renamed."
      : undefined,
};
