import { PREDICTION_LIMITS } from '../../rules/predictions.ts'
import { BETS } from '../../../draws/rules/bets.ts'
import {
  belongsTo,
  drawsOfRecord,
  type RecordDraw,
  type RecordKey,
  recordName,
} from '../../rules/record/draws.ts'
import { isTooRareForHeadline, type NairaBack } from '../../rules/record/naira-back.ts'
import { proofSentence } from '../../rules/record/records.ts'
import type { Snapshot } from '../../../draws/server/memory.ts'
import type { LedgerSnapshot, LedgerItem } from '../ledger/memory.ts'
import type { CurrentRecord, RecordState } from './record-memory.ts'
import { itemAt, present } from '../../../platform/rules/base/lists.ts'
import type { RecordSummary, FunnelRow, Figures } from './shapes.ts'
import { drawRef } from './draw-ref.ts'

function titleOf(key: RecordKey, { items }: LedgerSnapshot): string {
  if (key.kind === 'house') return 'All forecasts'
  if (key.kind === 'form') return BETS[key.form].name
  const isHis = ({ entry }: LedgerItem) => entry.kind === 'version' && entry.author === key.author
  return items.find(isHis)?.penName ?? `Author ${key.author}`
}

/** Every record with its sentences, the house first. */
export function recordSummaries({ ledger, state, figures }: CurrentRecord): RecordSummary[] {
  return state.opened.map(({ key }) => {
    const name = recordName(key)
    const sentences = figures.get(name)?.sentences
    return {
      name,
      kind: key.kind,
      title: titleOf(key, ledger),
      numbers: sentences?.numbers.bold ?? null,
      finding: sentences?.finding ?? null,
    }
  })
}

/** The draws of one record, oldest first. */
const drawsOf = ({ scores }: RecordState, key: RecordKey): RecordDraw[] =>
  drawsOfRecord(scores.map(({ forecast }) => forecast).filter((forecast) => belongsTo(key, forecast)))

/** The whole funnel of a record, oldest draw first. */
function funnelRows({ state, figures }: CurrentRecord, key: RecordKey, snapshot: Snapshot): FunnelRow[] {
  const points = figures.get(recordName(key))?.funnel ?? []
  let numbers = 0
  return drawsOf(state, key).map((draw, i) => {
    numbers += draw.numbers
    const { hits, numbers: forecast } = draw
    return {
      place: i + 1,
      draw: drawRef(snapshot, state, draw),
      hits,
      forecast,
      numbers,
      ...itemAt(points, i),
    }
  })
}

/** Evenly spaced items, the first and the last among them. */
function spaced<T>(items: readonly T[], most: number): T[] {
  if (items.length <= most) return [...items]
  return Array.from({ length: most }, (_, i) =>
    itemAt(items, Math.round((i * (items.length - 1)) / (most - 1))),
  )
}

/** The figures of a record; null before its first scored forecast. */
export function figuresView(current: CurrentRecord, key: RecordKey, snapshot: Snapshot): Figures | null {
  const found = current.figures.get(recordName(key))
  if (!found) return null
  const { numbers, sentences, wins, money, funnel } = found
  const draws = drawsOf(current.state, key)
  const most = funnel.reduce((best, { proof }, i) => (proof > itemAt(funnel, best).proof ? i : best), 0)
  return {
    numbers: sentences.numbers,
    finding: sentences.finding,
    verdict: sentences.verdict,
    isProven: numbers.proof >= numbers.needed,
    proof: {
      sentence: proofSentence(numbers, { proof: itemAt(funnel, most).proof, date: itemAt(draws, most).date }),
      needed: numbers.needed,
    },
    draws: numbers.draws,
    came: numbers.came,
    forecast: numbers.numbers,
    expected: numbers.expected,
    usual: numbers.usual,
    money: money && moneyView(money, present(sentences.money)),
    wins: wins.map(({ form, forecasts, rate, longestRun, runByLuck }, i) => {
      const sentence = itemAt(sentences.wins, i)
      return { form, sentence, forecasts, rate, longestRun, runByLuck }
    }),
    funnel: spaced(funnelRows(current, key, snapshot), PREDICTION_LIMITS.chartPoints),
  }
}

function moneyView(money: NairaBack, sentence: string): NonNullable<Figures['money']> {
  const per100 = (kobo: number) => Math.round((10_000 * kobo) / money.cost)
  return {
    sentence,
    backPer100: per100(money.back),
    luckPer100: per100(money.byLuck),
    usualPer100: { low: per100(money.usual.low), high: per100(money.usual.high) },
    isTooRare: isTooRareForHeadline(money),
    withoutMultiplier: money.withoutMultiplier,
  }
}
