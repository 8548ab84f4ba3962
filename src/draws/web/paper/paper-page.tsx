import type { ReactNode } from 'react'
import { formatDayMonth, formatInstant } from '../../../platform/rules/base/calendar.ts'
import { MESSAGES, NOTES } from '../../../platform/rules/base/messages.ts'
import { drawsWords } from '../../../platform/rules/base/words.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { useNow } from '../../../platform/web/api/use-now.ts'
import { useSearch } from '../../../platform/web/ui/location.ts'
import type { PaperRow } from '../../rules/paper.ts'
import { paperPath } from '../addresses.ts'

type Paper = AnswerOf<'GET /api/paper'>

export const parameters = ['date', 'days', 'game', 'year']

const addressOf = (search: URLSearchParams) => `/api/paper${search.size > 0 ? `?${search}` : ''}`

export const calls = (search: URLSearchParams) => [addressOf(search)]

/** A sheet on A4 pages, shown as it is printed: a day, seven days, or a year of a game. */
export default function PaperPage() {
  const search = new URLSearchParams(useSearch())
  const { data, error, refetch } = useCall('GET /api/paper', addressOf(search))
  const now = useNow(60_000)
  return (
    <>
      <PaperBar search={search} isReady={data !== undefined} />
      <main id="content" className="paper">
        {data ? (
          data.pages.map((blocks, i) => (
            <section
              key={keyOf(blocks)}
              className="paper-page"
              aria-label={`Page ${i + 1} of ${data.pages.length}`}
            >
              <Head paper={data} page={i + 1} />
              {data.kind === 'day' ? (
                <Day rows={blocks[0]!.rows} next={i + 1 === data.pages.length && data} />
              ) : data.kind === 'week' ? (
                <Week blocks={blocks} />
              ) : (
                <div className="paper-columns">
                  {blocks.map(({ rows }) => (
                    <Year key={rows[0]?.date} rows={rows} />
                  ))}
                </div>
              )}
              <footer className="paper-foot">
                <span>{data.address + PATHS.results}</span>
                <span>
                  {data.kind === 'year' && yearWords(data)}
                  Printed {formatInstant(now)}
                </span>
                <span>
                  {NOTES.adults} {NOTES.odds}
                </span>
              </footer>
            </section>
          ))
        ) : (
          <div role={error ? 'alert' : 'status'} className="paper-state">
            <p>{error ? (error.problem?.title ?? MESSAGES.resultsFailed) : 'Loading...'}</p>
            {error && (
              <button type="button" onClick={refetch}>
                Try again
              </button>
            )}
          </div>
        )}
      </main>
    </>
  )
}

/** `95 draws; the empty lines are for your pen. ` */
function yearWords({ draws, pages }: Paper): string {
  const isEmpty = ({ isOff, winning }: Row) => !isOff && winning.length === 0
  const hasEmpty = pages.flat().some(({ rows }) => rows.some(isEmpty))
  return `${drawsWords(draws)}${hasEmpty ? '; the empty lines are for your pen' : ''}. `
}

const keyOf = ([block]: Paper['pages'][number]) => `${block?.rows[0]?.date} ${block?.rows[0]?.name}`

/** What is on the screen only: the way back, the other sheet, and the button. */
function PaperBar({ search, isReady }: { search: URLSearchParams; isReady: boolean }) {
  const [game, date] = [search.get('game'), search.get('date')]
  const isWeek = search.get('days') !== null
  const back = game
    ? `${PATHS.pastResults}?${new URLSearchParams({ game, year: search.get('year') ?? '' })}`
    : `${PATHS.dayResult}${date ? `?date=${encodeURIComponent(date)}` : ''}`
  return (
    <nav className="paper-bar" aria-label="Sheet">
      <a href={back}>Back</a>
      {!game && (
        <a href={paperPath({ ...(date && { date }), ...(!isWeek && { days: '7' }) })}>
          {isWeek ? 'One day' : 'Seven days'}
        </a>
      )}
      <button type="button" className="script-only" disabled={!isReady} onClick={() => print()}>
        Print
      </button>
    </nav>
  )
}

function Head({ paper: { title, contents, sample, pages }, page }: { paper: Paper; page: number }) {
  const Heading = page === 1 ? 'h1' : 'h2'
  return (
    <header className="paper-head">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect x="16" y="16" width="13" height="13" rx="4" />
        <circle cx="11" cy="11" r="8.6" />
      </svg>
      <div>
        <Heading>{title}</Heading>
        <p>
          {contents}
          {sample && `${contents.endsWith('.') ? '' : '.'} ${NOTES.sample}`}
        </p>
      </div>
      <p>
        Lotto Forecast
        <br />
        page {page} of {pages.length}
      </p>
    </header>
  )
}

