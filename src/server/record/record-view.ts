import { dayOf, type LagosDate } from '../../domain/base/calendar.ts'
import type { Standing } from '../../domain/ledger/standing.ts'
import { drawName } from '../../domain/log/leaves.ts'
import {
  isForecastNumber,
  PREDICTION_FORMS,
  PREDICTION_FORM_KEYS,
} from '../../domain/predictions/predictions.ts'
import {
  belongsTo,
  drawsOfRecord,
  type RecordDraw,
  type RecordKey,
  recordName,
} from '../../domain/record/draws.ts'
import { LEAD_TIMES } from '../../domain/record/against-luck.ts'
import { chanceOfAnyWin, isTooRareForHeadline, type NairaBack } from '../../domain/record/naira-back.ts'
import { outcomeOf } from '../../domain/record/score.ts'
import { placeOf } from '../predictions/ledger-facts.ts'
import { proofSentence, siblingsSentence } from '../../domain/record/records.ts'
import type { Snapshot } from '../draws/memory.ts'
import type { LedgerSnapshot, LedgerItem } from '../ledger/memory.ts'
import type { CurrentRecord, RecordState } from './record-memory.ts'
import { itemAt } from '../../domain/base/lists.ts'
import { z } from 'zod'
import { balls, date } from '../draws/shapes.ts'
import { forecastPlace } from '../predictions/shapes.ts'

const count = z.number()
const range = z.strictObject({ low: count, high: count })
const form = z.enum(PREDICTION_FORM_KEYS).nullable()
/** 64 hexadecimal digits. */
const hash = z.string()

/** The log, with the root of its tree in base64. */
export const logEnd = z.strictObject({
  isSample: z.boolean(),
  entries: count,
  root: z.string(),
  /** Its address on this host, such as `/log/1`; null while nothing is signed. */
  address: z.string().nullable(),
  /** The witnesses that its policy names. None is independent if it is our own stand-in. */
  witnesses: count,
  isIndependent: z.boolean(),
  /** The forecasts of which a quorum of witnesses saw the counting version before its lock, and the others. */
  inTime: z.strictObject({ witnessed: count, ownClock: count }),
  /** The log before it: what happened, its files on this host, and how many of its signed entries are left. */
  before: z.strictObject({ words: z.string(), address: z.string(), size: count, left: count }).nullable(),
})

const draw = z.strictObject({
  game: z.string(),
  name: z.string(),
  operator: z.string(),
  /** The scheduled day. */
  date,
  /** Of its public page; null while the draw is not in memory yet. */
  publicId: z.string().nullable(),
})
type DrawRef = z.infer<typeof draw>

/** A record in a list: the house, a form, or an author. */
export const recordSummary = z.strictObject({
  name: z.string(),
  kind: z.enum(['house', 'form', 'author']),
  title: z.string(),
  /** The sentences; null before the first scored forecast. */
  numbers: z.string().nullable(),
  finding: z.string().nullable(),
})
type RecordSummary = z.infer<typeof recordSummary>

/** The funnel after a draw. Shares of the forecast numbers up to it that came, and of those by luck. */
export const funnelPoint = z.strictObject({
  /** 1 for the first draw of the record. */
  place: count,
  draw,
  /** Of this draw alone. */
  hits: count,
  forecast: count,
  /** Up to this draw. */
  came: count,
  numbers: count,
  expected: count,
  usual: range,
  /** E after the draw. */
  proof: count,
})
type FunnelRow = z.infer<typeof funnelPoint>

const money = z.strictObject({
  sentence: z.string(),
  /** Kobo back for ₦100, and the range of luck. */
  backPer100: count,
  luckPer100: count,
  usualPer100: range,
  isTooRare: z.boolean(),
  withoutMultiplier: count,
})

const wins = z.strictObject({
  form: z.enum(PREDICTION_FORM_KEYS),
  sentence: z.string(),
  forecasts: count,
  rate: range,
  longestRun: count,
  runByLuck: range.extend({ median: count }),
})

const leadTime = z.strictObject({
  name: z.string(),
  forecasts: count,
  numbers: count,
  came: count,
  usual: range,
})

