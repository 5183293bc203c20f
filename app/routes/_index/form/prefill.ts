/** The fields that 'Log another' takes over from the entry before. */
const TAKEN_OVER = ["date", "horseId", "rider", "groomId"] as const;

export type Prefill = Partial<Record<(typeof TAKEN_OVER)[number], string>>;

/** The address of a form that takes these fields over. `after`, the id of the entry before, makes it another form each time. */
export const addressOfNext = (after: string, fields: Prefill) =>
  `/?${new URLSearchParams([["after", after], ...TAKEN_OVER.map((name) => [name, fields[name] ?? ""])].filter(([, text]) => text))}`;

/** The fields that the address of the form gives; null if it gives none. */
export function readPrefill(params: URLSearchParams): Prefill | null {
  const given = TAKEN_OVER.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : []));
  return given.length > 0 ? Object.fromEntries(given) : null;
}
