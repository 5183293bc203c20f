/** The fields that an address of the form can give. */
const GIVEN = ["date", "horseId", "rider", "serviceId", "quantity", "groomId"] as const;

export type Prefill = Partial<Record<(typeof GIVEN)[number], string>>;

/** The fields of the entry before. */
type Before = { [name in keyof Prefill]: string | undefined };

/** The address of a form that takes these fields over. `after`, the id of the entry before, makes it another form each time. */
const addressOfNext = (after: string, fields: Before) =>
  `/?${new URLSearchParams([["after", after], ...GIVEN.map((name) => [name, fields[name] ?? ""])].filter(([, text]) => text))}`;

/**
 * The addresses of the forms after an entry: for another service of its horse, and for its service and another horse. The groom, who is
 * paid, is chosen each time.
 */
export const nextAfter = (id: string, { date, horseId, rider, serviceId, quantity }: Before) => ({
  another: addressOfNext(id, { date, horseId, rider }),
  nextHorse: addressOfNext(`${id}-next`, { date, serviceId, quantity }),
});

/** The fields that the address of the form gives; null if it gives none. */
export function readPrefill(params: URLSearchParams): Prefill | null {
  const given = GIVEN.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : []));
  return given.length > 0 ? Object.fromEntries(given) : null;
}
