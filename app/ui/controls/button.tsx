/** Looks of a button, for `<button>` and `<a>` alike: one primary a view, at most. */
export const button = {
  primary: "button button-primary",
  secondary: "button button-secondary",
} as const;
