// Downloads of generated logs that an operator or a network changed in one way, from a seed.
import type { Download } from '../../../src/forecasts/rules/log/verify.ts'
import { HOUR } from '../../../src/platform/rules/base/calendar.ts'
import { type Random, random } from '../random.ts'
import { checkpoint, downloadOf, generatedLog, type GeneratedLog } from './generated-log.ts'

type Leaf = Record<string, unknown>

/** Another value of the kind that the key has. */
function otherValue(value: unknown, { below, pick, balls }: Random): unknown {
  if (typeof value === 'number') return pick([value + 1, value - 1, 1, 0, 999])
  if (Array.isArray(value)) return pick([balls(), value.slice(1), [...value, 90], [...value].reverse(), []])
  if (typeof value !== 'string') return pick([1, 'x', value])
  const time = Date.parse(value)
  if (/^\d{4}-/.test(value) && Number.isFinite(time)) {
    const moved = new Date(time + (below(2) - 0.5) * pick([2, 48, 400]) * HOUR).toISOString()
    return value.length === 10 ? moved.slice(0, 10) : moved
  }
  if (value.length === 64) return `${value.slice(0, 63)}${value.endsWith('0') ? '1' : '0'}`
  return pick([
    'drawn',
    'no_draw',
    'bingo',
    'jackpot',
    'early',
    'ten',
    'banker',
    'monday',
    '15:31',
    null,
    `${value}x`,
  ])
}

/** Changes of the leaves. They may give a log that is correct still. */
const LINE_CHANGES: ((lines: string[], random: Random) => void)[] = [
  // Another value in a leaf, most often.
  ...Array.from({ length: 6 }, () => (lines: string[], random: Random) => {
    const at = random.below(lines.length)
    const leaf = JSON.parse(lines[at]!) as Leaf
    const key = random.pick(Object.keys(leaf))
    lines[at] = JSON.stringify({ ...leaf, [key]: otherValue(leaf[key], random) })
  }),
  (lines, { below }) => void lines.splice(below(lines.length), 1),
  (lines, { below }) => void lines.splice(below(lines.length), 0, lines[below(lines.length)]!),
  (lines, { below }) => {
    const at = below(lines.length - 1)
    ;[lines[at], lines[at + 1]] = [lines[at + 1]!, lines[at]!]
  },
  (lines, { below }) => void lines.splice(1 + below(lines.length)),
  // The last leaf of a kind once more, now.
  (lines, { below, pick }) => {
    const kind = pick(['version', 'withdrawal', 'reveal', 'result', 'slot', 'author'])
    const found = lines.filter((line) => line.includes(`"kind":"${kind}"`))
    const last = JSON.parse(lines[lines.length - 1]!) as Leaf
    const leaf = JSON.parse(found[below(found.length)] ?? lines[0]!) as Leaf
    lines.push(JSON.stringify({ ...leaf, at: last.at }))
  },
  (lines, { pick }) => {
    const { at } = JSON.parse(lines[lines.length - 1]!) as Leaf
    lines.push(JSON.stringify({ v: 2, kind: 'end', at, cause: 'key', next: 'lotto.test/log/2' }))
    if (pick([true, false])) lines.push(lines[1]!)
  },
  (lines, { below, pick }) => {
    const at = below(lines.length)
    const line = lines[at]!
    lines[at] = pick([
      ` ${line}`,
      `${line} `,
      line.replace(':', ': '),
      `${line}é`,
      '',
      `[${line}]`,
      line.slice(0, -1),
    ])
  },
]

const changedText = (text: string, { below }: Random) => {
  const at = below(text.length)
  return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << below(6))) + text.slice(at + 1)
}

/** Changes of the files and of the reader's clock. */
const FILE_CHANGES: ((
  download: Required<Download>,
  log: GeneratedLog,
  random: Random,
) => Partial<Download>)[] = [
  ({ record }, _log, random) => ({ record: changedText(record, random) }),
  ({ record }) => ({ record: record.slice(0, -1) }),
  ({ current }, _log, random) => ({ current: changedText(current!, random) }),
  ({ cosigned }, _log, random) => ({ cosigned: cosigned.map((note) => changedText(note, random)) }),
  (_download, { lines }, { below }) => ({ current: checkpoint(lines.slice(0, below(lines.length))) }),
  ({ current }) => ({ current: current!.replace('lotto.test/log/1', 'lotto.test/log/2') }),
  (_download, { lines }, { below }) => ({ noted: [checkpoint([...lines.slice(0, below(9)), 'other'])] }),
  // Cosignatures that are early or late by up to three hours.
  (_download, { lines, cosigned }, { below }) => ({
    cosigned: cosigned.map(({ size, times }) => {
      const shift = (below(7) - 3) * 3600
      return checkpoint(
        lines.slice(0, size),
        times.map((time) => time && time + shift),
      )
    }),
  }),
  () => ({ cosigned: [] }),
  () => ({ current: null, noted: [], cosigned: [] }),
  ({ now }, _log, { pick }) => ({ now: now + pick([-48, -3, 2, 30, 240]) * HOUR }),
  ({ texts }) => ({ texts: texts!.replaceAll(/Author \d/g, 'Author 1') }),
  ({ texts }) => ({ texts: texts!.split('\n').slice(0, 1).join('\n') }),
  ({ policy }) => ({ policy: policy.replace('group independent 2', 'group independent 3') }),
]

export function mutatedDownload(seed: number): Required<Download> {
  const log = generatedLog(seed)
  const choices = random(seed + 0x5bd1e9)
  const { below, pick } = choices
  const original = downloadOf(log)
  if (below(3) === 0) return { ...original, ...pick(FILE_CHANGES)(original, log, choices) }
  const lines = [...log.lines]
  pick(LINE_CHANGES)(lines, choices)
  const rebuilt = downloadOf({ ...log, lines })
  // The operator signs again, with the witnesses, or with theirs from before, or the file alone is changed.
  return pick([
    rebuilt,
    { ...rebuilt, noted: original.noted, cosigned: original.cosigned },
    { ...original, record: rebuilt.record },
  ])
}
