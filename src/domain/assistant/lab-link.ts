import { type LagosDate, WEEKDAYS } from '../calendar.ts'
import { dateAt, type History } from '../history.ts'
import { LAB_FIGURES, type LabFigureKey } from '../lab/figures.ts'
import { labFigurePath } from '../lab/lab-path.ts'
import { LAB_LIMITS, type TypedLabQuery } from '../lab/query.ts'
import { BOXES } from '../positions.ts'
import type { Link } from './links.ts'
import { type NumberSlot, type Query, SHORT_WEEKDAYS, type Slots } from './types.ts'

interface Figure {
  figure: LabFigureKey
  typed: TypedLabQuery
}

/** The figure of the lab that shows an answer, over the same draws; null where no figure shows it. */
export function labLink(query: Query, history: History): Link | null {
  const found = figureOf(query)
  const draws = found && drawsOf(query.slots, history)
  if (!found || !draws) return null
  const { figure, typed } = found
  return {
    path: labFigurePath(figure, { ...draws, ...typed }),
    text: `In the lab: ${LAB_FIGURES[figure].title}`,
  }
}

function figureOf({ intent, slots }: Query): Figure | null {
  const { numbers = [], type, within, lag } = slots
  const [first] = numbers
  const set = setOf(type ?? first?.type)
  // The lab shows one set at a time, and a box only for single numbers.
  const isMixed = numbers.some((number) => number.type !== first!.type || number.box !== first!.box)
  if (isMixed) return null
  const hasBox = first?.box !== undefined || slots.box !== undefined
  switch (intent) {
    case 'count':
      return frequencyOf(first!, set)
    case 'compare':
      return slots.by === 'number' ? frequencyOf(first!, set) : null
    case 'cold':
      return frequencyOf(slots, set)
    case 'hot': {
      const found = frequencyOf(slots, set)
      return found && { ...found, figure: 'top-five' }
    }
    case 'gap':
    case 'due':
      return hasBox ? null : { figure: 'gaps', typed: set }
    case 'together':
      return hasBox || numbers.length > LAB_LIMITS.mostNumbers
        ? null
        : { figure: 'together', typed: { ...set, numbers: numbers.map(({ number }) => number).join('-') } }
    case 'pairs-with':
      return hasBox ? null : { figure: 'pairs', typed: set }
    case 'followers':
    case 'then':
      return hasBox || set.set ? null : stepOf('followers', slots, { number: String(first!.number) })
    case 'chart-hit':
      if (first) return stepOf('followers', slots, { number: String(first.number) })
      return lag === undefined && within !== undefined && within > 1
        ? stepOf('chart-within', slots, {})
        : stepOf('chart-test', slots, {})
    case 'chart-test':
      return { figure: 'chart-test', typed: {} }
    case 'shape':
      return { figure: SHAPES[slots.measure!], typed: set }
    default:
      return null
  }
}

const SHAPES = { ending: 'endings', 'odd-even': 'odd-even', sum: 'sums' } as const

const setOf = (type: Slots['type']): TypedLabQuery => (type && type !== 'winning' ? { set: type } : {})

function frequencyOf({ box, type }: Pick<NumberSlot, 'box' | 'type'>, set: TypedLabQuery): Figure | null {
  if (!box) return { figure: 'frequency', typed: set }
  // The lab counts the boxes of both sets one by one.
  return type === 'both'
    ? null
    : { figure: 'frequency', typed: { ...set, box: String(BOXES.indexOf(box) + 1) } }
}

/** The figures of steps show the draws one, two and three later, and those within three draws. */
function stepOf(figure: LabFigureKey, { within = 1, lag }: Slots, typed: TypedLabQuery): Figure | null {
  const isExact = lag !== undefined || within === 1
  const steps = lag ?? within
  if (figure === 'followers') {
    if (isExact) return steps <= 3 ? { figure, typed: { ...typed, lag: String(steps) } } : null
    return steps === 3 ? { figure, typed } : null
  }
  return steps <= 3 ? { figure, typed } : null
}

/** The draws of a question as a choice of the lab; null where the lab cannot choose them. */
function drawsOf({ games, operator, weekday, period }: Slots, history: History): TypedLabQuery | null {
  const typed: TypedLabQuery = {
    ...(games && { games: games.join(',') }),
    ...(operator && { operator }),
    ...(weekday && { weekday: WEEKDAYS[SHORT_WEEKDAYS.indexOf(weekday)]! }),
  }
  if (!period) return typed
  if ('event' in period) return null
  if ('last' in period) return { ...typed, window: `last ${period.last}` }
  const record = daysOf(history)
  const [from, to] = [period.from ?? record?.[0], period.to ?? record?.[1]]
  return from && to && from <= to ? { ...typed, window: 'dates', from, to } : null
}

/** The oldest and the newest day on record. */
function daysOf(history: History): [LagosDate, LagosDate] | null {
  const days = [...history.games.values()]
    .filter(({ length }) => length > 0)
    .flatMap((draws) => [dateAt(draws, 0), dateAt(draws, draws.length - 1)])
    .sort()
  return days.length === 0 ? null : [days[0]!, days[days.length - 1]!]
}
