const collator = /* @__PURE__ */ new Intl.Collator("en", { sensitivity: "base", numeric: true });

/** Compares records by name for `sort`, ignoring case and accents; `Stall 2` sorts before `Stall 10`. */
export function byName(a: { name: string }, b: { name: string }): number {
  return collator.compare(a.name, b.name);
}