export const figures = z.strictObject({
  numbers: z.strictObject({ bold: z.string(), rest: z.string() }),
  verdict: z.string(),
  /** The proof for "better than guessing" is complete. */
  isProven: z.boolean(),
  finding: z.string(),
  /** The proof that the record has and needs, in words, and E that it needs. */
  proof: z.strictObject({ sentence: z.string(), needed: count }),
  draws: count,
  came: count,
  forecast: count,
  expected: count,
  usual: range,
  money: money.nullable(),
  wins: z.array(wins),
  leadTimes: z.array(leadTime),
  /** Some points of the funnel, the first and the last among them. */
  funnel: z.array(funnelPoint),
})
type Figures = z.infer<typeof figures>

export const publicForecast = z.strictObject({
  id: count,
  draw,
  form,
  numbers: z.array(z.number()),
  penName: z.string(),
  /** Of the version that counts. */
  fingerprint: hash,
  publishedAt: count,
  closesAt: count.nullable(),
  state: z.enum(['waiting', 'scored', 'withdrawn', 'after-lock', 'no-draw', 'early-draw']),
  place: forecastPlace,
  winning: balls.nullable(),
  /** The results that were corrected later, oldest first. */
  earlier: z.array(balls),
  /** How many forecasts for its draw won, beside luck; null without a score. */
  siblings: z.string().nullable(),
})
export type PublicForecast = z.infer<typeof publicForecast>

/** A forecast on the wall. */
const slip = z.strictObject({
  /** Of the forecast; null while it is secret. */
  id: count.nullable(),
  /** Of the version that counts. */
  entry: count,
  date,
  state: z.enum(['sealed', 'open', 'scored', 'withdrawn', 'void', 'after-lock']),
  numbers: count.nullable(),
  hits: count,
  place: forecastPlace,
})

/** The forecasts for the draws of a month, newest first. */
export const slipMonth = z.strictObject({
  /** `2026-11` */
  month: z.string(),
  scored: count,
  /** The scored forecasts of which at least one number came. */
  hit: count,
  slips: z.array(slip),
})
type SlipMonth = z.infer<typeof slipMonth>

export const counts = z.strictObject({
  published: count,
  scored: count,
  waiting: count,
  withdrawn: count,
  /** Of the forecasts published before their lock, 0 to 1. */
  withdrawnShare: count,
  afterLock: count,
  void: count,
  /** The draws of which a void removed scores. */
  voidedDraws: count,
  removedResults: count,
})

/** An entry as everyone may see it at this moment. */
export const publicEntry = z.strictObject({
  /** The index, from 0, and the number of all entries. */
  entry: count,
  entries: count,
  kind: z.enum(['start', 'slot', 'author', 'version', 'withdrawal', 'reveal', 'result', 'void', 'end']),
  at: count,
  /** Null for an entry that is about no draw. */
  draw: draw.nullable(),
  close: count.nullable(),
  penName: z.string().nullable(),
  /** The line in the log, and its leaf hash. */
  leaf: z.string(),
  hash,
  /** Of a version the text whose SHA-256 is its commitment; null while the forecast is secret. */
  opening: z.string().nullable(),
  reasons: z.string().nullable(),
  /** Of a version. */
  place: forecastPlace.nullable(),
  /** The first time at which each witness saw it, in milliseconds. */
  witnessed: z.array(z.strictObject({ witness: z.string(), at: count })),
})
export type PublicEntry = z.infer<typeof publicEntry>

/** A draw with its game and its public page, by the day on which it took place. */
export function drawRef(
  { games, publicIds }: Snapshot,
  { replay }: Pick<RecordState, 'replay'>,
  { game, date }: { game: string; date: LagosDate },
): DrawRef {
  const found = games.find(({ key }) => key === game)
  const drawnOn = replay.draws.get(drawName({ game, date }))?.results.at(-1)?.drawn ?? date
  return {
    game,
    name: found?.name ?? game,
    operator: found?.operator ?? '',
    date,
    publicId: publicIds.of(game, dayOf(drawnOn)) ?? null,
  }
}

