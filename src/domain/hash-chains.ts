/**
 * A hash table of numbers in typed arrays: 8 to 12 bytes for each, a fifth of a Map. The caller compares the values behind
 * the numbers, because different values may have one hash.
 */
export class HashChains {
  readonly #heads: Int32Array
  readonly #next: Int32Array
  readonly #mask: number

  /** @param size one more than the highest number that is added */
  constructor(size: number) {
    const buckets = 2 ** Math.ceil(Math.log2(Math.max(size, 2)))
    this.#heads = new Int32Array(buckets).fill(NONE)
    this.#next = new Int32Array(size)
    this.#mask = buckets - 1
  }

  add(hash: number, entry: number): void {
    const bucket = hash & this.#mask
    this.#next[entry] = this.#heads[bucket]!
    this.#heads[bucket] = entry
  }

  /** The last number added with a hash that may be this one; {@link NONE} if there is none. */
  last(hash: number): number {
    return this.#heads[hash & this.#mask]!
  }

  /** The number added before `entry` in the same bucket. */
  before(entry: number): number {
    return this.#next[entry]!
  }
}

export const NONE = -1

/** Mixes a value into a hash, so that near values get distant hashes. */
export function mix(hash: number, value: number): number {
  const product = Math.imul(hash ^ value, 0x9e_37_79_b1)
  return product ^ (product >>> 15)
}
