import { itemAt } from '../../../platform/rules/base/lists.ts'
import { dayOf } from '../../../platform/rules/base/calendar.ts'
import {
  type AuthorLeaf,
  commitmentOf,
  type Leaf,
  type ResultLeaf,
  type RevealLeaf,
  type SlotLeaf,
  type StartLeaf,
  type VersionLeaf,
  type VoidLeaf,
  type WithdrawalLeaf,
  beginningWords,
} from './leaves.ts'
import { BETS } from '../../../draws/rules/bets.ts'
import { type DrawHistory, type ForecastHistory, LogHistory } from './standing.ts'
import { drawTimes, lacksNotice, LOG_RULES, type PlacedSlot, revealTime, slotFault } from './schedule.ts'

/** The replay of a log: which leaf may follow those before it (docs/ledger.md). */

/** The number of a check (docs/ledger.md). */
export type CheckId = `${'N' | 'C' | 'T' | 'D' | 'S' | 'V' | 'R' | 'A' | 'E'}${number}`

export interface Finding {
  check: CheckId
  /** From 1, as `head` counts; null for the whole file. */
  line: number | null
  message: string
}

/** A problem is an error; a notice can happen to an honest owner of the server. */
export interface Findings {
  problems: Finding[]
  notices: Finding[]
}

/** A version at its place. Instants in milliseconds, close and lock by the schedule, whatever the leaf says. */
export interface LogVersion {
  leaf: VersionLeaf
  index: number
  at: number
  close: number | null
  lock: number | null
  reveal: RevealLeaf | null
}

type PlacedResult = ResultLeaf & { index: number }
export type LogForecast = ForecastHistory<LogVersion, PlacedResult>
export type LogDraw = DrawHistory<LogVersion, PlacedResult>

/** The place of the leaf that is appended. */
interface Place {
  index: number
  /** Its time in milliseconds. */
  at: number
  fail: (check: CheckId, message: string) => void
  look: (check: CheckId, message: string) => void
}

export class Replay extends LogHistory<LogVersion, PlacedResult> {
  readonly findings: Findings = { problems: [], notices: [] }
  start: StartLeaf | null = null
  readonly #now: number
  readonly #slots: PlacedSlot[] = []
  readonly #authors = new Set<number>()
  readonly #commitments = new Set<string>()
  #at = -Infinity
  #firstVersion = Infinity

  /** @param now milliseconds */
  constructor(now: number) {
    super()
    this.#now = now
  }

  append(leaf: Leaf, index: number): void {
    const at = Date.parse(leaf.at)
    const fail = (check: CheckId, message: string) =>
      void this.findings.problems.push({ check, line: index + 1, message })
    const look = (check: CheckId, message: string) =>
      void this.findings.notices.push({ check, line: index + 1, message })
    if (at < this.#at) fail('S1', 'It is dated before the entry above.')
    if (at > this.#now + LOG_RULES.clock) fail('S1', 'It is dated in the future.')
    this.#at = Math.max(this.#at, at)
    if ((leaf.kind === 'start') !== (index === 0))
      fail('N4', index === 0 ? 'The first entry is not the start.' : 'A log starts once.')
    this.#appendKind(leaf, { index, at, fail, look })
  }

  #appendKind(leaf: Leaf, place: Place): void {
    switch (leaf.kind) {
      case 'start':
        return this.#appendStart(leaf, place)
      case 'slot':
        return this.#appendSlot(leaf, place)
      case 'author':
        return this.#appendAuthor(leaf)
      case 'version':
        return this.#appendVersion(leaf, place)
      case 'withdrawal':
        return this.#appendWithdrawal(leaf, place)
      case 'reveal':
        return this.#appendReveal(leaf, place)
      case 'result':
        return this.#appendResult(leaf, place)
      case 'void':
        return this.#appendVoid(leaf, place)
      case 'end':
      // Older records have it. It changes nothing.
    }
  }

  #appendStart(leaf: StartLeaf, { index, look }: Place): void {
    if (index > 0) return
    this.start = leaf
    const words = beginningWords(leaf)
    if (words) look('N4', words)
  }

  #appendSlot(leaf: SlotLeaf, { index, at, fail, look }: Place): void {
    const fault = slotFault(leaf, at)
    if (fault) fail('S2', fault)
    const isChange = this.#slots.some(({ game, weekday }) => game === leaf.game && weekday === leaf.weekday)
    if (isChange && this.#firstVersion < index && lacksNotice(leaf, at))
      look(
        'S5',
        `The time of ${leaf.game} on ${leaf.weekday} changes with less than ${LOG_RULES.noticeDays} days of notice. Until then only an earlier lock counts.`,
      )
    this.#slots.push({ ...leaf, index, time: at })
  }

