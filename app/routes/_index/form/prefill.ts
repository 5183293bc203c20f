/** The fields that the next form takes over from the entry before. */
const TAKEN_OVER = ["date", "horseId", "rider", "serviceId", "quantity", "groomId"] as const;

export type Prefill = Partial<Record<(typeof TAKEN_OVER)[number], string>>;

/** The fields of the entry before. */
type Before = { [name in keyof Prefill]: string | undefined };

/** The address of a form that takes these fields over. `after`, the id of the entry before, makes it another form each time. */
const addressOfNext = (after: string, fields: Before) =>
  `/?${new URLSearchParams([["after", after], ...TAKEN_OVER.map((name) => [name, fields[name] ?? ""])].filter(([, text]) => text))}`;

/** The addresses of the forms after an entry: for another service of its horse, and for its service and another horse. */
export const nextAfter = (id: string, { horseId, rider, serviceId, quantity, ...both }: Before) => ({
  another: addressOfNext(id, { ...both, horseId, rider }),
  nextHorse: addressOfNext(`${id}-next`, { ...both, serviceId, quantity }),
});

/** The fields that the address of the form gives; null if it gives none. */
export function readPrefill(params: URLSearchParams): Prefill | null {
  const given = TAKEN_OVER.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : []));
  return given.length > 0 ? Object.fromEntries(given) : null;
}
