import { addDays, type LagosDate } from '../../../platform/rules/base/calendar.ts'
import { type AllDraws, gamesOfDay } from '../day-result.ts'
import { drawAt, yearRange } from '../history.ts'
import type { DownloadDraw } from './draw-table.ts'

/** The draws that a file has: of one game in one year, or of a range of Lagos days, both included. */
export type DrawsWanted = { game: string; year: number } | { from: LagosDate; to: LagosDate }

export const drawsWanted = (all: AllDraws, wanted: DrawsWanted): DownloadDraw[] => [
  ...('game' in wanted
    ? drawsOfYear(all, wanted.game, wanted.year)
    : drawsOfDays(all, wanted.from, wanted.to)),
]

/** The draws of one game in one year, oldest first. */
function* drawsOfYear({ games, history }: AllDraws, game: string, year: number): Generator<DownloadDraw> {
  const draws = history.games.get(game)
  const name = games.find(({ key }) => key === game)?.name ?? game
  if (!draws) return
  const [from, to] = yearRange(draws, year)
  for (let i = from; i < to; i++) yield { ...drawAt(draws, i), name }
}

/** The draws of a range of days, oldest first, each day by close. */
function* drawsOfDays(all: AllDraws, from: LagosDate, to: LagosDate): Generator<DownloadDraw> {
  for (let date = from; date <= to; date = addDays(date, 1))
    for (const { key: game, name, draw } of gamesOfDay(all, date))
      if (draw) {
        const { serial, state, winning, machine, sample } = draw
        yield { game, name, date, serial, state, winning, machine, sample }
      }
}
