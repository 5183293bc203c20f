/** The fields that 'Log another' takes over from the entry before. */
const TAKEN_OVER = ["date", "horseId", "rider", "groomId"] as const;

export type Prefill = Partial<Record<(typeof TAKEN_OVER)[number], string>>;

/** The fields that the address of the form gives; null if it gives none. */
export function readPrefill(params: URLSearchParams): Prefill | null {
  const given = TAKEN_OVER.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : []));
  return given.length > 0 ? Object.fromEntries(given) : null;
}
