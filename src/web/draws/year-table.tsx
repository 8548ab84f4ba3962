import { memo, useLayoutEffect, useRef, useState } from 'react'
import { drawsWords } from '../../domain/base/words.ts'
import { drawOfDay } from '../../domain/site/paths.ts'
import type { SearchRow } from '../../domain/draws/number-search.ts'
import type { YearTable as Table } from '../../domain/draws/results-view.ts'
import { useCorrected } from '../api/draw-news.ts'
import { ringHits, yearRowsHtml } from './year-rows.ts'

interface Props {
  /** The game's name. */
  name: string
  table: Table
  /** Rows of the number search. Their matches are ringed. */
  search: readonly SearchRow[]
}

/** One year of a game, newest first. The head stays below the masthead. */
export const YearTable = memo(function YearTable({ name, table, search }: Props) {
  const { game, year, draws, partial, rows } = table
  const corrected = useCorrected(drawOfDay(game, `${year}-`))
  const body = useRef<HTMLTableSectionElement>(null)
  // Equal rows keep their elements, with the rings of the first search until `ringHits` changes them.
  const html = (rings: readonly SearchRow[]) =>
    yearRowsHtml(game, rows, rings, (date) => corrected.get(drawOfDay(game, date)))
  const plain = html([])
  const write = () => ({ plain, html: search.length === 0 ? plain : html(search) })
  const [written, setWritten] = useState(write)
  if (written.plain !== plain) setWritten(write())
  useLayoutEffect(() => ringHits(body.current!, rows, search), [rows, search])
  const count = drawsWords(draws)
  return (
    <div className="year-scroller">
      <table className="year">
        <caption>
          <h2>
            {name} {year}
          </h2>{' '}
          <span>{partial ? `newest ${rows.length} of ${count}` : `${count}, newest first`}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <abbr title="Serial number">S/N</abbr>
            </th>
            <th scope="col">Date</th>
            <th scope="colgroup" colSpan={5}>
              Winning
            </th>
            <th scope="colgroup" colSpan={5}>
              Machine
            </th>
          </tr>
        </thead>
        {/* oxlint-disable-next-line react/no-danger -- numbers and our own words, see yearRowsHtml */}
        <tbody ref={body} dangerouslySetInnerHTML={{ __html: written.html }} />
      </table>
    </div>
  )
})
