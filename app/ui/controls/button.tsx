/** Class names of a button, for `<button>` and `<a>`. A view has at most one primary button; Delete, Void and Undo run are `danger`. */
export const button = {
  primary: "button button-primary",
  secondary: "button button-secondary",
  danger: "button button-secondary button-danger",
} as const;
