import { orderKey } from "#app/domain/basics/search-text.ts";
import type { Collection } from "./import-reader.ts";

/* Which records of an import are the same, and which are there already (docs/product.md, 'Import'). */

/** A name without regard to case, accents and the number of its spaces. Different names have different keys. */
export const nameKey = (name: string) => orderKey(name).replace(/\s+/g, " ").trim();

/** 'Patricia Walsh' for 'Walsh, Patricia', but 'Smith, LLC' as it is. */
export function turned(name: string): string {
  const [last = "", first, ...more] = name.split(",").map((part) => part.trim());
  const isTurned = first && more.length === 0 && !/^(inc|llc|ltd|co|jr|sr|ii+)\b/i.test(first);
  return isTurned ? `${first} ${last}` : name;
}

/** A name by its letters and digits, for a reference to it: 'De La Cruz Farm LLC.' finds the one without the point. */
export const looseKey = (name: string): string => orderKey(turned(name)).replace(/[^\p{L}\p{N}]+/gu, "");

/** Finds records by a key; null for a key that several have. */
export class NameIndex {
  readonly #ids = new Map<string, string | null>();

  add(key: string, id: string): void {
    if (!key) return;
    const other = this.#ids.get(key);
    this.#ids.set(key, other === undefined || other === id ? id : null);
  }

  get(key: string): string | null | undefined {
    return this.#ids.get(key);
  }
}

/** A new id made from a name: one that is not taken. */
export function newId(collection: Collection, name: string, isTaken: (id: string) => boolean): string {
  const base = `${collection.slice(0, -1)}-${nameKey(name).replace(/[^a-z0-9]+/g, "-")}`.slice(0, 58);
  let id = base;
  for (let i = 2; isTaken(id); i += 1) id = `${base}-${i}`;
  return id;
}
