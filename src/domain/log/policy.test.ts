import { describe, expect, test } from 'vitest'
import vectors from './fixtures/vectors.json' with { type: 'json' }
import { openCheckpoint, quorumAt, readPolicy, witnessesOf, KEY_TYPES, noteKey, vkeyOf } from './policy.ts'
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

test.each([
  ['quorum w9', 'Line 7 of the policy cannot be read. “w9” is not defined above.'],
  ['group g 4 w1 w2 w3', 'The number of its members does not fit.'],
  ['group g x w1', 'The number of its members does not fit.'],
  [lines[0]!, 'The name is in use.'],
  [`witness w4 ${vectors.logKey.vkey}`, 'is no key of type 4'],
  ['witness w4 w4+00000000+BAAA', 'is no key of type 4'],
  ['quorum none\nquorum none', 'There is one quorum.'],
  ['trust w1', 'Its first word is unknown.'],
  ['', 'The policy lacks a log or a quorum.'],
])('refuses %j', (line, message) => {
  expect(() => policy(line)).toThrow(message)
})

describe('a checkpoint', () => {
  const read = readPolicy(vectors.policy)
  const note = vectors.cosignedCheckpoints[12]
  const [text = '', ours = '', theirs = ''] = /^([^]*\n\n)(.*\n)(.*\n)$/.exec(note)!.slice(1)
  const open = (changed: string) => openCheckpoint(changed, read, verifyEd25519)

  test('ignores signatures of unknown keys', async () => {
    const unknown = theirs.replace('witness.example/w1', 'other')
    expect((await open(text + unknown.repeat(15) + ours)).cosignatures).toEqual([])
  })

  test.each([
    ['a signature of the log that is wrong', text + ours.replace('m5BaNQ', 'm5BaNR')],
    ['a cosignature that is wrong', text + ours + theirs.replace('rBF5k', 'rBF5l')],
    ['no signature of the log', text + theirs],
    ['a signature without its end', (text + ours).slice(0, -1)],
    ['a line that is no signature', `${text}${ours}x\n`],
    ['no empty line', text.slice(0, -1) + ours],
    ['a control character', text.replace('12', '12\r') + ours],
    ['a size with a zero in front', text.replace('12', '012') + ours],
  ])('with %s is refused', async (_what, changed) => {
    await expect(open(changed)).rejects.toThrow(Error)
  })
})
