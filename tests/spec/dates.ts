/** A date as the product shows it: `2026-11-24` is 11/24/2026. */
export const shownDate = (date: string) => date.replace(/^(\d{4})-(\d\d)-(\d\d)$/, "$2/$3/$1");
