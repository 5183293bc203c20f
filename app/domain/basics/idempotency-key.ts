/** Whether a text is a lower-case UUID, the format of every idempotency key. */
export const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

/** The idempotency key of a command on one row: the page's key with the row's `seq`, in hex, as its last group. */
export function rowIdempotencyKey(pageKey: string, seq: number): string {
  return pageKey.slice(0, 24) + seq.toString(16).padStart(12, "0");
}
