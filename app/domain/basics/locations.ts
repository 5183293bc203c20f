export type Location = "florida" | "long-island";

/** The displayed name of each location. */
export const LOCATION_NAMES: Record<Location, string> = { florida: "Florida", "long-island": "Long Island" };
