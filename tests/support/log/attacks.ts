// 45 ways to change a record of some weeks. The operator then recomputes its heads. The vectors have 12 more.
import { addDays, HOUR } from '../../../src/platform/rules/base/calendar.ts'
import type { Leaf, VersionLeaf } from '../../../src/forecasts/rules/log/leaves.ts'
import type { CheckId } from '../../../src/forecasts/rules/log/replay.ts'
import { verifyLog } from '../../../src/forecasts/rules/log/verify.ts'
import { downloadOf, generatedLog } from './generated-log.ts'

export type Lines = readonly string[]
export type Some<K extends Leaf['kind']> = Extract<Leaf, { kind: K }>

export const log = generatedLog(10)
export const leaves = log.lines.map((line) => JSON.parse(line) as Leaf)
export const original = downloadOf(log)
const honest = await verifyLog(original)
/** A scored forecast without a win, its first version and its draw. */
export const lost = honest.forecasts.find(
  ({ state, scores }) => state === 'scored' && scores.at(-1)!.hits === 0,
)!
const isLost = (leaf: Leaf): leaf is VersionLeaf => leaf.kind === 'version' && leaf.forecast === lost.forecast
const first = leaves.find(isLost)!
export const isReveal = (leaf: Leaf) => leaf.kind === 'reveal' && leaf.forecast === lost.forecast
const { forecast: withdrawnId } = leaves.find((leaf) => leaf.kind === 'withdrawal')!
const withdrawn = leaves.find(
  (leaf): leaf is VersionLeaf => leaf.kind === 'version' && leaf.forecast === withdrawnId,
)!
export const ofDraw = (leaf: Leaf) => 'date' in leaf && leaf.game === first.game && leaf.date === first.date

const later = (text: string, hours: number) => new Date(Date.parse(text) + hours * HOUR).toISOString()
/** Changes the first leaf of a kind, or all. */
export const change =
  <K extends Leaf['kind']>(
    kind: K,
    isIt: (leaf: Some<K>) => boolean,
    more: (leaf: Some<K>) => Partial<Some<K>>,
  ) =>
  (lines: Lines) =>
    lines.map((line) => {
      const leaf = JSON.parse(line) as Some<K>
      return leaf.kind === kind && isIt(leaf) ? JSON.stringify({ ...leaf, ...more(leaf) }) : line
    })
const remove = (isIt: (leaf: Leaf) => boolean) => (lines: Lines) =>
  lines.filter((line) => !isIt(JSON.parse(line) as Leaf))
export const append =
  (...more: ((at: string) => Leaf)[]) =>
  (lines: Lines) => {
    const { at } = JSON.parse(lines.at(-1)!) as Leaf
    return [...lines, ...more.map((make) => JSON.stringify(make(at)))]
  }
export const withdrawal = (at: string): Some<'withdrawal'> => ({
  v: 2,
  kind: 'withdrawal',
  at,
  forecast: lost.forecast,
  by: first.author,
})
export const voided = (at: string): Some<'void'> => ({
  v: 2,
  kind: 'void',
  at,
  game: first.game,
  date: first.date,
  cause: 'error',
  since: null,
  by: null,
})
const swap = (lines: Lines) => {
  const at = leaves.findIndex((leaf, i) => leaf.at < (leaves[i + 1]?.at ?? ''))
  return lines.with(at, lines[at + 1]!).with(at + 1, lines[at]!)
}

