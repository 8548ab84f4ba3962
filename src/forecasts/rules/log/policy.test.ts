import { describe, expect, test } from 'vitest'
import vectors from './fixtures/vectors.json' with { type: 'json' }
import { toBase64 } from './bytes.ts'
import {
  checkpointText,
  KEY_TYPES,
  noteKey,
  noteOfReceipt,
  openCheckpoint,
  openReceipt,
  parseCheckpointText,
  parseNote,
  quorumAt,
  readPolicy,
  readSignatures,
  seenAtOf,
  signatureLine,
  signedNote,
  vkeyOf,
  witnessesOf,
} from './policy.ts'
import { verifyEd25519 } from './verify.ts'

const log = `log ${vectors.logKey.vkey}`
const witnesses = [1, 2, 3].map((seed) =>
  noteKey(`w${seed}`, KEY_TYPES.witness, new Uint8Array(32).fill(seed)),
)
const lines = witnesses.map((key) => `witness ${key.name} ${vkeyOf(key)}`)
const policy = (...more: string[]) => readPolicy([log, '# a comment', '', ...lines, ...more].join('\n'))
const at = (...times: number[]) => times.map((time, i) => ({ key: witnesses[i]!, at: time }))

describe('the time of a quorum', () => {
  // By c2sp.org/tlog-policy; of three witnesses the second one decides about two.
  test.each([
    ['group g 2 w1 w2 w3', 'quorum g', [30, 10, 20], 20],
    ['group g all w1 w2 w3', 'quorum g', [30, 10, 20], 30],
    ['group g any w1 w2 w3', 'quorum g', [30, 10, 20], 10],
    ['group g 2 w1 w2 w3', 'quorum g', [30], null],
    ['', 'quorum w2', [30, 10], 10],
    ['', 'quorum w2', [30], null],
    ['group a any w1 w2\ngroup b all a w3', 'quorum b', [30, 10, 20], 20],
    ['', 'quorum none', [30, 10], 10],
    ['', 'quorum none', [], null],
  ])('%j, %s', (group, quorum, times, expected) => {
    const read = policy(group, quorum)
    const known = at(...times).map((one, i) => ({ ...one, key: witnessesOf(read)[i]! }))
    expect(quorumAt(read, known)).toBe(expected)
  })
})

test('a leaf is seen with the first checkpoint of a larger size', () => {
  const seenAt = seenAtOf(
    [
      { size: 1, at: 20 },
      { size: 3, at: 10 },
      { size: 4, at: 30 },
      { size: 4, at: 40 },
    ],
    5,
  )
  expect([0, 1, 2, 3, 4, 9].map(seenAt)).toEqual([10, 10, 10, 30, Infinity, Infinity])
})

const NAME_RULE = 'The name of a key is not empty and has no space and no plus sign.'

test.each(['', 'a b', 'a+b', '+a', 'a+'])('no key is named %j', (name) => {
  expect(() => noteKey(name, KEY_TYPES.log, new Uint8Array(32))).toThrow(new Error(NAME_RULE))
})

const short = vkeyOf(noteKey('w4', KEY_TYPES.witness, new Uint8Array(31)))
const { id } = noteKey('w4', KEY_TYPES.witness, new Uint8Array(32))
/** The key w4 as text, with a type and an ID. */
const w4 = (type: number, ofId = id) => `w4+${ofId}+${toBase64(Uint8Array.of(type, ...new Uint8Array(32)))}`
const notKey = (text: string) => `“${text}” is no key of type 4.`

