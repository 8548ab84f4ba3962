// The vectors of the reference: a correct record with its stamps, and 12 attacks.
import { describe, expect, test } from 'vitest'
import { IS_LONG } from '../../../../tests/support/slow.ts'
import vectors from './fixtures/vectors.json' with { type: 'json' }
import { Heads } from './head.ts'
import { commitmentOf, leafText, openingText, readLeaf, type RevealLeaf, textHash } from './leaves.ts'
import { readToken } from './stamps.ts'
import { type Download, verifyLog, wordsOf } from './verify.ts'

const fileOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
const NOW = Date.parse(vectors.correct.now)

interface Case extends Omit<Download, 'record' | 'stamps' | 'now'> {
  record: readonly string[]
  stamps: { size: number; authority: string; token: string }[]
}

const downloadOf = ({ record, heads, stamps, kept }: Case): Download => ({
  record: fileOf(record),
  heads,
  stamps: stamps.map((one) => ({ ...one, token: Buffer.from(one.token, 'base64') })),
  kept,
  now: NOW,
})
const { texts: erasable, ...files } = vectors.correct
const correct = downloadOf(files)
const texts = fileOf(erasable.map((text) => JSON.stringify(text)))
const verify = (changes: Partial<Download> = {}) => verifyLog({ ...correct, texts, ...changes })
const sentences = async (changes: Partial<Download>) =>
  (await verify(changes)).problems.map(({ check, line, message }) => `${check} ${line ?? ''} ${message}`)

/** The checks that the second verifier makes, too. */
const SHARED = new Set(['N1', 'N2', 'C1', 'C2', 'T1', 'T2', 'T3', 'R1', 'R2', 'D1'])
const idsOf = (findings: readonly { check: string }[]) =>
  [...new Set(findings.map(({ check }) => check))].filter((check) => SHARED.has(check)).sort()

describe('the record of the vectors', () => {
  test('has the heads, the times of stamps and the openings of the reference', () => {
    const { record, allHeads, stamps, stampTimes, openings } = vectors.correct
    const heads = new Heads(record)
    expect(record.map((_, i) => heads.head(i + 1))).toEqual(allHeads)
    const tokens = stamps.map(({ token }) => readToken(Buffer.from(token, 'base64')))
    expect(tokens).toEqual(
      stamps.map(({ size }, i) => ({ head: heads.head(size), time: Date.parse(stampTimes[i]!) })),
    )
    for (const line of record) expect(leafText(readLeaf(line).leaf!)).toBe(line)
    const reveals = record.map((line) => readLeaf(line).leaf!).filter((leaf) => leaf.kind === 'reveal')
    expect(reveals.map((one: RevealLeaf) => openingText({ ...one, author: 1 }))).toEqual(openings)
    expect(record.some((line) => line.includes(commitmentOf({ ...reveals[0]!, author: 1 })))).toBe(true)
  })

  test('has no problem, and its check says what it did and no more', async () => {
    const report = await verify()
    expect(report.problems).toEqual([])
    expect(report.notices.map(({ check, line }) => [check, line])).toEqual([
      ['S5', 7],
      ['E3', 12],
    ])
    expect(report.counts.scored).toBe(2)
    expect(wordsOf(report)).toEqual([
      'Entries read: 12. Checked: their form, their rules, the heads that the site lists, and what each stamp covers.',
      'These checks found no problem.',
      'Dated from outside: the first 7 of 12. The signatures of the stamps were NOT checked here. Check them with openssl, as below.',
      'Forecasts stamped before their lock: 3 of 3; the others are dated by the site’s own clock only.',
      'You gave no head that you kept. So this does not show that others see the same record.',
      'Not covered by a stamp or by your head: 5 entries at the end. They could still be changed.',
    ])
    const kept = [`Record 11 ${vectors.correct.allHeads[10]}. Keep this mail.`]
    expect(wordsOf(await verify({ kept })).slice(4)).toEqual([
      'Covered by a head that you kept: the first 11 of 12. The site cannot have changed these since you got it.',
      'Not covered by a stamp or by your head: 1 entry at the end. They could still be changed.',
    ])
    expect(wordsOf(await verify({ kept: [`2 ${vectors.correct.allHeads[10]}`] }))[4]).toBe(
      'No head that you kept is one of this file.',
    )
  })
})

/** Stands for openssl: the vectors have two stamps with a wrong signature. */
const FORGED = new Set([
  'a stamp with a changed time',
  'a stamp of an authority that the reader does not trust',
])

