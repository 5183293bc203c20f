/** The barn's name on statements until an admin enters another one. */
export const DEFAULT_BARN_NAME = "Hayloft";

/** The most characters of the barn's address on statements. */
export const MAX_BARN_ADDRESS = 500;

/** The barn's name and address on statements. The address may have several lines. */
export type BarnDetails = { name: string; address: string };