test.each([
  ['quorum w9', '“w9” is not defined above.'],
  ['quorum', '“” is not defined above.'],
  ['group g 4 w1 w2 w3', 'The number of its members does not fit.'],
  ['group g 1.5 w1 w2', 'The number of its members does not fit.'],
  ['group g 0 w1', 'The number of its members does not fit.'],
  ['group g x w1', 'The number of its members does not fit.'],
  [lines[0]!, 'The name is in use.'],
  [`witness none ${vkeyOf(witnesses[0]!)}`, 'The name is in use.'],
  [`witness w4 ${vectors.logKey.vkey}`, notKey(vectors.logKey.vkey)],
  ['witness w4 w4+00000000+BAAA', notKey('w4+00000000+BAAA')],
  [`witness w4 ${w4(4, '00000000')}`, notKey(w4(4, '00000000'))],
  [`witness w4 ${w4(1)}`, notKey(w4(1))],
  [`witness w4 ${short}`, notKey(short)],
  [`witness w4 w4+00000000+${'A'.repeat(300)}`, notKey(`w4+00000000+${'A'.repeat(188)}`)],
  [`witness w4 +${w4(4)}`, NAME_RULE],
  ['witness w4', NAME_RULE],
  ['log', NAME_RULE],
  ['quorum none\nquorum none', 'There is one quorum.', 8],
  ['trust w1', 'Its first word is unknown.'],
])('refuses %j', (line, message, at = 7) => {
  const error = new Error(`Line ${at} of the policy cannot be read. ${message}`)
  expect(() => policy(line)).toThrow(error)
})

test('a policy has a log and a quorum, and its words any spaces between them', () => {
  const lacking = new Error('The policy lacks a log or a quorum.')
  expect(() => policy('')).toThrow(lacking)
  expect(() => readPolicy('quorum none')).toThrow(lacking)
  const read = policy(`  witness \t w4  ${w4(4)} `, '\tgroup g 1   w4', 'quorum g')
  expect([read.quorum, witnessesOf(read).map(({ name }) => name)]).toEqual(['g', ['w1', 'w2', 'w3', 'w4']])
})

const HASH = toBase64(new Uint8Array(32))

test.each(['0', '1', '12', '123456789012345'])('a checkpoint may have %s entries', (size) => {
  const head = { origin: 'o', size: Number(size), root: new Uint8Array(32) }
  expect(parseCheckpointText(`o\n${size}\n${HASH}\nmore\n`)).toEqual(head)
  expect(parseCheckpointText(checkpointText(head))).toEqual(head)
})

test.each([
  '',
  'o\n1',
  'o\n1\n',
  `o\n1\n${HASH}`,
  `\n1\n${HASH}\n`,
  `o\n01\n${HASH}\n`,
  `o\n1x\n${HASH}\n`,
  `o\n-1\n${HASH}\n`,
  `o\n1234567890123456\n${HASH}\n`,
  'o\n1\nAAAA\n',
])('%j is no checkpoint', (text) => {
  expect(() => parseCheckpointText(text)).toThrow(new Error('It is no checkpoint.'))
})

test('signature lines are read with their key IDs', () => {
  const one = '\u2014 w AAAAAAE=\n'
  const read = { name: 'w', id: '00000000', signature: Uint8Array.of(1), line: one }
  expect(readSignatures('')).toEqual([])
  expect(readSignatures(one + one)).toEqual([read, read])
  expect(parseNote(signedNote('a\n', [one, one]))).toEqual({ text: 'a\n', signatures: [read, read] })
  expect(parseNote('\n\n')).toEqual({ text: '\n', signatures: [] })
  const none = (text: string) => () => readSignatures(text)
  expect(none(one.trim())).toThrow(new Error('A signature line has no end.'))
  for (const text of [`x${one}`, one.replace('\n', ' x\n'), '\u2014\n', '\n', '\u2014 w AAAAAA==\n'])
    expect(none(text)).toThrow(new Error('A signature line is malformed.'))
})

