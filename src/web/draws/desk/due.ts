import { type DeskLine, nextToEnter } from '../../../domain/draws/desk.ts'
import { blankEntry, type DeskDay, type Entry } from './entry.ts'

/** The scheduled draws of a day, by closing time. A hidden draw counts as missing, because this user must confirm it. */
export function deskLines({ date, games }: Pick<DeskDay, 'date' | 'games'>): DeskLine[] {
  return games
    .filter(({ schedule }) => schedule)
    .map(({ key, schedule, draw }): DeskLine => ({
      game: key,
      date,
      schedule,
      record: draw === null || draw.hidden ? null : draw.source === 'sample' ? 'sample' : 'real',
    }))
    .sort((a, b) => a.schedule!.closesAt - b.schedule!.closesAt)
}

/**
 * The next draw of today to enter; null when none is left.
 * @param now milliseconds
 * @param saved draws that were just saved: they are not due, even if `today` still lists them
 */
export function nextLine(
  today: Pick<DeskDay, 'date' | 'games'>,
  now: number,
  saved: readonly { game: string; date: string }[],
): DeskLine | null {
  const isSaved = (line: DeskLine) => saved.some(({ game, date }) => game === line.game && date === line.date)
  const lines = deskLines(today).map((line) => (isSaved(line) ? { ...line, record: 'real' as const } : line))
  return nextToEnter(lines, now)
}

/** An empty form for a line of the desk; without one, for a game that staff choose. */
export const entryFor = (line: DeskLine | null, today: Pick<DeskDay, 'today'>): Entry =>
  blankEntry(line?.game ?? '', line?.date ?? today.today)
