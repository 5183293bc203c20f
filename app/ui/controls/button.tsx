/** Class names of a button, for `<button>` and `<a>`. A view has at most one primary button. */
export const button = {
  primary: "button button-primary",
  secondary: "button button-secondary",
} as const;
