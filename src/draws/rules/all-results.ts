import { positioned } from '../../platform/rules/base/balls.ts'
import type { AllDraws } from './day-result.ts'
import { allocate, bytesOf, drawAt, type GameDraws, isDrawn, yearRange, yearsOf } from './history.ts'

/** The indexes of a game's draws in a year that took place. */
function drawnIn(draws: GameDraws, [from, to]: [number, number]): number[] {
  const drawn: number[] = []
  for (let i = from; i < to; i++) if (isDrawn(draws, i)) drawn.push(i)
  return drawn
}

function resultRow(draws: GameDraws, i: number) {
  const { serial, date, winning, machine } = drawAt(draws, i)
  return {
    serialNumber: serial,
    date,
    winningNumbers: positioned(winning, 'winning'),
    machineNumbers: positioned(machine, 'machine'),
  }
}

/**
 * The specification's answer with all results, in parts: games by key, years, rows. Draws that did not take place are left out. The text
 * of a year is written only if it is asked for; its source is all that it says.
 */
export function* allResults({ games, history }: AllDraws) {
  let gameMark = '{'
  for (const { key } of games) {
    yield `${gameMark}${JSON.stringify(key)}:{`
    gameMark = '},'
    const draws = history.games.get(key) ?? allocate(key, 0)
    let yearMark = ''
    for (const year of yearsOf(draws).reverse()) {
      const range = yearRange(draws, year)
      const drawn = drawnIn(draws, range)
      if (drawn.length === 0) continue
      const name = `${yearMark}"${year}":`
      yield {
        name: `${key} ${name}`,
        source: bytesOf(draws, range),
        text: () => name + JSON.stringify(drawn.map((i) => resultRow(draws, i))),
      }
      yearMark = ','
    }
  }
  yield games.length > 0 ? '}}' : '{}'
}
