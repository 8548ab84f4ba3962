import { useEffect, useRef } from 'react'
import { ballOf, type ClassificationRow, COLUMNS } from '../../domain/classification.ts'
import { PageLink } from '../ui/page-link.tsx'
import { PATHS } from '../../domain/paths.ts'
import { Ball } from '../ui/ball.tsx'

/** The nine relatives of a number. A relative from 1 to 90 links to its own relatives. */
export function Relatives({ row }: { row: ClassificationRow }) {
  const section = useRef<HTMLElement>(null)
  const shown = useRef(row.number)
  useEffect(() => {
    // After a tap further down the chart, the answer would be off screen.
    if (shown.current !== row.number) section.current?.scrollIntoView({ block: 'nearest' })
    shown.current = row.number
  }, [row])
  return (
    <section
      ref={section}
      aria-label="Relatives"
      className="no-print mt-4 rounded-lg border border-line bg-sheet p-3"
    >
      <div role="status">
        <h2 className="flex items-center gap-2 font-bold">
          <Ball number={row.number} /> Relatives of {row.number}
        </h2>
      </div>
      <dl className="mt-3 grid grid-cols-3 gap-3 sm:grid-cols-9">
        {COLUMNS.slice(1).map(([key, label]) => {
          const cell = String(row[key])
          const ball = ballOf(cell)
          return (
            <div key={key}>
              <dt className="text-xs text-quiet">{label}</dt>
              <dd className="text-lg font-bold">
                {ball === null ? (
                  cell
                ) : (
                  <PageLink
                    to={`${PATHS.classification}?number=${ball}`}
                    className="link inline-flex min-h-8 items-center"
                  >
                    {cell}
                  </PageLink>
                )}
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