test.each(vectors.attacks)('attack: $name', async (attack) => {
  const right = new Set(vectors.correct.stamps.map(({ token }) => token))
  const checkSignature = ({ token }: { token: Uint8Array }) =>
    FORGED.has(attack.name) && !right.has(Buffer.from(token).toString('base64'))
      ? Promise.reject(new Error('Its signature is wrong.'))
      : Promise.resolve()
  const { problems, notices } = await verifyLog(downloadOf(attack), { checkSignature })
  expect(idsOf(problems)).toEqual([...attack.expect].sort())
  expect(idsOf(notices)).toEqual(attack.notices)
})

// `npx vitest run verify -u` writes the new sentences, and their review sees the difference.
test('the sentences about attacks are those that were decided', async () => {
  const reports = await Promise.all(vectors.attacks.map((attack) => verifyLog(downloadOf(attack))))
  const said = reports.flatMap(({ problems, notices }) => [...problems, ...notices])
  const lines = said.map(({ check, message }) => `${check} ${message}\n`)
  await expect([...new Set(lines)].sort().join('')).toMatchFileSnapshot('fixtures/findings.txt')
})

describe('what is no fraud', () => {
  test('lines that Windows changed and a cut download are named as such', async () => {
    expect(await sentences({ record: correct.record.replaceAll('\n', '\r\n') })).toEqual([
      'N1  The lines end with CR LF, as on Windows: a program changed the file. Download it again, unchanged.',
    ])
    expect((await sentences({ record: correct.record.slice(0, -9) }))[0]).toBe(
      'N1  The download is cut off: its last line has no line feed. Download it again.',
    )
    expect(await sentences({ record: fileOf(vectors.correct.record.slice(0, 11)) })).toContain(
      'C1  The site lists the head of 12 lines, and the file has 11. Its end is missing.',
    )
  })

  test('an erased text is a notice, a swapped one is a problem of its own', async () => {
    const erased = await verify({ texts: '' })
    expect(erased.problems).toEqual([])
    expect(erased.notices.find(({ check }) => check === 'R7')?.message).toBe(
      '4 texts are erased. Their numbers and times stay.',
    )
    expect(await sentences({ texts: texts.replace('Both came together', 'All five came') })).toEqual([
      'R8  1 of the texts belong to no entry: the site shows other words than those that it recorded.',
    ])
    await expect(verify({ texts: '{}x' })).rejects.toThrow('Line 1 of the texts cannot be read.')
  })
})

test('a pen name of another author is a problem, in any letters', async () => {
  const name = { salt: '', text: 'MAMA sure' }
  const leaf = {
    v: 2,
    kind: 'author',
    at: new Date(NOW).toISOString(),
    author: 2,
    name: textHash('', name.text),
  }
  const record = `${correct.record}${JSON.stringify(leaf)}\n`
  expect(await sentences({ record, texts: `${texts}${JSON.stringify(name)}\n` })).toEqual([
    'A1 13 Another author had this pen name.',
  ])
})

const TOKEN = Buffer.from(vectors.correct.stamps[0]!.token, 'base64').toString('hex')
test.each([
  ['It is not DER.', '30'],
  ['It is not DER.', '300500'],
  ['A part of it is missing.', '3000'],
  ['The authority refused.', TOKEN.replace('3003020100', '3003020102')],
  ['It holds no time stamp.', TOKEN.replace('2a864886f70d0109100104', '2a864886f70d0109100105')],
  ['It holds no time stamp.', '30223003020100301b0500a017301505000500300f060b2a864886f70d0109100104a000'],
  ['It does not use SHA-256.', TOKEN.replaceAll('608648016503040201', '608648016503040202')],
  ['Its time is not in UTC.', TOKEN.replace('3039303030335a', '30393030302b31')],
])('a stamp is refused: %s (%#)', (sentence, hex) => {
  expect(() => readToken(Buffer.from(hex, 'hex'))).toThrow(sentence)
})

test('a stamp that is listed and missing, or cannot be read, is a problem', async () => {
  expect(await sentences({ stamps: correct.stamps!.slice(1) })).toEqual([
    'T1  The site lists the stamp 6-a.tsr, and it is missing.',
  ])
  const stamp = correct.stamps![0]!
  for (const length of [0, 1, 20, 100, stamp.token.length - 1])
    expect(
      (await verify({ stamps: [{ ...stamp, token: stamp.token.slice(0, length) }, correct.stamps![1]!] }))
        .problems,
    ).toMatchObject([{ check: 'T2' }])
})

test('a changed bit in any byte of the record is found', async () => {
  const { record } = correct
  for (let i = 0; i < record.length; i += IS_LONG ? 1 : 7) {
    const changed = record.slice(0, i) + String.fromCharCode(record.charCodeAt(i) ^ 1) + record.slice(i + 1)
    const { problems } = await verify({ record: changed })
    expect(idsOf(problems), `byte ${i}`).toContain('C1')
  }
})
