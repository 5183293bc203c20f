const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Calls `act` without letting it listen to signals. Miniflare and wrangler each end the process at the first SIGINT or
 * SIGTERM, before anything can be stopped in order; their hooks on 'exit' stay.
 * https://github.com/cloudflare/workers-sdk/blob/main/packages/miniflare/src/exit-hook.ts
 */
export async function withoutSignalHandlers<T>(act: () => Promise<T>): Promise<T> {
  const before = SIGNALS.map((signal) => process.listeners(signal));
  const result = await act();
  for (const [i, signal] of SIGNALS.entries()) {
    for (const listener of process.listeners(signal)) {
      if (!before[i]?.includes(listener)) process.off(signal, listener);
    }
  }
  return result;
}
