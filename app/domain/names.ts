const collator = /* @__PURE__ */ new Intl.Collator("en", { sensitivity: "base", numeric: true });

/** Orders records by name as people do: without regard to case or accents, `Stall 2` before `Stall 10`. */
export function byName(a: { name: string }, b: { name: string }): number {
  return collator.compare(a.name, b.name);
}
