import type { ReactNode } from "react";
import { formatShare } from "#app/domain/fields/shares.ts";

/** A customer's name with the share beside it, which is never cut; without a share the name alone. */
export const nameWithShare = (name: ReactNode, share: number | null): ReactNode =>
  share === null ? (
    name
  ) : (
    <span className="flex min-w-0 gap-1.5">
      <span className="truncate">{name}</span>
      <span className="shrink-0 text-muted">{formatShare(share)}</span>
    </span>
  );
