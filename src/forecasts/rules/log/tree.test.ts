import { describe, expect, test } from 'vitest'
import { sha256, toBase64 } from './bytes.ts'
import { isConsistent } from './fixtures/consistency.ts'
import { leafHash, nodeHash, parseTilePlace, rootOfInclusion, Tree, tilePath } from './tree.ts'

const LARGEST = 40
const leaves = Array.from({ length: LARGEST }, (_, i) => leafHash(`leaf ${i}`))
const tree = new Tree(leaves)

/** The definitions of RFC 6962, section 2.1, word for word. */
const half = (n: number) => 2 ** Math.ceil(Math.log2(n) - 1)
function mth(d: readonly Uint8Array[]): Uint8Array {
  if (d.length === 0) return sha256(new Uint8Array())
  if (d.length === 1) return d[0]!
  const k = half(d.length)
  return nodeHash(mth(d.slice(0, k)), mth(d.slice(k)))
}
function path(m: number, d: readonly Uint8Array[]): Uint8Array[] {
  if (d.length === 1) return []
  const k = half(d.length)
  return m < k
    ? [...path(m, d.slice(0, k)), mth(d.slice(k))]
    : [...path(m - k, d.slice(k)), mth(d.slice(0, k))]
}
function subproof(m: number, d: readonly Uint8Array[], b: boolean): Uint8Array[] {
  if (m === d.length) return b ? [] : [mth(d)]
  const k = half(d.length)
  return m <= k
    ? [...subproof(m, d.slice(0, k), b), mth(d.slice(k))]
    : [...subproof(m - k, d.slice(k), false), mth(d.slice(0, k))]
}

const texts = (hashes: readonly Uint8Array[]) => hashes.map(toBase64)
/** The proofs with one hash changed, one left out, and one added. */
const wrong = (proof: readonly Uint8Array[]) => [
  ...proof.map((_, i) => proof.map((hash, j) => (i === j ? sha256(hash) : hash))),
  ...proof.map((_, i) => proof.filter((__, j) => i !== j)),
  [...proof, leaves[0]!],
]

describe('for all sizes to 40', () => {
  test('roots and proofs are those of the definitions, and are accepted', () => {
    for (let size = 0; size <= LARGEST; size++) {
      const d = leaves.slice(0, size)
      const root = mth(d)
      expect(toBase64(tree.root(size))).toBe(toBase64(root))
      for (let m = 0; m < size; m++) {
        const proof = tree.inclusionProof(m, size)
        expect(texts(proof)).toEqual(texts(path(m, d)))
        expect(rootOfInclusion(m, size, leaves[m]!, proof)).toEqual(root)
      }
      for (let m = 1; m <= size; m++) {
        const proof = tree.consistencyProof(m, size)
        expect(texts(proof)).toEqual(texts(subproof(m, d, true)))
        expect(isConsistent({ size: m, root: mth(leaves.slice(0, m)) }, { size, root }, proof)).toBe(true)
      }
    }
  })

  test('changed proofs are refused', () => {
    for (const size of [1, 2, 7, 8, 21, 40]) {
      const root = tree.root(size)
      for (let m = 0; m < size; m++) {
        for (const proof of wrong(tree.inclusionProof(m, size)))
          expect(rootOfInclusion(m, size, leaves[m]!, proof)).not.toEqual(root)
        if (m === 0) continue
        for (const proof of wrong(tree.consistencyProof(m, size)))
          expect(isConsistent({ size: m, root: tree.root(m) }, { size, root }, proof)).toBe(false)
      }
      expect(rootOfInclusion(size, size, leaves[0]!, [])).toBeNull()
    }
  })
})

test('proofs of sizes that the tree lacks are errors', () => {
  expect(() => tree.root(41)).toThrow(RangeError)
  expect(() => tree.inclusionProof(40)).toThrow(RangeError)
  expect(() => tree.consistencyProof(9, 8)).toThrow(RangeError)
})

test('from size 0 a proof is empty, and a tree of equal size has the same root', () => {
  const [none, five] = [
    { size: 0, root: tree.root(0) },
    { size: 5, root: tree.root(5) },
  ]
  expect(tree.consistencyProof(0, 5)).toEqual([])
  expect(isConsistent(none, five, [])).toBe(true)
  expect(isConsistent(five, { size: 5, root: tree.root(6) }, [])).toBe(false)
  expect(isConsistent(five, none, [])).toBe(false)
})

describe('tiles', () => {
  // c2sp.org/tlog-tiles has the address of tile 1234067.
  test.each([
    ['000', 0, 256],
    ['255.p/12', 255, 12],
    ['x001/x234/067', 1_234_067, 256],
    ['x001/x234/067.p/255', 1_234_067, 255],
  ])('%s', (address, index, width) => {
    expect(parseTilePlace(address)).toEqual({ index, width })
    expect(tilePath({ index, width })).toBe(address)
  })

  test.each(['', '0', '67', 'x000/001', '001.p/256', '001.p/0', '001.p/', 'x01/001', '001/002', '../001'])(
    '%j is no address',
    (address) => expect(parseTilePlace(address)).toBeNull(),
  )

  test('a higher level has the roots of 256 leaves each', () => {
    const many = Array.from({ length: 600 }, (_, i) => leafHash(String(i)))
    const large = new Tree(many)
    expect(large.tile(1, 0, 2)).toEqual(
      Uint8Array.from([...mth(many.slice(0, 256)), ...mth(many.slice(256, 512))]),
    )
    expect(large.tile(0, 2, 88)?.length).toBe(88 * 32)
    expect(large.tile(0, 2, 89)).toBeNull()
    expect(large.tile(1, 0, 3)).toBeNull()
    expect(large.tile(2, 0, 1)).toBeNull()
  })
})
