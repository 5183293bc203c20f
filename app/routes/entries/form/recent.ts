import type { LoggedEntry } from "#db/queries/entries/service-entries.ts";

/** The ids in the latest entries of this device that were not undone, the newest first; of grooms only the last one. */
export type Recent = { horses: string[]; services: string[]; grooms: string[] };

const MAX_HORSES = 6;
const MAX_SERVICES = 4;

export function recentOf(logged: readonly LoggedEntry[]): Recent {
  const own = logged.filter(({ isOwn, status }) => isOwn && status !== "voided").sort((a, b) => (a.at < b.at ? 1 : -1));
  const ids = (field: "horseId" | "serviceId") => [...new Set(own.map((entry) => entry[field]))];
  return {
    horses: ids("horseId").slice(0, MAX_HORSES),
    services: ids("serviceId").slice(0, MAX_SERVICES),
    grooms: own.flatMap(({ groomId }) => groomId ?? []).slice(0, 1),
  };
}