describe('a checkpoint', () => {
  const read = readPolicy(vectors.policy)
  const note = vectors.cosignedCheckpoints[12]
  const [text = '', ours = '', theirs = ''] = /^([^]*\n\n)(.*\n)(.*\n)$/.exec(note)!.slice(1)
  const open = (changed: string) => openCheckpoint(changed, read, verifyEd25519)

  test('ignores signatures of unknown keys', async () => {
    const unknown = theirs.replace('witness.example/w1', 'other')
    expect((await open(text + unknown.repeat(15) + ours)).cosignatures).toEqual([])
    const otherId = theirs.replace(' IDJ', ' IDK')
    expect((await open(text + otherId + ours)).cosignatures).toEqual([])
  })

  test.each([
    [
      'a signature of the log that is wrong',
      text + ours.replace('m5BaNQ', 'm5BaNR'),
      'The signature of the log is wrong.',
    ],
    [
      'a cosignature that is wrong',
      text + ours + theirs.replace('rBF5k', 'rBF5l'),
      'The cosignature of witness.example/w1 is wrong.',
    ],
    ['no signature of the log', text + theirs, 'The key of this log did not sign it.'],
    ['a signature without its end', (text + ours).slice(0, -1), 'It is no signed note.'],
    ['a line that is no signature', `${text}${ours}x\n`, 'A signature line is malformed.'],
    ['no empty line', text.slice(0, -1) + ours, 'It is no signed note.'],
    ['a control character', text.replace('12', '12\r') + ours, 'It is no signed note.'],
    ['a size with a zero in front', text.replace('12', '012') + ours, 'It is no checkpoint.'],
  ])('with %s is refused', async (_what, changed, message) => {
    await expect(open(changed)).rejects.toThrow(new Error(message))
  })

  test('is signed with the length of its kind, by the key of its own log', async () => {
    const accepted = (changed: string, trusted = read) => openCheckpoint(changed, trusted, () => true)
    const log2 = noteKey('other/log', KEY_TYPES.log, new Uint8Array(32))
    const both = readPolicy(`log ${vkeyOf(log2)}\n${vectors.policy}`)
    const bySecond = signatureLine(log2, new Uint8Array(64))
    await expect(accepted(text + bySecond, both)).rejects.toThrow('The key of this log did not sign it.')
    expect(await accepted(text + bySecond + ours, both)).toMatchObject({ size: 12 })
    const longLog = signatureLine(read.logs[0]!, new Uint8Array(65))
    await expect(accepted(text + longLog)).rejects.toThrow('The signature of the log is wrong.')
    const longWitness = signatureLine(witnessesOf(read)[0]!, new Uint8Array(73))
    await expect(accepted(text + ours + longWitness)).rejects.toThrow('The cosignature of witness.example/w1')
  })
})

describe('a receipt', () => {
  const { text, index } = vectors.tlogProof
  const leafAt = (i: number) => vectors.leaves[i]?.text
  const open = (changed: string, leaf = leafAt) =>
    openReceipt(changed, leaf, readPolicy(vectors.policy), verifyEd25519)
  const NO_INDEX = 'It has no line “index”.'
  const NOT_IN_TREE = 'The entry is not in the tree of the checkpoint.'

  test('may have a line of extra data', async () => {
    expect((await open(text.replace('\nindex', '\nextra AAAA\nindex'))).index).toBe(index)
    expect(noteOfReceipt(text)).toBe(vectors.cosignedCheckpoints[12])
  })

  test.each([
    [`x${text}`, 'It is no receipt.'],
    [`\n\n${text}`, 'It is no receipt.'],
    [text.replaceAll('\n\n', '\n'), 'It has no checkpoint.'],
    [text.replace('index 5', 'index 05'), NO_INDEX],
    [text.replace('index 5', 'index 5x'), NO_INDEX],
    [text.replace('index 5', 'xindex 5'), NO_INDEX],
    [text.replace('index 5', 'an extra 1'), NO_INDEX],
    [text.replace(/\nindex[^]*?\n\n/, '\n\n'), NO_INDEX],
    [text.replace('index 5', 'index 10'), NOT_IN_TREE],
    [text.replace('index 5', 'index 99'), NOT_IN_TREE],
    [text.replace('index 5\n', 'index 5\nAAAA\n'), 'A line of the proof is no hash.'],
  ])('%j is refused', async (changed, message) => {
    await expect(open(changed)).rejects.toThrow(new Error(message))
  })

  test('of a leaf that the record lacks is refused', async () => {
    await expect(open(text, () => undefined)).rejects.toThrow(new Error(NOT_IN_TREE))
  })
})
