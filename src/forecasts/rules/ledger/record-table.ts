import type { LagosDate } from '../../../platform/rules/base/calendar.ts'
import type { Game } from '../../../draws/rules/games.ts'
import { BETS, type PredictionForm } from '../../../draws/rules/bets.ts'

/** An entry of the log for the table. What is still secret is left out. */
export interface RecordEntry {
  /** The line in the tree. */
  leaf: string
  /** The public number of the forecast; null for entries about something else. */
  forecast: number | null
  /** Of a version past its reveal. */
  numbers: readonly number[] | null
  reasons: string | null
  penName: string | null
}

/** The keys of leaves that the table shows. An instant is ISO 8601, the close of a slot `19:30`. */
interface LeafFields {
  kind: string
  at: string
  game?: string
  date?: LagosDate
  close?: string | null
  lock?: string | null
  version?: number
  nth?: number
  author?: number
  form?: PredictionForm | null
  state?: string
  drawn?: LagosDate | null
  winning?: readonly number[]
}

export const RECORD_COLUMNS = [
  'entry',
  'kind',
  'time in Lagos',
  'game',
  'date',
  'close',
  'lock',
  'forecast',
  'version',
  'nth',
  'author',
  'pen name',
  'form',
  'numbers',
  'reasons',
  'state',
  'drawn',
  'winning',
]

/** An entry as a row of {@link RECORD_COLUMNS}. @param line its place in the record, from 1 */
export function recordRow(entry: RecordEntry, line: number, games: readonly Game[]) {
  const leaf = JSON.parse(entry.leaf) as LeafFields
  const isVersion = leaf.kind === 'version'
  const instant = (text: string | null | undefined) => (text && isVersion ? new Date(text) : text)
  return [
    line,
    leaf.kind,
    new Date(leaf.at),
    games.find(({ key }) => key === leaf.game)?.name ?? leaf.game,
    leaf.date,
    instant(leaf.close),
    instant(leaf.lock),
    entry.forecast,
    isVersion ? leaf.version : null,
    leaf.nth,
    leaf.author,
    entry.penName,
    leaf.form && BETS[leaf.form].name.toLowerCase(),
    entry.numbers?.join(', '),
    entry.reasons,
    leaf.state?.replace('_', ' '),
    leaf.drawn,
    leaf.kind === 'result' ? leaf.winning?.join(', ') : null,
  ]
}
