/** The Merkle tree of RFC 6962, section 2.1, with the verification of RFC 9162, section 2.1, and tiles (c2sp.org/tlog-tiles). */
import { itemAt, present } from '../../../platform/rules/base/lists.ts'
import { concatBytes, sha256, utf8ToBytes } from './bytes.ts'

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)
/** Hashes of a full tile. */
const TILE_WIDTH = 256
const TILE_LEVELS = 8

/** The hash of a leaf's line. */
export const leafHash = (line: string): Uint8Array => sha256(concatBytes(LEAF, utf8ToBytes(line)))

export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concatBytes(NODE, left, right))
}

/**
 * A tree over leaf hashes of 32 bytes. It holds the hashes of all complete subtrees, twice the leaf hashes, so that a root
 * or a proof of any size takes a few lookups. An index counts from 0; a size counts leaves.
 */
export class Tree {
  /** By level: the hashes of the complete subtrees of 2^level leaves. */
  readonly #levels: Uint8Array[][] = [[]]

  constructor(leaves: Iterable<Uint8Array> = []) {
    for (const leaf of leaves) this.append(leaf)
  }

  get size(): number {
    return itemAt(this.#levels, 0).length
  }

  append(leaf: Uint8Array): void {
    let hash = leaf
    for (let level = 0; ; level++) {
      const row = (this.#levels[level] ??= [])
      row.push(hash)
      if (row.length % 2 === 1) return
      hash = nodeHash(itemAt(row, -2), hash)
    }
  }

  /** The tree head of the first `size` leaves. */
  root(size = this.size): Uint8Array {
    this.#expect(0, size)
    return size === 0 ? sha256(new Uint8Array()) : this.#hash(0, size)
  }

  /** PATH: from the sibling of the leaf up to the child of the root. */
  inclusionProof(index: number, size = this.size): Uint8Array[] {
    this.#expect(index + 1, size)
    return this.#path(index, 0, size)
  }

  /** PROOF: that the tree of size `from` is the beginning of the one of size `to`. */
  consistencyProof(from: number, to = this.size): Uint8Array[] {
    this.#expect(from, to)
    return from === 0 ? [] : this.#subproof(from, 0, to, true)
  }

  /**
   * The hashes of a tile, 32 bytes each; null if the tree lacks one of them.
   *
   * @param level of tiles, each over 256 of the level below
   * @param width 1 to 256
   */
  tile(level: number, index: number, width: number): Uint8Array | null {
    const row = this.#levels[level * TILE_LEVELS] ?? []
    const hashes = row.slice(index * TILE_WIDTH, index * TILE_WIDTH + width)
    return hashes.length === width ? concatBytes(...hashes) : null
  }

  #expect(least: number, size: number): void {
    if (!(least <= size && size <= this.size)) throw new RangeError(`no ${least} in ${size} of ${this.size}`)
  }

  #hash(start: number, end: number): Uint8Array {
    const width = end - start
    const below = powerBelow(width)
    if (width === 1 || below * 2 === width)
      return itemAt(itemAt(this.#levels, Math.log2(width)), start / width)
    return nodeHash(this.#hash(start, start + below), this.#hash(start + below, end))
  }

  #path(index: number, start: number, end: number): Uint8Array[] {
    if (end - start === 1) return []
    const middle = start + powerBelow(end - start)
    return index < middle
      ? [...this.#path(index, start, middle), this.#hash(middle, end)]
      : [...this.#path(index, middle, end), this.#hash(start, middle)]
  }

  #subproof(size: number, start: number, end: number, isWhole: boolean): Uint8Array[] {
    if (size === end) return isWhole ? [] : [this.#hash(start, end)]
    const middle = start + powerBelow(end - start)
    return size <= middle
      ? [...this.#subproof(size, start, middle, isWhole), this.#hash(middle, end)]
      : [...this.#subproof(size, middle, end, false), this.#hash(start, middle)]
  }
}

/** The largest power of two below a width of at least 2; 1 for 1. */
function powerBelow(width: number): number {
  let power = 1
  while (power * 2 < width) power *= 2
  return power
}

/** The root that an inclusion proof leads to; null if its length does not fit (RFC 9162, section 2.1.3.2). */
export function rootOfInclusion(
  index: number,
  size: number,
  leaf: Uint8Array,
  proof: readonly Uint8Array[],
): Uint8Array | null {
  if (index >= size) return null
  let [node, last, root] = [index, size - 1, leaf]
  for (const hash of proof) {
    if (last === 0) return null
    if (node % 2 === 1 || node === last) {
      root = nodeHash(hash, root)
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, half(last)]
    } else root = nodeHash(root, hash)
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 ? root : null
}

const half = (value: number) => Math.floor(value / 2)

/** The place of a tile or an entry bundle in its address: `x001/x234/067`, with `.p/8` for a partial one. */
interface TilePlace {
  index: number
  /** 1 to 256. */
  width: number
}

/** Reads the part of an address after `tile/<L>/` or `tile/entries/`; null for another form. */
export function parseTilePlace(path: string): TilePlace | null {
  const [, groups, partial] = /^((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? []
  if (groups === undefined) return null
  const place = { index: Number(groups.replace(/[x/]/g, '')), width: Number(partial ?? TILE_WIDTH) }
  return tilePath(place) === path ? place : null
}

/** Inverse of {@link parseTilePlace}. */
export function tilePath({ index, width }: TilePlace): string {
  const digits = String(index)
  const groups = present(digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g))
  const path = groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/')
  return width === TILE_WIDTH ? path : `${path}.p/${width}`
}

/** The content of an entry bundle: each line after its length as big-endian uint16. */
export function entryBundle(lines: readonly string[]): Uint8Array {
  return concatBytes(
    ...lines.flatMap((line) => [Uint8Array.of(line.length >> 8, line.length & 255), utf8ToBytes(line)]),
  )
}
