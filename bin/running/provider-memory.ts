type Payload = { consumed?: number; uid?: string; grantId?: string };

/** More than this many codes, tokens or interactions at a time are not needed on one machine. */
const MOST = 1_000;

/**
 * The storage of the local identity provider: in memory, until it stops. Sessions are not stored at all, so that every
 * sign-in begins with the choice of an account. `oidc-provider` calls the result once for each of its models, by name,
 * and expects these methods: https://github.com/panva/node-oidc-provider/blob/main/example/my_adapter.js
 */
export function memoryAdapter() {
  return (model: string) => {
    const kept = new Map<string, Payload>();
    return {
      async upsert(id: string, payload: Payload) {
        if (model === "Session") return;
        kept.set(id, payload);
        const [oldest] = kept.keys();
        if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
      },
      async find(id: string) {
        return kept.get(id);
      },
      async findByUid(uid: string) {
        return [...kept.values()].find((payload) => payload.uid === uid);
      },
      async consume(id: string) {
        const payload = kept.get(id);
        if (payload) payload.consumed = Math.floor(Date.now() / 1_000);
      },
      async destroy(id: string) {
        kept.delete(id);
      },
      async revokeByGrantId(grantId: string) {
        for (const [id, payload] of kept) if (payload.grantId === grantId) kept.delete(id);
      },
    };
  };
}
