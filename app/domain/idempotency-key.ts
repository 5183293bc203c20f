/** One random id for a page of rows, made a row's own by its number: what its form carries is done once for each page. */
export function rowIdempotencyKey(idempotencyKey: string, seq: number): string {
  return idempotencyKey.slice(0, 24) + seq.toString(16).padStart(12, "0");
}
