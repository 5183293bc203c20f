import { createHash } from "node:crypto";
import type { Hash } from "#db/backup/format.ts";

/** Calculates a SHA-256 as `db/backup/` wants it. */
export function createSha256(): Hash {
  const hash = createHash("sha256");
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest("hex") };
}
