import { PREDICTION_FORMS } from '../../../draws/rules/bets.ts'
import { z } from 'zod'
import { balls, date } from '../../../draws/server/shapes.ts'
import { forecastPlace, winsByLuck } from '../shapes.ts'

const count = z.number()

const range = z.strictObject({ low: count, high: count })

const form = z.enum(PREDICTION_FORMS).nullable()

/** 64 hexadecimal digits. */
const hash = z.string()

/** The record as its pages show it. */
export const logEnd = z.strictObject({
  isSample: z.boolean(),
  entries: count,
  /** SHA-256 of the whole file. */
  head: hash,
  /** The address of this site, without a slash at the end. */
  site: z.string(),
  /** Its address on this host, such as `/log/1`; null before the first entry. */
  address: z.string().nullable(),
  /** How many outside clocks it asks, and whether they are the stand-ins of a demonstration. */
  clocks: count,
  areStandIns: z.boolean(),
  /** The forecasts before their lock, and those of them with a stamp by then; and of each the scored ones that won. */
  inTime: z.strictObject({ all: count, allWon: count, stamped: count, stampedWon: count }),
  /** The record before it: what happened, its files on this host, and how many of its entries are left. */
  before: z.strictObject({ words: z.string(), address: z.string(), size: count, left: count }).nullable(),
})

const draw = z.strictObject({
  game: z.string(),
  name: z.string(),
  operator: z.string(),
  /** The scheduled day. */
  date,
  /** Its public page, by game and date; null while the draw is not in memory yet. */
  page: z.string().nullable(),
})

export type DrawRef = z.infer<typeof draw>

/** A record in a list: the house, a form, or an author. */
export const recordSummary = z.strictObject({
  name: z.string(),
  kind: z.enum(['house', 'form', 'author']),
  title: z.string(),
  /** The sentences; null before the first scored forecast. */
  numbers: z.string().nullable(),
  finding: z.string().nullable(),
})

export type RecordSummary = z.infer<typeof recordSummary>

/** The funnel after a draw. Shares of the forecast numbers up to it that came, and of those by luck. */
const funnelPoint = z.strictObject({
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

export type FunnelRow = z.infer<typeof funnelPoint>

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
  form: z.enum(PREDICTION_FORMS),
  sentence: z.string(),
  forecasts: count,
  rate: range,
  longestRun: count,
  runByLuck: range.extend({ median: count }),
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
  /** Some points of the funnel, the first and the last among them. */
  funnel: z.array(funnelPoint),
})

export type Figures = z.infer<typeof figures>

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
  /** The name of its game. */
  game: z.string(),
  state: z.enum(['sealed', 'open', 'scored', 'withdrawn', 'void', 'after-lock']),
  /** Null without a result. A forecast without a form has not won. */
  score: z.strictObject({ came: count, won: z.boolean(), words: z.string() }).nullable(),
  place: forecastPlace,
})

/** The forecasts for the draws of a month, newest first. */
export const slipMonth = z.strictObject({
  /** `2026-11` */
  month: z.string(),
  wins: winsByLuck,
  slips: z.array(slip),
})

export type SlipMonth = z.infer<typeof slipMonth>

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
  /** Its line, from 1, and the number of all entries. */
  entry: count,
  entries: count,
  kind: z.enum(['start', 'slot', 'author', 'version', 'withdrawal', 'reveal', 'result', 'void', 'end']),
  at: count,
  /** Null for an entry that is about no draw. */
  draw: draw.nullable(),
  close: count.nullable(),
  penName: z.string().nullable(),
  /** The line in the file. */
  leaf: z.string(),
  /** Of a version the text whose SHA-256 is its commitment; null while the forecast is secret. */
  opening: z.string().nullable(),
  reasons: z.string().nullable(),
  /** Of a version. */
  place: forecastPlace.nullable(),
  /** The first stamp of each authority that covers it; `time` in milliseconds. */
  stamps: z.array(z.strictObject({ authority: z.string(), time: count })),
})

export type PublicEntry = z.infer<typeof publicEntry>
