import { positioned } from '../../platform/rules/base/balls.ts'
import type { AllDraws } from './day-result.ts'
import { allocate, drawAt, type GameDraws, isDrawn, yearRange, yearsOf } from './history.ts'

/** The rows of a game's year in the form of the specification. Draws that did not take place are left out. */
function rowsOfYear(draws: GameDraws, year: number) {
  const rows: ReturnType<typeof resultRow>[] = []
  const [from, to] = yearRange(draws, year)
  for (let i = from; i < to; i++) if (isDrawn(draws, i)) rows.push(resultRow(draws, i))
  return rows
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

/** The specification's answer with all results, in parts: games by key, years, rows. Draws that did not take place are left out. */
export function* allResults({ games, history }: AllDraws): Generator<string> {
  let gameMark = '{'
  for (const { key } of games) {
    yield `${gameMark}${JSON.stringify(key)}:{`
    gameMark = '},'
    const draws = history.games.get(key) ?? allocate(key, 0)
    let yearMark = ''
    for (const year of yearsOf(draws).reverse()) {
      const rows = rowsOfYear(draws, year)
      if (rows.length === 0) continue
      yield `${yearMark}"${year}":${JSON.stringify(rows)}`
      yearMark = ','
    }
  }
  yield games.length > 0 ? '}}' : '{}'
}