function Day({ rows, next: last }: { rows: readonly Row[]; next: Paper | false }) {
  return (
    <>
      <ol className={`paper-day ${rows.length > 8 ? 'is-small' : rows.length > 6 ? 'is-middle' : ''}`}>
        {rows.map((row) => (
          <li key={row.name}>
            <div>
              <b>{row.name}</b>
              {[row.time, row.serial !== null && `S/N ${row.serial}`].filter(Boolean).join(', ')}
              <br />
              {row.operator}
            </div>
            {row.isOff ? (
              <p>No draw</p>
            ) : (
              <>
                <Numbers of={row.winning} label="Winning" className="paper-winning" />
                <Numbers of={row.machine} label="Machine" className="paper-machine" />
              </>
            )}
          </li>
        ))}
      </ol>
      {rows.length === 0 ? (
        <p className="paper-key">No game draws on this day.</p>
      ) : (
        <p className="paper-key" aria-hidden="true">
          <span className="paper-winning">
            <i />
          </span>
          winning, in the order drawn
          <span className="paper-machine">
            <i />
          </span>
          machine
        </p>
      )}
      {last && last.next && (
        <div className="paper-next">
          <div>
            <h2>{last.next.title}</h2>
            <p>{last.next.text}</p>
          </div>
          <figure>
            <svg
              viewBox={`0 0 ${last.qr.size} ${last.qr.size}`}
              aria-hidden="true"
              shapeRendering="crispEdges"
            >
              <path d={last.qr.path} />
            </svg>
            <figcaption>Newer results</figcaption>
          </figure>
        </div>
      )}
    </>
  )
}

type Row = Paper['pages'][number][number]['rows'][number]

const FIVE = [0, 1, 2, 3, 4]

function Numbers({ of, label, className }: { of: readonly number[]; label: string; className: string }) {
  return (
    <p className={className}>
      <span className="visually-hidden">
        {of.length > 0 ? `${label} numbers: ` : `No ${label.toLowerCase()} numbers yet`}
      </span>
      {FIVE.map((place) => (
        <i key={place}>{of[place]}</i>
      ))}
    </p>
  )
}

function Week({ blocks }: { blocks: Paper['pages'][number] }) {
  return (
    <table className="paper-table is-week">
      <TableHead first={['Time', 'Game', 'S/N']} />
      {blocks.map(({ heading, rows }) => (
        <tbody key={heading}>
          <tr className="paper-date">
            <th colSpan={13} scope="rowgroup">
              {heading}
            </th>
          </tr>
          {rows.map((row) => (
            <tr key={row.name}>
              <td>{row.time}</td>
              <th scope="row">{row.name}</th>
              <td>{row.serial}</td>
              <Cells row={row} />
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

function Year({ rows }: { rows: readonly Row[] }) {
  return (
    <table className="paper-table is-year">
      <TableHead first={['S/N', 'Date']} />
      <tbody>
        {rows.map((row, i) => (
          <tr key={row.date} className={beginsMonth(row, rows[i - 1]) ? 'is-month' : undefined}>
            <td>{row.serial}</td>
            <th scope="row">{formatDayMonth(row.date)}</th>
            <Cells row={row} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const beginsMonth = (row: Pick<PaperRow, 'date'>, before?: Pick<PaperRow, 'date'>) =>
  before !== undefined && row.date.slice(0, 7) !== before.date.slice(0, 7)

function TableHead({ first }: { first: readonly string[] }): ReactNode {
  return (
    <thead>
      <tr>
        {first.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
        <th colSpan={5} scope="colgroup">
          Winning
        </th>
        <th colSpan={5} scope="colgroup" className="is-machine">
          Machine
        </th>
      </tr>
    </thead>
  )
}

function Cells({ row: { isOff, winning, machine } }: { row: Row }) {
  if (isOff)
    return (
      <td colSpan={10} className="is-off">
        No draw
      </td>
    )
  const empty = winning.length === 0 ? 'is-empty' : ''
  return (
    <>
      {FIVE.map((place) => (
        <td key={place} className={`is-winning ${empty}`}>
          {winning[place]}
        </td>
      ))}
      {FIVE.map((place) => (
        <td key={place} className={`${place === 0 ? 'is-machine' : ''} ${empty}`}>
          {machine[place]}
        </td>
      ))}
    </>
  )
}
