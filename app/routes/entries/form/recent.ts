import { useState } from "react";
import type { LoggedEntry } from "#db/queries/entries/service-entries.ts";
import type { EntryOption } from "./entry-option.ts";

/**
 * The ids that the form offers as chips: those in the latest entries of this device that were not undone, the newest first,
 * then those that the barn logs most. Of grooms only the last one of this device.
 */
export type Recent = { horses: string[]; services: string[]; grooms: string[] };

const MAX_HORSES = 6;
const MAX_SERVICES = 4;

type Offered = { horses: readonly EntryOption[]; services: readonly EntryOption[] };
type BarnEntry = Pick<LoggedEntry, "horseId" | "serviceId">;

export function recentOf(logged: readonly LoggedEntry[], latest: readonly BarnEntry[], options: Offered): Recent {
  const own = logged.filter(({ isOwn, status }) => isOwn && status !== "voided").sort((a, b) => (a.at < b.at ? 1 : -1));
  const ids = (field: keyof BarnEntry, offered: readonly EntryOption[]) => {
    const isHere = new Set(offered.flatMap(({ id, note }) => (note ? [] : [id])));
    const most = mostOften(latest.map((entry) => entry[field]).filter((id) => isHere.has(id)));
    return [...new Set([...own.map((entry) => entry[field]), ...most])];
  };
  return {
    horses: ids("horseId", options.horses).slice(0, MAX_HORSES),
    services: ids("serviceId", options.services).slice(0, MAX_SERVICES),
    grooms: own.flatMap(({ groomId }) => groomId ?? []).slice(0, 1),
  };
}

/** The ids, each once, the most frequent first. Ids that are equally frequent keep their order. */
function mostOften(ids: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1);
  return [...times.keys()].sort((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0));
}

/** The chips in the order that the page opened with; later ones follow, so that no chip moves away from a finger. */
export function useStable({ horses, services, grooms }: Recent = NONE): Recent {
  return { horses: useGrowing(horses), services: useGrowing(services), grooms: useGrowing(grooms) };
}

const NONE: Recent = { horses: [], services: [], grooms: [] };

function useGrowing(ids: readonly string[]): string[] {
  const [shown, setShown] = useState<string[]>([]);
  const next = [...new Set([...shown, ...ids])];
  if (next.length > shown.length) setShown(next);
  return next;
}
