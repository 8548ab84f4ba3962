import { itemAt, present } from '../../../platform/rules/base/lists.ts'
import { lagosDate } from '../../../platform/rules/base/calendar.ts'
import { outcomeOf } from '../record/score.ts'
import { drawName, type ResultLeaf } from './leaves.ts'
import type { LogDraw, LogForecast, LogVersion, Replay } from './replay.ts'
import { LOG_RULES, revealTime } from './schedule.ts'
import { type Standing, standingOf } from './standing.ts'

/** What a whole log comes to: standings, scores and coverage, and what is due (checks R6, E3 to E9). */

type State = Standing<LogVersion, LogDraw['results'][0]>['state']

interface ForecastReport {
  forecast: number
  author: number
  /** `2026-11-23 bingo`. */
  draw: string
  nth: number
  /** The forecasts for the draw. */
  siblings: number
  state: State
  /** The version that counts; null if all were too late. */
  version: number | null
  /** One for each drawn result, by the index of its leaf; also of a void forecast, to show what the void removed. */
  scores: { result: number; hits: number; won: boolean | null }[]
}

interface DrawReport {
  draw: string
  forecasts: number
  /** How many of the 90 numbers the revealed forecasts cover together. */
  numbersCovered: number
}

export interface LogFigures {
  counts: Record<State, number>
  draws: DrawReport[]
  forecasts: ForecastReport[]
}

/** @param clock the latest of the verifier's time and those of the stamps, in milliseconds */
export function figuresOf(replay: Replay, clock: number): LogFigures {
  const counts: LogFigures['counts'] = {
    open: 0,
    waiting: 0,
    scored: 0,
    withdrawn: 0,
    'after-lock': 0,
    void: 0,
  }
  const shown = new Map<LogForecast, LogVersion>()
  const forecasts = [...replay.forecasts.values()].map((forecast): ForecastReport => {
    const { state, version } = standingOf(forecast, clock)
    counts[state]++
    shown.set(forecast, version)
    const isInTime = state !== 'after-lock'
    return {
      forecast: forecast.id,
      author: version.leaf.author,
      draw: drawName(forecast.draw),
      nth: forecast.draw.forecasts.indexOf(forecast) + 1,
      siblings: forecast.draw.forecasts.length,
      state,
      version: isInTime ? version.leaf.version : null,
      scores: isInTime ? scoresOf(version, forecast.draw.results) : [],
    }
  })
  const draws = [...replay.draws.values()].flatMap((draw) => {
    const numbers = new Set(
      draw.forecasts.flatMap((forecast) => present(shown.get(forecast)).reveal?.numbers ?? []),
    )
    const count = draw.forecasts.length
    return count === 0 ? [] : [{ draw: drawName(draw), forecasts: count, numbersCovered: numbers.size }]
  })
  checkDue(replay, clock)
  lookAtChanges(replay, forecasts)
  return { counts, draws, forecasts }
}

function scoresOf({ leaf, reveal }: LogVersion, results: LogDraw['results']): ForecastReport['scores'] {
  if (!reveal) return []
  return results.flatMap(({ index, state, winning }) => {
    if (state !== 'drawn') return []
    const { came, won } = outcomeOf({ numbers: reveal.numbers, form: leaf.form, winning })
    return [{ result: index, hits: came.length, won }]
  })
}

/** R6 and E4: what the server's owner owed the reader by now. */
function checkDue({ forecasts, draws, findings: { problems } }: Replay, clock: number): void {
  const dueOf = ({ close, leaf }: LogVersion) => revealTime(close, leaf.date)
  for (const { versions } of forecasts.values())
    for (const version of versions)
      if (!version.reveal && clock > dueOf(version) + LOG_RULES.revealWithin)
        problems.push({
          check: 'R6',
          line: version.index + 1,
          message: 'It is still hidden after its close.',
        })
  for (const draw of draws.values()) {
    const last = draw.forecasts.map(({ versions }) => itemAt(versions, -1))
    if (last.length === 0 || draw.results.length > 0 || draw.voids.length > 0) continue
    if (clock > Math.max(...last.map(dueOf)) + LOG_RULES.resultWithin)
      problems.push({
        check: 'E4',
        line: itemAt(last, 0).index + 1,
        message: `The draw ${drawName(draw)} has no result 8 days after its close.`,
      })
  }
}

/** E3: each correction and each void, with the scores that it removed. */
function lookAtChanges({ draws, findings: { notices } }: Replay, forecasts: readonly ForecastReport[]): void {
  const byDraw = new Map<string, ForecastReport[]>()
  for (const one of forecasts) byDraw.set(one.draw, [...(byDraw.get(one.draw) ?? []), one])
  for (const draw of draws.values()) {
    const name = drawName(draw)
    const look = (index: number, message: string) =>
      void notices.push({ check: 'E3', line: index + 1, message })
    const scoresBy = (result: number, isIn: (forecast: ForecastReport) => boolean) =>
      scoreWords((byDraw.get(name) ?? []).filter(isIn), result)
    for (const [i, { index }] of draw.results.entries()) {
      const before = draw.results[i - 1]
      if (before)
        look(
          index,
          `It corrects the result of ${name}. ${resultWords(before)}${scoresBy(before.index, () => true)}`,
        )
    }
    const last = draw.results[draw.results.length - 1]
    for (const { index, cause, since } of draw.voids) {
      const from = since === null ? '' : ` from ${lagosDate(since)} on`
      const removed = last ? scoresBy(last.index, ({ state }) => state === 'void') : ''
      look(index, `The draw ${name} does not count (${cause})${from}.${removed}`)
    }
  }
}

const resultWords = ({ state, winning }: ResultLeaf) =>
  state === 'drawn' ? `It was ${winning.join(', ')}.` : 'It was “no draw”.'

function scoreWords(forecasts: readonly ForecastReport[], result: number): string {
  const words = forecasts.flatMap(({ forecast, scores }) => {
    const score = scores.find((one) => one.result === result)
    return score ? [`forecast ${forecast} ${score.hits} hits${score.won ? ', won' : ''}`] : []
  })
  return words.length === 0 ? '' : ` Scores by it: ${words.join('; ')}.`
}
