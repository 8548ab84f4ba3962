import { formatDate, formatDayMonth } from '../../platform/rules/base/calendar.ts'
import { findsBall, type SearchRow } from '../rules/number-search.ts'
import { drawOfDay, drawPath } from '../../platform/rules/site/paths.ts'
import type { TableRow } from '../rules/results-view.ts'
import { PageLink } from '../../platform/web/ui/page-link.tsx'
import { DrawRow } from './draw-row.tsx'
import { Was } from './was.tsx'

interface Props {
  rows: readonly (TableRow & { game: string; name: string; operator: string })[]
  /** Rows of the number search. Their matches are ringed. */
  search: readonly SearchRow[]
  /** Whether the rows are of several games, so that each has its game's name. */
  named: boolean
}

/** Draws that a search found, newest first. */
export function DrawList({ rows, search, named }: Props) {
  // A match among the machine numbers must not be behind a toggle.
  const both = search.some(({ type }) => type === 'machine')
  return (
    <ol className="draw-rows">
      {rows.map((row) => {
        const { game, name, operator, date, serial } = row
        const year = date.slice(0, 4)
        const label = `${name}, ${formatDate(date)}`
        return (
          <DrawRow
            key={`${game} ${date}`}
            operator={operator}
            name={
              <PageLink to={drawPath(drawOfDay(game, date))} aria-label={label} className="draw-link">
                {named ? name : formatDayMonth(date)}
              </PageLink>
            }
            label={label}
            note={
              <>
                {named ? formatDate(date) : year}
                {!named && serial !== null && `, S/N ${serial}`}
                <Was draw={drawOfDay(game, date)} />
              </>
            }
            draw={row}
            both={both}
            isHit={(type, place) =>
              search.some((wanted) => findsBall(wanted, type, place, row[type][place]!))
            }
          />
        )
      })}
    </ol>
  )
}