  #appendAuthor({ author }: AuthorLeaf): void {
    this.#authors.add(author)
  }

  #appendVersion(leaf: VersionLeaf, { index, at, fail }: Place): void {
    this.#firstVersion = Math.min(this.#firstVersion, index)
    const times = drawTimes(this.#slots, this.#firstVersion, leaf)
    if (leaf.close !== instantText(times.close))
      fail('S3', `The schedule of the log has the close ${instantText(times.close) ?? 'of no draw'}.`)
    if (leaf.lock !== instantText(times.lock))
      fail('S4', `The schedule of the log has the lock ${instantText(times.lock) ?? 'of no draw'}.`)
    if (!this.#authors.has(leaf.author)) fail('V7', 'Its author has no entry.')
    if (leaf.form !== null && BETS[leaf.form].numbers !== leaf.count)
      fail('V8', 'Its form has another count of numbers.')
    if (this.#commitments.has(leaf.commitment)) fail('V9', 'Its commitment was used before.')
    this.#commitments.add(leaf.commitment)
    const draw = this.drawOf(leaf)
    if (hasOutcome(draw)) fail('V6', 'It was published after the result of its draw.')
    const forecast = this.forecasts.get(leaf.forecast)
    if (forecast) checkNext(forecast, leaf, fail)
    else this.#checkFirst(leaf, draw, fail)
    this.addVersion(leaf.forecast, draw, { leaf, index, at, ...times, reveal: null })
  }

  #checkFirst(leaf: VersionLeaf, draw: LogDraw, fail: Place['fail']): void {
    if (leaf.forecast !== this.forecasts.size + 1 || leaf.version !== 1)
      fail('V1', 'Forecasts and versions are not numbered from 1 without gaps.')
    const nth = draw.forecasts.length + 1
    if (leaf.nth !== nth) fail('V4', `It is forecast ${nth} of its draw, not ${leaf.nth}.`)
  }

  #appendWithdrawal({ forecast: id, by }: WithdrawalLeaf, { at, fail }: Place): void {
    const forecast = this.forecasts.get(id)
    if (!forecast || forecast.withdrawal || itemAt(forecast.versions, 0).leaf.author !== by)
      fail('V10', 'It withdraws no open forecast of its author.')
    else forecast.withdrawal = { at }
  }

  #appendReveal(leaf: RevealLeaf, { at, fail, look }: Place): void {
    const forecast = this.forecasts.get(leaf.forecast)
    const version = forecast?.versions[leaf.version - 1]
    if (!forecast || !version || version.reveal) return fail('R1', 'It reveals no hidden version.')
    const { author, count, commitment, date } = version.leaf
    if (commitmentOf({ ...leaf, author }) !== commitment)
      return fail('R2', 'Its numbers are not those that were committed to.')
    if (leaf.numbers.length !== count) fail('R3', 'It has another count of numbers.')
    const due = revealTime(version.close, date)
    if (at < due && !hasOutcome(forecast.draw)) look('R4', 'It reveals a forecast before its close.')
    if (at > due + LOG_RULES.revealWithin)
      look('R6', 'It reveals a forecast more than 60 minutes after its close.')
    version.reveal = leaf
  }

  #appendResult(leaf: ResultLeaf, { index, fail }: Place): void {
    const draw = this.drawOf(leaf)
    checkRevealed(draw, fail)
    const isDrawn = leaf.state === 'drawn'
    if (leaf.winning.length !== (isDrawn ? 5 : 0) || (leaf.drawn !== null) !== isDrawn)
      fail('E1', 'A drawn result has a day and five numbers, another has neither.')
    const days = leaf.drawn === null ? 0 : dayOf(leaf.drawn) - dayOf(leaf.date)
    if (days < 0 || days > LOG_RULES.latestDraw) fail('E1', 'It was drawn outside its week.')
    const last = draw.results[draw.results.length - 1]
    if (leaf.replaces !== (last?.index ?? null))
      fail('E2', 'A correction names the last result of its draw, and a first result names none.')
    draw.results.push({ ...leaf, index })
  }

  #appendVoid(leaf: VoidLeaf, { index, fail }: Place): void {
    const draw = this.drawOf(leaf)
    checkRevealed(draw, fail)
    if ((leaf.cause === 'early') !== (leaf.since !== null)) fail('E6', 'Only the cause “early” has a time.')
    const { cause, since } = leaf
    draw.voids.push({ index, cause, since: since === null ? null : Date.parse(since) })
  }
}

/** An instant as leaves have it. @param instant milliseconds */
function instantText(instant: number): string
function instantText(instant: number | null): string | null
function instantText(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString()
}

const hasOutcome = ({ results, voids }: LogDraw) => results.length > 0 || voids.length > 0

/** Checks a later version of a forecast. */
function checkNext({ versions, withdrawal }: LogForecast, leaf: VersionLeaf, fail: Place['fail']): void {
  const first = itemAt(versions, 0).leaf
  if (leaf.version !== versions.length + 1) fail('V2', 'Its version does not follow.')
  if ((['game', 'date', 'author', 'nth'] as const).some((key) => first[key] !== leaf[key]))
    fail('V2', 'Its draw, author or place differs from its first version.')
  if (withdrawal) fail('V3', 'The forecast was withdrawn before.')
}

/** Checks that every version was revealed before the first result or void of its draw. */
function checkRevealed(draw: LogDraw, fail: Place['fail']): void {
  if (hasOutcome(draw)) return
  for (const { versions } of draw.forecasts)
    for (const { reveal, index } of versions)
      if (!reveal) fail('R5', `Line ${index + 1} was not revealed before the result of its draw.`)
}
