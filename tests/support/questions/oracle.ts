/**
 * The truth about a list of draws, by slow and obvious loops. It shares no code with the assistant, so that a wrong count
 * there cannot be a wrong count here.
 */
export interface Drawn {
  game: string
  operator: string
  /** `2025-06-24` */
  date: string
  /** Minutes after midnight at which the game closes. */
  close: number
  winning: number[]
  machine: number[]
}

export interface Ball {
  number: number
  /** 1 to 5. */
  box?: number
  type?: 'winning' | 'machine' | 'both'
}

/** Which draws a question is about. */
export interface Choice {
  games?: string[]
  operator?: string
  /** 0 for Monday. */
  weekday?: number
  from?: string
  to?: string
  last?: number
  skip?: number
}

const weekdayOf = (date: string) => (new Date(`${date}T12:00:00Z`).getUTCDay() + 6) % 7

/** The chosen draws, oldest first. */
export function chosen(draws: readonly Drawn[], choice: Choice): Drawn[] {
  const found = draws.filter(
    (draw) =>
      (!choice.games || choice.games.includes(draw.game)) &&
      (!choice.operator || draw.operator === choice.operator) &&
      (choice.weekday === undefined || weekdayOf(draw.date) === choice.weekday) &&
      (!choice.from || draw.date >= choice.from) &&
      (!choice.to || draw.date <= choice.to),
  )
  found.sort((a, b) => (a.date === b.date ? a.close - b.close : a.date < b.date ? -1 : 1))
  if (choice.last === undefined) return found
  const end = found.length - (choice.skip ?? 0)
  return found.slice(Math.max(0, end - choice.last), end)
}

export function comes(draw: Drawn, { number, box, type = 'winning' }: Ball): boolean {
  const sets = type === 'both' ? [draw.winning, draw.machine] : [draw[type]]
  return sets.some((set) => (box === undefined ? set.includes(number) : set[box - 1] === number))
}

export const count = (draws: readonly Drawn[], ball: Ball) => draws.filter((draw) => comes(draw, ball)).length

/** The newest or oldest date with all balls, and the games of that day. */
export function seen(draws: readonly Drawn[], balls: readonly Ball[], end: 'newest' | 'oldest') {
  const found = draws.filter((draw) => balls.every((ball) => comes(draw, ball)))
  const draw = end === 'newest' ? found[found.length - 1] : found[0]
  if (!draw) return null
  return { date: draw.date, games: found.filter(({ date }) => date === draw.date).map(({ game }) => game) }
}

export function together(draws: readonly Drawn[], balls: readonly Ball[]) {
  const found = draws.filter((draw) => balls.every((ball) => comes(draw, ball)))
  return { count: found.length, last: found[found.length - 1]?.date ?? null }
}

export function gap(draws: readonly Drawn[], ball: Ball) {
  let since = 0
  for (const draw of [...draws].reverse()) {
    if (comes(draw, ball)) return { draws: since, last: draw.date }
    since++
  }
  return { draws: since, last: null }
}

const NUMBERS = Array.from({ length: 90 }, (_, i) => i + 1)
type Figure = { number: number; figure: number }

/** All numbers by a figure, the first places first. */
function ranked(figure: (number: number) => number, isRising = false): Figure[] {
  const all = NUMBERS.map((number) => ({ number, figure: figure(number) }))
  return all.sort((a, b) => (isRising ? a.figure - b.figure : b.figure - a.figure))
}

export const frequent = (draws: readonly Drawn[], place: Omit<Ball, 'number'>, isRising: boolean) =>
  ranked((number) => count(draws, { ...place, number }), isRising)

export const overdue = (draws: readonly Drawn[], place: Omit<Ball, 'number'>) =>
  ranked((number) => gap(draws, { ...place, number }).draws)

export function companions(draws: readonly Drawn[], number: number) {
  const withIt = draws.filter((draw) => draw.winning.includes(number))
  return ranked((other) => (other === number ? 0 : count(withIt, { number: other })))
}

export const never = (draws: readonly Drawn[], place: Omit<Ball, 'number'>) =>
  draws.length === 0 ? [] : NUMBERS.filter((number) => count(draws, { ...place, number }) === 0)

/** The longest run of draws of one game without a number. */
export function longestRun(draws: readonly Drawn[], ball: Ball): number {
  let longest = 0
  for (let from = 0; from < draws.length; from++) {
    let to = from
    while (to < draws.length && !comes(draws[to]!, ball)) to++
    longest = Math.max(longest, to - from)
  }
  return longest
}

/** The count of the pair that came most often, with each pair that has it. */
export function bestPairs(draws: readonly Drawn[]) {
  const counts = new Map<string, number>()
  for (const { winning } of draws)
    for (const a of winning)
      for (const b of winning) if (a < b) counts.set(`${a}-${b}`, (counts.get(`${a}-${b}`) ?? 0) + 1)
  const most = Math.max(0, ...counts.values())
  return { most, pairs: [...counts].filter(([, n]) => n === most).map(([pair]) => pair) }
}

/** How often the second ball came in one of the next `within` draws (or exactly `lag` draws later) of the same game. */
export function followed(
  draws: readonly Drawn[],
  first: Ball,
  second: Ball,
  steps: { within?: number; lag?: number },
) {
  let [times, trials] = [0, 0]
  for (const game of new Set(draws.map((draw) => draw.game))) {
    const own = draws.filter((draw) => draw.game === game)
    own.forEach((draw, i) => {
      const reach = steps.lag ?? steps.within ?? 1
      if (!comes(draw, first) || i + reach >= own.length) return
      trials++
      const next = steps.lag ? [own[i + steps.lag]!] : own.slice(i + 1, i + reach + 1)
      if (next.some((later) => comes(later, second))) times++
    })
  }
  return { times, trials }
}
