/** Answers one question to the lab from the whole history. */
import { dateAt, drawAt, type History, SAMPLE } from '../../../../draws/rules/history.ts'
import type { Game } from '../../../../draws/rules/games.ts'
import { missingDays } from '../../../../draws/rules/gaps.ts'
import { labFigure, type LabFigureKey } from '../figures.ts'
import { LAB_LIMITS, type LabQuery } from '../query.ts'
import { drawsIn, type LabScope, OWN_CHOICE_SENTENCE, type Sequence, sequencesOf } from '../scope.ts'
import type { CountedGroup } from '../proofs/counters.ts'
import { countersOf, proofOfFigure, PROOF_KEYS, type ProofKey } from '../proofs/proofs.ts'
import { proofSentences } from '../proofs/words.ts'
import type { FigureContext, FigureTask, CountedProof, LabAnswer } from '../figure.ts'
import type { OpenedCase } from '../opened-draws.ts'
import { carryFigure } from './carry.ts'
import { chartTestFigure, chartWithinFigure } from './chart-test.ts'
import { chartSameDrawFigure } from './chart-same-draw.ts'
import { followersFigure } from './followers.ts'
import { highLowFigure } from './high-low.ts'
import { gapsFigure } from './gaps.ts'
import { frequencyFigure, uniformityFigure } from './frequency.ts'
import { groupsFigure } from './groups.ts'
import { movingFigure } from './moving.ts'
import { pairsFigure } from './pairs.ts'
import { itemAt, present } from '../../../../platform/rules/base/lists.ts'

const FIGURE_TASKS: Record<LabFigureKey, FigureTask> = {
  'chart-test': chartTestFigure,
  frequency: frequencyFigure,
  uniformity: uniformityFigure,
  gaps: gapsFigure,
  pairs: pairsFigure,
  followers: followersFigure,
  moving: movingFigure,
  carry: carryFigure,
  'chart-within': chartWithinFigure,
  'chart-same-draw': chartSameDrawFigure,
  'high-low': highLowFigure,
  groups: groupsFigure,
}

/** All draws and games. */
interface Draws {
  history: History
  games: readonly Game[]
}

/** The answer to a question. @param groups of the staff, for the figure `groups` */
export function labAnswer(
  draws: Draws,
  query: LabQuery,
  groups: readonly CountedGroup[] = [],
): LabAnswer & { proof: CountedProof | null } {
  const scope = scopeOf(draws, query)
  const context = contextOf(draws, query, scope, groups)
  const { sequences, proof } = context
  const {
    sentences,
    main = proof ? sentences.length : 0,
    notes = [],
    series,
    map = null,
  } = hasDraws(sequences)
    ? FIGURE_TASKS[query.figure].answer(context)
    : { sentences: ['There are no such draws.'], series: [] }
  return {
    figure: query.figure,
    draws: drawsIn(sequences),
    games: sequences.length,
    ...datesOf(sequences),
    sample: sequences.some(({ draws: game, rows }) =>
      rows.some((row) => (itemAt(game.flags, row) & SAMPLE) !== 0),
    ),
    sentences: [
      ...sentences,
      ...(proof ? proofSentences(proof) : []),
      ...(isOwnChoice(scope) && hasDraws(sequences) ? [OWN_CHOICE_SENTENCE] : []),
    ],
    main,
    notes: query.leavesOutHoles ? [...notes, HOLES_NOTE] : notes,
    series,
    map,
    proof,
  }
}

const HOLES_NOTE = 'Draws with a "no draw" or a missing day between them are not joined.'
const hasDraws = (sequences: readonly Sequence[]) => sequences.length > 0

