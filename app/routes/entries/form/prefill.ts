/** The fields that the address of the form can prefill. */
const GIVEN = ["date", "horseId", "rider", "serviceId", "quantity", "groomId"] as const;

export type Prefill = Partial<Record<(typeof GIVEN)[number], string>>;

/** The fields of the previous entry. */
type Before = { [name in keyof Prefill]: string | undefined };

/**
 * The address of a form prefilled with these fields. `after`, the id of the previous entry, makes it a new form each
 * time.
 */
const addressOfNext = (after: string, fields: Before) =>
  `/?${new URLSearchParams([["after", after], ...GIVEN.map((name) => [name, fields[name] ?? ""])].filter(([, text]) => text))}`;

/**
 * The addresses of the forms after an entry: for another service of its horse, and for the same service of another
 * horse. The groom is not prefilled: the groom gets paid, so the user chooses each time.
 */
export const nextAfter = (id: string, { date, horseId, rider, serviceId, quantity }: Before) => ({
  another: addressOfNext(id, { date, horseId, rider }),
  nextHorse: addressOfNext(`${id}-next`, { date, serviceId, quantity }),
});

/** The fields that the address of the form prefills; null if there are none. */
export function readPrefill(params: URLSearchParams): Prefill | null {
  const given = GIVEN.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : []));
  return given.length > 0 ? Object.fromEntries(given) : null;
}