/** How, which check finds it without a kept head (C2: none), and the change. */
export const ATTACKS: [string, CheckId, (lines: Lines) => Lines][] = [
  [
    'leaves out a forecast that lost',
    'V1',
    remove((leaf) => isLost(leaf) || (leaf.kind === 'reveal' && leaf.forecast === lost.forecast)),
  ],
  ['leaves out a result', 'E4', remove((leaf) => leaf.kind === 'result' && ofDraw(leaf))],
  ['leaves out a withdrawal', 'C2', remove((leaf) => leaf.kind === 'withdrawal')],
  ['leaves out a time of a game', 'S3', remove((leaf) => leaf.kind === 'slot' && leaf.game === first.game)],
  ['leaves out an author', 'V7', remove((leaf) => leaf.kind === 'author')],
  ['exchanges two entries', 'S1', swap],
  ['repeats a forecast', 'V9', append((at) => ({ ...first, at }))],
  ['repeats the start', 'N4', append((at) => ({ ...leaves[0]!, at }))],
  ['changes the numbers of a result', 'N3', change('result', ofDraw, () => ({ winning: [1, 2, 3, 4, 91] }))],
  [
    'changes the numbers of a reveal',
    'R2',
    change(
      'reveal',
      ({ forecast }) => forecast === lost.forecast,
      ({ numbers }) => ({ numbers: numbers.map((n) => (n % 90) + 1) }),
    ),
  ],
  ['dates a forecast back', 'S1', change('version', isLost, ({ at }) => ({ at: later(at, -48) }))],
  [
    'moves the lock of a forecast later',
    'S4',
    change('version', isLost, ({ lock }) => ({ lock: later(lock!, 5) })),
  ],
  [
    'hides every forecast that lost until tomorrow',
    'S3',
    change(
      'version',
      ({ close }) => close !== null,
      ({ close, lock }) => ({ close: later(close!, 24), lock: later(lock!, 24) }),
    ),
  ],
  [
    'gives a forecast to another author',
    'R2',
    change('version', isLost, ({ author }) => ({ author: author + 1 })),
  ],
  ['gives a forecast to another game', 'S3', change('version', isLost, () => ({ game: 'other' }))],
  [
    'gives a forecast to another day',
    'S3',
    change('version', isLost, () => ({ date: '2026-12-24' as VersionLeaf['date'] })),
  ],
  [
    'gives a forecast another form',
    'V8',
    change('version', isLost, ({ form }) => ({ form: form === 'ten' ? 'banker' : 'ten' })),
  ],
  ['gives a forecast another place', 'V4', change('version', isLost, ({ nth }) => ({ nth: nth + 1 }))],
  [
    'publishes a forecast after its draw',
    'V6',
    append((at) => ({
      ...first,
      forecast: honest.forecasts.length + 1,
      version: 1,
      nth: honest.draws.find(({ draw }) => draw === lost.draw)!.forecasts + 1,
      at,
      commitment: '0'.repeat(64),
    })),
  ],
  [
    'edits a forecast after its draw',
    'V6',
    append((at) => ({ ...first, version: leaves.filter(isLost).length + 1, at, commitment: '1'.repeat(64) })),
  ],
  ['makes a lost draw void', 'E3', append((at) => voided(at))],
  [
    'says that a lost draw did not take place',
    'E3',
    append((at) => ({
      v: 2,
      kind: 'result',
      at,
      game: first.game,
      date: first.date,
      state: 'no_draw',
      drawn: null,
      winning: [],
      replaces: leaves.findLastIndex((leaf) => leaf.kind === 'result' && ofDraw(leaf)),
      by: null,
    })),
  ],
  [
    'corrects a result to a win',
    'E3',
    append((at) => ({
      ...(leaves.find((leaf) => leaf.kind === 'result' && ofDraw(leaf)) as Some<'result'>),
      at,
      winning: [1, 2, 3, 4, 5],
      replaces: leaves.findLastIndex((leaf) => leaf.kind === 'result' && ofDraw(leaf)),
    })),
  ],
  [
    'moves a lock later by a slot without notice',
    'S4',
    change(
      'slot',
      ({ game }) => game === first.game,
      ({ close }) => ({ close: close && '23:59' }),
    ),
  ],
  ['cuts the end off', 'C2', (lines) => lines.slice(0, -5)],
  ['leaves out the start', 'N4', (lines) => lines.slice(1)],
  ['reveals a forecast twice', 'R1', append((at) => ({ ...leaves.find(isReveal)!, at }))],
  [
    'reveals fewer numbers than it announced',
    'R3',
    change('version', isLost, ({ count }) => ({ count: count + 1, form: null })),
  ],
  [
    'leaves out a version number',
    'V2',
    append((at) => ({ ...first, version: 99, at, commitment: '2'.repeat(64) })),
  ],
  [
    'edits a forecast to another place',
    'V2',
    append((at) => ({
      ...first,
      version: leaves.filter(isLost).length + 1,
      nth: first.nth + 1,
      at,
      commitment: '3'.repeat(64),
    })),
  ],
  [
    'edits a withdrawn forecast',
    'V3',
    append((at) => ({ ...withdrawn, version: 99, at, commitment: '4'.repeat(64) })),
  ],
  ['draws after a week', 'E1', change('result', ofDraw, ({ date }) => ({ drawn: addDays(date, 7) }))],
  ['draws before its day', 'E1', change('result', ofDraw, ({ date }) => ({ drawn: addDays(date, -1) }))],
  ['draws four numbers', 'E1', change('result', ofDraw, ({ winning }) => ({ winning: winning.slice(1) }))],
  [
    'replaces no result by a correction',
    'E2',
    append((at) => ({
      ...(leaves.find((leaf) => leaf.kind === 'result' && ofDraw(leaf)) as Some<'result'>),
      at,
    })),
  ],
  [
    'withdraws a forecast of another author',
    'V10',
    append((at) => ({ ...withdrawal(at), by: first.author + 1 })),
  ],
  ['adds a line with a letter outside ASCII', 'N1', (lines) => [...lines, 'é']],
  ['dates an entry in the future', 'S1', (lines) => append((at) => withdrawal(later(at, 24 * 365)))(lines)],
  ['gives an error a time', 'E6', append((at) => ({ ...voided(at), since: at }))],
  ['calls a draw early without a time', 'E6', append((at) => ({ ...voided(at), cause: 'early' }))],
  [
    'makes a draw void and hides its forecasts',
    'R5',
    (lines) =>
      append((at) => voided(at))(
        remove((leaf) => isReveal(leaf) || (leaf.kind === 'result' && ofDraw(leaf)))(lines),
      ),
  ],
  [
    'gives a draw that did not take place a day',
    'E1',
    change('result', ofDraw, () => ({ state: 'no_draw', winning: [] })),
  ],
  [
    'begins a forecast with its second version',
    'V1',
    append((at) => ({
      ...first,
      forecast: honest.forecasts.length + 1,
      version: 2,
      at,
      commitment: '6'.repeat(64),
    })),
  ],
  ['withdraws a forecast twice', 'V10', append(withdrawal, withdrawal)],
  [
    'withdraws a forecast that it never published',
    'V10',
    append((at) => ({ ...withdrawal(at), forecast: honest.forecasts.length + 1 })),
  ],
]
