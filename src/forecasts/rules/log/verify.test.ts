import { describe, expect, test } from 'vitest'
import vectors from './fixtures/vectors.json' with { type: 'json' }
import { KEY_TYPES, noteKey, vkeyOf } from './policy.ts'
import { type Download, verifyLog } from './verify.ts'

const record = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
const lines = vectors.leaves.map(({ text }) => text)
const DOWNLOAD: Download = {
  record: record(lines),
  policy: vectors.policy,
  current: vectors.checkpoints[12],
  noted: [vectors.checkpoints[6]],
  cosigned: Object.values(vectors.cosignedCheckpoints),
  texts: record(vectors.texts.map(({ salt, text }) => JSON.stringify({ salt, text }))),
  now: Date.parse('2026-11-23T23:59:00Z'),
}
const verify = (changes: Partial<Download> = {}) => verifyLog({ ...DOWNLOAD, ...changes })
const idsOf = async (changes: Partial<Download>) => [
  ...new Set((await verify(changes)).problems.map(({ check }) => check)),
]

describe('the log of the vectors', () => {
  test('is correct and has the scores of the reference', async () => {
    const report = await verify()
    expect(report.problems).toEqual([])
    expect(report).toMatchObject({
      origin: vectors.origin,
      entries: 12,
      root: vectors.roots[11]!.root,
      witnessed: 2,
      counts: { open: 0, waiting: 0, scored: 2, withdrawn: 0, 'after-lock': 0, void: 0 },
      draws: [{ draw: '2026-11-23 bingo', forecasts: 2, numbersCovered: 11 }],
    })
    expect(
      report.forecasts.map(({ forecast, version, scores, isWitnessedInTime }) => ({
        forecast,
        countingVersion: version,
        scores,
        witnessedInTime: isWitnessedInTime,
      })),
    ).toEqual(vectors.expectedScores)
  })

  test('has the late change of its schedule and its correction as notices', async () => {
    expect((await verify()).notices.map(({ check, index }) => [check, index])).toEqual([
      ['N4', 0],
      ['S5', 6],
      ['E3', 11],
    ])
  })

  test('a changed bit in any byte of the record is found', async () => {
    const { record } = DOWNLOAD
    for (let i = 0; i < record.length; i++) {
      const changed = record.slice(0, i) + String.fromCharCode(record.charCodeAt(i) ^ 1) + record.slice(i + 1)
      const { problems } = await verifyLog({ ...DOWNLOAD, record: changed }, { verify: () => true })
      expect(
        problems.map(({ check }) => check),
        `byte ${i}`,
      ).toContain('N5')
    }
  })
})

describe('an operator who changes the record and signs it again', () => {
  test.each(vectors.attacks)('$name', async (attack) => {
    const found = await idsOf({
      record: record(attack.record),
      current: attack.checkpoint,
      noted: attack.notedCheckpoint === null ? [] : [attack.notedCheckpoint],
      cosigned: attack.cosigned ?? [],
      texts: null,
      now: Date.parse(attack.now),
    })
    expect(found).toEqual(expect.arrayContaining(attack.expect))
  })
})

describe('what the reader brings', () => {
  test('a receipt of another entry, or of another record', async () => {
    const { text, index } = vectors.tlogProof
    expect(await idsOf({ receipts: [text] })).toEqual([])
    expect(await idsOf({ receipts: [text.replace(`index ${index}`, 'index 4')] })).toEqual(['N10'])
    const changed = DOWNLOAD.record.replace('"forecast":1,"version":2', '"forecast":1,"version":3')
    expect(await idsOf({ record: changed, receipts: [text] })).toContain('N10')
  })

  test('erased texts are a notice, and two authors of one name are a problem', async () => {
    const { notices, problems } = await verify({ texts: '' })
    expect(problems).toEqual([])
    expect(notices.find(({ check }) => check === 'R7')?.message).toMatch(/^4 texts are erased/)
    await expect(verify({ texts: '{}x' })).rejects.toThrow('Line 1 of the texts cannot be read.')
  })

  test('a policy of another log', async () => {
    const policy = vectors.policy.replaceAll(
      vectors.logKey.vkey,
      vkeyOf(noteKey('other', 1, new Uint8Array(32))),
    )
    expect(await idsOf({ policy, current: null, noted: [], cosigned: [] })).toContain('N4')
  })

  // The second implementation of the reference misses it: it reads only checkpoints with a quorum.
  test('one witness below the quorum proves that an entry was dated back', async () => {
    const [witness, quorum] = ['w1', 'all w1 w2']
    const other = noteKey('w2', KEY_TYPES.witness, new Uint8Array(32).fill(9))
    const policy = vectors.policy.replace(
      `quorum ${witness}`,
      `witness w2 ${vkeyOf(other)}\ngroup g ${quorum}\nquorum g`,
    )
    const attack = vectors.attacks.find(({ name }) => name.startsWith('back-date'))!
    const found = await idsOf({
      policy,
      record: record(attack.record),
      current: attack.checkpoint,
      noted: [],
      cosigned: attack.cosigned!,
      now: Date.parse(attack.now),
    })
    expect(found).toContain('N9')
  })
})
