/** A pseudo-random generator with a fixed seed. */
export type Random = {
  /** An integer from `low` to `high`, both inclusive. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** A UUID of version 4. */
  uuid(): string;
};

/**
 * Returns a generator that is seeded with `name`, so that more draws in one part of the barn do not change another part. The
 * algorithm is sfc32: 128 bits of state give a million distinct ids, which 32 bits would not.
 */
export function randomFrom(name: string): Random {
  let [a, b, c, counter] = [hash(name), hash(`${name} 2`), hash(`${name} 3`), 1];
  function next(): number {
    const result = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + result) | 0;
    return result >>> 0;
  }
  for (let round = 0; round < 15; round += 1) next();

  const int = (low: number, high: number) => low + Math.floor((next() / 2 ** 32) * (high - low + 1));
  return {
    int,
    chance: (probability) => next() / 2 ** 32 < probability,
    pick<T>(list: readonly T[]) {
      if (list.length === 0) throw new RangeError(`Nothing to pick from for ${name}`);
      return list[int(0, list.length - 1)] as T;
    },
    uuid() {
      const [w, x, y, z] = [next(), next(), next(), next()].map((word) => word.toString(16).padStart(8, "0")) as Four;
      const variant = "89ab"[Number.parseInt(y.charAt(0), 16) % 4];
      return `${w}-${x.slice(0, 4)}-4${x.slice(5)}-${variant}${y.slice(1, 4)}-${y.slice(4)}${z}`;
    },
  };
}

type Four = [string, string, string, string];

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value;
}
