import { ask } from '../../../src/assistant/rules/answer/ask.ts'
import { addDays, dayOf, parseDate } from '../../../src/platform/rules/base/calendar.ts'
import { seedGames, weeklySlotOn } from '../../../src/draws/rules/games.ts'
import { historyOf } from '../../../src/draws/rules/history.ts'
import { historyDraw } from '../history-draw.ts'
import { random } from '../random.ts'
import { questions } from './grammar.ts'
import type { Drawn } from './oracle.ts'
import { FIRST, TODAY } from './parts.ts'

const NOW = Date.parse(`${TODAY}T10:00:00+01:00`)
const GAMES = seedGames(parseDate('2020-01-01')!)

/** Draws of every game at its times; one in 60 is not held, and one in 60 is a day late. */
function drawsOf(seed: number): Drawn[] {
  const r = random(seed)
  const found = new Map<string, Drawn>()
  for (let date = parseDate(FIRST)!; date < TODAY; date = addDays(date, 1))
    for (const game of GAMES) {
      const slot = weeklySlotOn(game, date)
      const roll = r.below(60)
      if (!slot || roll === 0) continue
      const on = roll === 1 && addDays(date, 1) < TODAY ? addDays(date, 1) : date
      const close = weeklySlotOn(game, on)?.close ?? 24 * 60
      const balls = [...new Set([...r.balls(), ...r.balls(), ...r.balls(), ...r.balls()])]
      const drawn = {
        game: game.key,
        operator: game.operator,
        date: on,
        close,
        winning: balls.slice(0, 5),
        machine: balls.slice(5, 10),
      }
      found.set(`${game.key} ${on}`, drawn)
    }
  return [...found.values()]
}

/** Asks generated questions of a seed. A wrong answer is one that is not the truth, or one where none is due. */
export function measure(seed: number, total: number) {
  const draws = drawsOf(seed)
  const history = historyOf(
    draws.map(({ game, date, winning, machine }) =>
      historyDraw({ game, day: dayOf(parseDate(date)!), winning, machine }),
    ),
  )
  const data = { games: GAMES, history }
  const [wrong, held]: [string[], string[]] = [[], []]
  const kinds: Record<string, { right: number; held: number; wrong: number }> = {}
  let [answerable, answered] = [0, 0]
  for (const { kind, question, previous, isRight } of questions(random(seed + 1_000_000), draws, total)) {
    const answer = ask({ question, previous }, NOW, data)
    const line = `${kind}: ${previous ? `${previous} > ` : ''}${question}`
    const counts = (kinds[kind] ??= { right: 0, held: 0, wrong: 0 })
    if (isRight) answerable++
    if (!answer.query) {
      if (isRight) held.push(`${line} (${answer.reason}: ${answer.unknown.join()})`)
      counts[isRight ? 'held' : 'right']++
      continue
    }
    answered++
    const isGood = isRight?.(answer) ?? false
    counts[isGood ? 'right' : 'wrong']++
    if (!isGood)
      wrong.push(
        `${line} (${answer.query.intent} ${JSON.stringify(answer.query.slots)} = ${JSON.stringify(answer.value)?.slice(0, 80)})`,
      )
  }
  return { wrong, held, answerable, answered, kinds }
}
