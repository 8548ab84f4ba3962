import { DayRow, type DayRowProps } from '../../../draws/web/day-row.tsx'
import { Bell } from '../../../reach/web/push/bell.tsx'
import { useCame } from '../../../slip/web/parts/my-draw.tsx'

/** A row of a day with the player's bell and own numbers. */
export function OwnDayRow(row: Omit<DayRowProps, 'end' | 'came'>) {
  const { game, date } = row
  const came = useCame({ game: game.key, date })
  return <DayRow {...row} end={<Bell game={{ key: game.key, name: game.name }} />} came={came} />
}
