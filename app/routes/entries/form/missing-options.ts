/** What the service form lacks, with the list that an admin fills. */
export type Missing = { name: string; to: string };

type Offered = { horses: readonly unknown[]; services: readonly { needsGroom: boolean }[]; grooms: readonly unknown[] };

/**
 * What an entry needs and the service form does not offer (docs/product.md, 'Service form'), and what cannot be logged without it.
 * Grooms are missing unless all services go without.
 */
export function missingOptions({ horses, services, grooms }: Offered): { isNothing: boolean; missing: Missing[] } {
  const needsGrooms = services.length === 0 || services.some(({ needsGroom }) => needsGroom);
  const missing = [
    horses.length === 0 && { name: "horses", to: "/horses" },
    services.length === 0 && { name: "public services", to: "/services" },
    grooms.length === 0 && needsGrooms && { name: "grooms", to: "/grooms" },
  ].filter((each) => each !== false);
  return { isNothing: horses.length === 0 || services.length === 0, missing };
}
