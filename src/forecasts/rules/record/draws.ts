import type { DrawHits } from '../../../draws/rules/luck/evidence.ts'
import { PREDICTION_FORMS, type PredictionForm } from '../../../draws/rules/bets.ts'
import type { ScoredForecast } from './score.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'

/** The forecasts that one record covers: the house has all (statistics.md, section 4). There are no records by game. */
export type RecordKey =
  | { kind: 'house' }
  | { kind: 'form'; form: PredictionForm }
  | { kind: 'author'; author: number }

export function belongsTo(
  key: RecordKey,
  { form, author }: Pick<ScoredForecast, 'form' | 'author'>,
): boolean {
  if (key.kind === 'house') return true
  return key.kind === 'form' ? key.form === form : key.author === author
}

/** `house`, `form-two_sure`, `author-3`: a record as a text, for maps and addresses. */
export function recordName(key: RecordKey): string {
  return key.kind === 'house' ? 'house' : key.kind === 'form' ? `form-${key.form}` : `author-${key.author}`
}

/** The record of a name; null if there is none. Inverse of {@link recordName}. */
export function recordOfName(name: string): RecordKey | null {
  if (name === 'house') return { kind: 'house' }
  const form = PREDICTION_FORMS.find((key) => name === `form-${key}`)
  if (form) return { kind: 'form', form }
  const author = /^author-([1-9]\d{0,8})$/.exec(name)
  return author && { kind: 'author', author: Number(author[1]) }
}

/**
 * The records in the order in which they were opened: the house first, then a form and an author with their first
 * published forecast. A record's place decides the proof that it needs, so it never changes.
 *
 * @param published the forecasts in the order of publication
 */
export function openedRecords(
  published: Iterable<Pick<ScoredForecast, 'form' | 'author'>>,
): { key: RecordKey; place: number }[] {
  const opened = new Map<string, RecordKey>()
  const open = (key: RecordKey) => {
    if (!opened.has(recordName(key))) opened.set(recordName(key), key)
  }
  open({ kind: 'house' })
  for (const { form, author } of published) {
    if (form !== null) open({ kind: 'form', form })
    open({ kind: 'author', author })
  }
  return [...opened.values()].map((key, i) => ({ key, place: i + 1 }))
}

/** One draw of a record: all its forecasts, the different numbers in them, and how many of these came. */
export interface RecordDraw extends DrawHits {
  game: string
  date: ScoredForecast['date']
  closesAt: number
  forecasts: readonly ScoredForecast[]
}

/**
 * The draws of a record, oldest first. Several forecasts for one draw are one observation of their different numbers, so
 * nested forecasts cannot inflate anything (statistics.md, section 4).
 */
export function drawsOfRecord(forecasts: Iterable<ScoredForecast>): RecordDraw[] {
  const draws = new Map<string, ScoredForecast[]>()
  for (const forecast of forecasts) {
    const draw = `${forecast.date} ${forecast.game}`
    const same = draws.get(draw)
    if (same) same.push(forecast)
    else draws.set(draw, [forecast])
  }
  return [...draws.values()]
    .map((same) => {
      const { game, date, closesAt, winning } = itemAt(same, 0)
      const numbers = new Set(same.flatMap((forecast) => forecast.numbers))
      const hits = winning.filter((ball) => numbers.has(ball)).length
      return { game, date, closesAt, forecasts: same, numbers: numbers.size, hits }
    })
    .sort((a, b) => a.closesAt - b.closesAt || (a.game < b.game ? -1 : 1))
}
