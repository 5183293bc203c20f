const isQuick = process.argv.includes("--quick");

/** Returns how much to measure: `quick` with `npm run bench -- --quick`, which tries every part and whose figures mean nothing. */
export const amount = <T>(full: T, quick: T): T => (isQuick ? quick : full);

/** How long a part waits for one condition, in milliseconds. Node's `fetch` has a limit of its own, of five minutes. */
export const WAIT_MS = 60_000;