/** The cases behind a mark, newest first; null for an unknown mark or one whose draws cannot be opened. */
export function openMark(draws: Draws, query: LabQuery, mark: string): OpenedCase[] | null {
  const context = contextOf(draws, query, scopeOf(draws, query), null)
  if (!hasDraws(context.sequences)) return null
  const cases = FIGURE_TASKS[query.figure].open(context, mark)
  const days = new Map(context.sequences.map(({ draws: game }) => [game.game, game.days]))
  const dayOfCase = (one: OpenedCase) => {
    const { game, row } = itemAt(one, -1)
    return itemAt(present(days.get(game)), row)
  }
  return cases && cases.sort((a, b) => dayOfCase(b) - dayOfCase(a))
}

/** @param groups null where no proof is needed */
function contextOf(
  draws: Draws,
  query: LabQuery,
  scope: LabScope,
  groups: readonly CountedGroup[] | null,
): FigureContext {
  const names = new Map(draws.games.map(({ key, name }) => [key, name]))
  const sequences = sequencesOf(draws.history, scope)
  const key = groups && proofKeyOf(query, scope)
  const counters = key && countersOf(draws.history, groups)
  return {
    query,
    sequences,
    counters: counters && counters.draws === drawsIn(sequences) ? counters : null,
    proof: counters && { ...proofOfFigure(key, counters), counted: counters.draws },
    nameOf: (game) => names.get(game) ?? game,
  }
}

function scopeOf({ history, games: all }: Draws, query: LabQuery): LabScope {
  const { games, operator, weekday, window, set, leavesOutHoles } = query
  const chosen = games ?? all.map(({ key }) => key)
  const ofOperator = (key: string) => all.find((game) => game.key === key)?.operator === operator
  const keys = operator === null ? chosen : chosen.filter(ofOperator)
  return {
    games: games === null && operator === null ? null : keys,
    weekday,
    window,
    set,
    leaveOutHoles: leavesOutHoles ? holesOf(history, all) : null,
  }
}

/** The missing days of each game, up to its newest record. */
function holesOf(history: History, games: readonly Game[]): Map<string, number[]> {
  return new Map(
    games.flatMap((game) => {
      const days = history.games.get(game.key)?.days
      return days ? [[game.key, missingDays(game, days, itemAt(days, -1))] as const] : []
    }),
  )
}

function datesOf(sequences: readonly Sequence[]): Pick<LabAnswer, 'from' | 'to'> {
  const ends = sequences.map(
    ({ draws, rows, length }) =>
      [dateAt(draws, itemAt(rows, 0)), dateAt(draws, itemAt(rows, length - 1))] as const,
  )
  if (ends.length === 0) return { from: null, to: null }
  return {
    from: ends.map(([from]) => from).reduce((a, b) => (b < a ? b : a)),
    to: ends.map(([, to]) => to).reduce((a, b) => (b > a ? b : a)),
  }
}

/** Whether a player chose the draws: then there are counts and no verdict. */
const isOwnChoice = ({ games, weekday, window }: LabScope) =>
  games !== null || weekday !== null || window !== 'all'

/** The proof that a question may have: over all games and dates, of the figure's own set, box and numbers. */
function proofKeyOf({ figure, box, numbers, set }: LabQuery, scope: LabScope): ProofKey | null {
  const isOwn = isOwnChoice(scope) || box !== null || numbers !== null || set !== labFigure(figure).sets[0]
  return isOwn ? null : (PROOF_KEYS.find((key) => key === figure) ?? null)
}

/** A mark of an answer, and the page of its cases, from 1. */
export interface MarkQuestion {
  question: LabQuery
  mark: string
  page: number
}

/** One page of the cases behind a mark, newest first, with their draws; null for a mark that has none. */
export function openedPage(draws: Draws, { question, mark, page }: MarkQuestion) {
  const cases = openMark(draws, question, mark)
  if (!cases) return null
  const first = (page - 1) * LAB_LIMITS.pageDraws
  return {
    total: cases.length,
    cases: cases.slice(first, first + LAB_LIMITS.pageDraws).map((one) =>
      one.map(({ game, row, numbers }) => {
        const { date, winning, machine, sample } = drawAt(present(draws.history.games.get(game)), row)
        return { game, date, winning, machine, sample, numbers: [...numbers] }
      }),
    ),
  }
}
