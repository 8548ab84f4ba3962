// The vectors of the log's reference, made by other implementations (Python's cryptography, Go's sumdb).
import { sign as signBytes } from '@noble/ed25519'
import { describe, expect, test } from 'vitest'
import { bytesToHex, fromBase64, hexToBytes, sha256, toBase64, utf8ToBytes } from './bytes.ts'
import { verifyEd25519 } from './verify.ts'
import {
  openCheckpoint,
  readPolicy,
  witnessesOf,
  openReceipt,
  receiptText,
  submissionText,
  checkpointText,
  cosignatureMessage,
  cosignedAt,
  KEY_TYPES,
  noteKey,
  signatureLine,
  signedNote,
  timedSignature,
  vkeyOf,
} from './policy.ts'
import vectors from './fixtures/vectors.json' with { type: 'json' }
import { commitmentOf, leafText, openingText, readLeaf, type RevealLeaf, textHash } from './leaves.ts'
import { isConsistent } from './fixtures/consistency.ts'
import { entryBundle, leafHash, rootOfInclusion, tilePath, Tree } from './tree.ts'

const { origin } = vectors
const lines = vectors.leaves.map(({ text }) => text)
const tree = new Tree(lines.map(leafHash))
const policy = readPolicy(vectors.policy)
const logKey = noteKey(origin, KEY_TYPES.log, hexToBytes(vectors.logKey.publicKeyHex))
const witnessKey = noteKey(
  vectors.witnessKey.name,
  KEY_TYPES.witness,
  hexToBytes(vectors.witnessKey.publicKeyHex),
)
const sign = (text: string, seedHex: string) => signBytes(utf8ToBytes(text), hexToBytes(seedHex))
const base64 = (hashes: readonly Uint8Array[]) => hashes.map(toBase64)

test('the keys', () => {
  expect(logKey.id).toBe(vectors.logKey.keyIdHex)
  expect(vkeyOf(logKey)).toBe(vectors.logKey.vkey)
  expect(vkeyOf(witnessKey)).toBe(vectors.witnessKey.vkey)
  expect(policy.logs).toEqual([logKey])
  expect(witnessesOf(policy)).toEqual([witnessKey])
})

test.each(vectors.leaves)('leaf $index', ({ text, leafHashHex }) => {
  const { leaf } = readLeaf(text)
  const reversed = Object.fromEntries(Object.entries(leaf!).reverse())
  expect(leafText(reversed as never)).toBe(text)
  expect(bytesToHex(leafHash(text))).toBe(leafHashHex)
})

test('the openings and the texts', () => {
  for (const { forecast, version, text, commitmentHex } of vectors.openings) {
    const reveal = lines
      .map((line) => readLeaf(line).leaf!)
      .find(
        (leaf): leaf is RevealLeaf =>
          leaf.kind === 'reveal' && leaf.forecast === forecast && leaf.version === version,
      )!
    expect(openingText({ ...reveal, author: 1 })).toBe(text)
    expect(commitmentOf({ ...reveal, author: 1 })).toBe(commitmentHex)
  }
  for (const { salt, text, hashHex } of vectors.texts) expect(textHash(salt, text)).toBe(hashHex)
})

test('the roots', () => {
  expect(bytesToHex(tree.root(0))).toBe(vectors.emptyRootHex)
  for (const { size, rootHex } of vectors.roots) expect(bytesToHex(tree.root(size))).toBe(rootHex)
})

test.each(['6', '12'] as const)('the checkpoint and the cosignature of size %s', async (size) => {
  const head = { origin, size: Number(size), root: tree.root(Number(size)) }
  const text = checkpointText(head)
  const note = signedNote(text, [signatureLine(logKey, sign(text, vectors.logKey.seedHex))])
  expect(note).toBe(vectors.checkpoints[size])
  const { time, message, line } = vectors.cosignatures.find((one) => one.size === head.size)!
  expect(cosignatureMessage(time, text)).toBe(message)
  const signature = timedSignature(time, sign(message, vectors.witnessKey.seedHex))
  expect(signatureLine(witnessKey, signature)).toBe(line)
  expect(note + line).toBe(vectors.cosignedCheckpoints[size])
  expect(await cosignedAt(witnessKey, text, { signature }, verifyEd25519)).toBe(time)
  expect(await openCheckpoint(note + line, policy, verifyEd25519)).toEqual({
    ...head,
    cosignatures: [{ key: witnessKey, at: time * 1000 }],
    witnessedAt: time * 1000,
  })
})

describe('proofs', () => {
  test.each(vectors.inclusionProofs)('of leaf $index in $size', ({ index, size, root, proof }) => {
    expect(base64(tree.inclusionProof(index, size))).toEqual(proof)
    const leaf = leafHash(lines[index]!)
    expect(toBase64(rootOfInclusion(index, size, leaf, proof.map(fromBase64))!)).toBe(root)
  })

  test.each(vectors.consistencyProofs)('from $from to $to', ({ from, to, fromRoot, toRoot, proof }) => {
    expect(base64(tree.consistencyProof(from, to))).toEqual(proof)
    const head = (size: number, root: string) => ({ size, root: fromBase64(root) })
    expect(isConsistent(head(from, fromRoot), head(to, toRoot), proof.map(fromBase64))).toBe(true)
  })
})

test('the submissions to a witness', () => {
  for (const { old, new: size, body } of vectors.addCheckpointRequests) {
    const proof = tree.consistencyProof(old, size)
    const note = vectors.checkpoints[String(size) as '6' | '12']
    expect(submissionText(old, proof, note)).toBe(body)
  }
})

test('the receipt', async () => {
  const { index, text } = vectors.tlogProof
  const note = vectors.cosignedCheckpoints[12]
  expect(receiptText(index, tree.inclusionProof(index, 12), note)).toBe(text)
  const opened = await openReceipt(text, (i) => lines[i], policy, verifyEd25519)
  expect(opened).toMatchObject({ index, checkpoint: { size: 12 } })
  await expect(openReceipt(text, (i) => lines[i - 1], policy, verifyEd25519)).rejects.toThrow(
    'not in the tree',
  )
})

test('the tile and the entry bundle', () => {
  const { level0Path, level0, entriesPath, entriesSha256Hex } = vectors.tiles
  expect(`tile/0/${tilePath({ index: 0, width: 12 })}`).toBe(level0Path)
  expect(`tile/entries/${tilePath({ index: 0, width: 12 })}`).toBe(entriesPath)
  expect(toBase64(tree.tile(0, 0, 12)!)).toBe(level0)
  expect(bytesToHex(sha256(entryBundle(lines)))).toBe(entriesSha256Hex)
})