function titleOf(key: RecordKey, { items }: LedgerSnapshot): string {
  if (key.kind === 'house') return 'All forecasts'
  if (key.kind === 'form') return PREDICTION_FORMS[key.form].name
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
export function funnelRows(
  { state, figures }: CurrentRecord,
  key: RecordKey,
  snapshot: Snapshot,
): FunnelRow[] {
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

/** The most points of the chart: one for each pixel and a half of a phone. */
const MOST_POINTS = 200

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
  const { numbers, sentences, wins, leadTimes, money, funnel } = found
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
    money: money && moneyView(money, sentences.money!),
    wins: wins.map(({ form, forecasts, rate, longestRun, runByLuck }, i) => {
      const sentence = itemAt(sentences.wins, i)
      return { form, sentence, forecasts, rate, longestRun, runByLuck }
    }),
    leadTimes: leadTimes.map(({ leadTime, ...rest }) => ({ name: LEAD_TIMES[leadTime].name, ...rest })),
    funnel: spaced(funnelRows(current, key, snapshot), MOST_POINTS),
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

/** What the page of a forecast says about it. */
function shownState(standing: Standing): PublicForecast['state'] {
  if (standing.state === 'void') return standing.reason
  return standing.state === 'open' ? 'waiting' : standing.state
}

/**
 * A forecast of the record, by its number as in an address; null for an unknown one and for one whose numbers are still
 * secret.
 */
export function findForecast(
  ledger: LedgerSnapshot,
  state: RecordState,
  number: string,
  snapshot: Snapshot,
  now: number,
): PublicForecast | null {
  const standing = isForecastNumber(number) ? state.revealed.get(Number(number)) : undefined
  if (!standing) return null
  const { version } = standing
  const { fingerprint, penName }: LedgerItem = itemAt(ledger.items, version.entry)
  const results = standing.state === 'scored' ? standing.results.map(({ winning }) => winning) : []
  return {
    id: version.forecast,
    draw: drawRef(snapshot, state, version),
    form: version.form,
    numbers: [...version.numbers],
    penName: penName ?? `Author ${version.author}`,
    fingerprint,
    publishedAt: version.at,
    closesAt: version.close,
    state: shownState(standing),
    place: placeOf(ledger, version, now),
    winning: results.at(-1) ?? null,
    earlier: results.slice(0, -1),
    siblings: standing.state === 'scored' ? siblingsOf(state, version) : null,
  }
}

/** How many of the scored forecasts for a draw won, beside luck. */
function siblingsOf(
  { draws }: RecordState,
  { game, date }: { game: string; date: LagosDate },
): string | null {
  const forecasts = draws.find((draw) => draw.game === game && draw.date === date)?.forecasts
  if (!forecasts) return null
  const won = forecasts.filter((forecast) => outcomeOf(forecast).won).length
  return siblingsSentence(won, forecasts.length, chanceOfAnyWin(forecasts))
}

type Slip = SlipMonth['slips'][number]

/** The wall of slips: every forecast of a record by the month of its draw, newest first. */
export function wallOf(
  ledger: LedgerSnapshot,
  { revealed, sealed }: RecordState,
  key: RecordKey,
  now: number,
): SlipMonth[] {
  const dateOf = ({ version }: Standing) => version.date
  // The form of a sealed forecast is secret.
  const all = [...(key.kind === 'form' ? [] : sealed), ...revealed.values()]
    .filter(({ version }) => belongsTo(key, version))
    .sort((a, b) => (dateOf(a) < dateOf(b) ? 1 : dateOf(a) > dateOf(b) ? -1 : 0) || closeOf(b) - closeOf(a))
  const secret = new Set(sealed)
  const months = Map.groupBy(all, (standing) => dateOf(standing).slice(0, 7))
  return [...months].map(([month, standings]) => {
    const slips = standings.map((standing) => ({
      ...slipOf(standing, secret.has(standing)),
      place: placeOf(ledger, standing.version, now),
    }))
    const scored = slips.filter(({ state }) => state === 'scored')
    return { month, scored: scored.length, hit: scored.filter(({ hits }) => hits > 0).length, slips }
  })
}

const closeOf = ({ version }: Standing) => version.close ?? version.at

function slipOf(standing: Standing, isSecret: boolean): Omit<Slip, 'place'> {
  const { state, version } = standing
  const { forecast, entry, date, numbers } = version
  if (isSecret) return { id: null, entry, date, state: 'sealed', numbers: null, hits: 0 }
  const winning = state === 'scored' ? itemAt(standing.results, -1).winning : []
  return {
    id: forecast,
    entry,
    date,
    state: state === 'waiting' ? 'open' : state,
    numbers: numbers.length,
    hits: outcomeOf({ ...version, winning }).came.length,
  }
}
