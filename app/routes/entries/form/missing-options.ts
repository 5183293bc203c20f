/** The text for a kind of record that the service form lacks, and the address of the list where an admin adds it. */
export type Missing = { name: "missingHorses" | "missingServices" | "missingGrooms"; to: string };

type Offered = { horses: readonly unknown[]; services: readonly { needsGroom: boolean }[]; grooms: readonly unknown[] };

/**
 * The records that an entry needs and the service form does not offer (docs/product.md, 'Service form'). `isNothing`:
 * no entry can be logged at all. Grooms are missing only if a service needs a groom, or there are no services yet.
 */
export function missingOptions({ horses, services, grooms }: Offered): { isNothing: boolean; missing: Missing[] } {
  const needsGrooms = services.length === 0 || services.some(({ needsGroom }) => needsGroom);
  const missing = [
    horses.length === 0 && ({ name: "missingHorses", to: "/horses" } as const),
    services.length === 0 && ({ name: "missingServices", to: "/services" } as const),
    grooms.length === 0 && needsGrooms && ({ name: "missingGrooms", to: "/grooms" } as const),
  ].filter((each) => each !== false);
  return { isNothing: horses.length === 0 || services.length === 0, missing };
}
