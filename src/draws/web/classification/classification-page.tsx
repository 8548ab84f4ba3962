import { type FormEvent, useEffect, useState, memo } from 'react'
import { useLocation, useSearch } from '../../../platform/web/ui/location.ts'
import {
  HALVES,
  CHART_TEST_ON_SAMPLES,
  TOO_FEW_FOR_CHART_TEST,
  ballOf,
  type ClassificationRow,
  type ColumnKey,
  COLUMNS,
} from '../../rules/classification/classification.ts'
import { parseBall } from '../../../platform/rules/base/balls.ts'
import { FOUND_ROW } from '../../rules/number-links.ts'
import { PATHS, numberPath } from '../../../platform/rules/site/paths.ts'
import { Button, CONTROL } from '../../../platform/web/ui/button.tsx'
import { formText } from '../../../platform/web/ui/form-text.ts'
import { Head } from '../../../platform/web/ui/title.tsx'
import { ResponsibleNote } from '../../../platform/web/ui/responsible-note.tsx'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { MethodLink } from '../../../platform/web/ui/method-link.tsx'
import { itemAt } from '../../../platform/rules/base/lists.ts'

/** The id of the number's field. */
const FIELD = 'chart-number'

export const parameters = ['number']

export const calls = () => [CHART_RESULT]

/** The classification chart. Find marks a number's row and scrolls to it. It prints on one sheet. */
export default function ClassificationPage() {
  const [, navigate] = useLocation()
  const typedNumber = new URLSearchParams(useSearch()).get('number')
  const found = parseBall(typedNumber ?? '')
  const [searches, setSearches] = useState(0)
  useScrollToFound(found, searches)

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = formText(event.currentTarget, 'number')
    const query = new URLSearchParams({ number: String(parseBall(typed) ?? typed) })
    const isSame = typedNumber === query.get('number')
    navigate(`${PATHS.classification}?${query}`, { replace: isSame })
    setSearches(searches + 1)
  }

  return (
    <>
      <Head title="Lotto Classification Chart" />
      <form
        method="get"
        action={`${PATHS.classification}#${FOUND_ROW}`}
        onSubmit={search}
        role="search"
        aria-label="Search the chart"
        className="no-print mb-1 flex flex-wrap items-center gap-2"
      >
        <NumberField
          key={typedNumber}
          typed={typedNumber}
          isInvalid={typedNumber !== null && found === null}
        />
        <p className="ml-auto flex gap-2 text-sm">
          {HALVES.map((rows) => (
            <a key={itemAt(rows, 0).number} href={`#${halfId(rows)}`} className="link tap justify-center">
              {itemAt(rows, 0).number}-{itemAt(rows, -1).number}
            </a>
          ))}
        </p>
      </form>
      <div className="chart-sheets grid grid-cols-1 gap-4 lg:grid-cols-2">
        {HALVES.map((rows) => (
          <ChartTable key={itemAt(rows, 0).number} rows={rows} found={found} />
        ))}
      </div>
      <ChartResult />
      <ResponsibleNote />
    </>
  )
}

/** The number and its button, with the error on a line below the whole form. */
function NumberField({ typed, isInvalid }: { typed: string | null; isInvalid: boolean }) {
  return (
    <>
      <div className="w-26">
        <input
          id={FIELD}
          className={CONTROL}
          aria-label="Number"
          name="number"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          defaultValue={typed ?? ''}
          aria-invalid={isInvalid || undefined}
          aria-describedby={isInvalid ? `${FIELD}-error` : undefined}
        />
      </div>
      <Button type="submit" kind="plain">
        Find
      </Button>
      {isInvalid && (
        <p id={`${FIELD}-error`} role="alert" className="order-last w-full text-sm font-bold text-error">
          Enter a number from 1 to 90.
        </p>
      )}
    </>
  )
}

/** Scrolls to the found row. A search moves the focus there, so that it is read out, or back to the invalid number. */
function useScrollToFound(found: number | null, searches: number): void {
  useEffect(() => {
    const row = found === null ? null : document.getElementById(FOUND_ROW)
    row?.scrollIntoView({ block: 'center' })
    if (searches === 0) return
    const target = row?.querySelector('a') ?? document.getElementById(FIELD)
    target?.focus({ preventScroll: true })
  }, [found, searches])
}

const CHART_RESULT = '/api/chart-result'

/** What the test of the chart on all recorded draws says now. */
function ChartResult() {
  const { data, error, refetch } = useCall('GET /api/chart-result', CHART_RESULT)
  return (
    <section aria-labelledby="chart-result" className="no-print mt-4 max-w-prose text-sm">
      <h2 id="chart-result" className="mb-1 font-bold">
        Can the chart help you guess the next draws?
      </h2>
      {data && <Result {...data} />}
      {error && (
        <p role="alert">
          The test could not be loaded.{' '}
          <button type="button" className="link" onClick={refetch}>
            Try again
          </button>
        </p>
      )}
      <p className="mt-1 text-quiet">
        The chart is a tradition of players. <MethodLink of="chart-test">How the test works</MethodLink>
      </p>
    </section>
  )
}

function Result({ sentence, sample }: { sentence: string | null; sample: boolean }) {
  if (sentence === null) return <p>{TOO_FEW_FOR_CHART_TEST}</p>
  return (
    <>
      <p>{sentence}</p>
      {sample && <p className="mt-1">{CHART_TEST_ON_SAMPLES}</p>}
    </>
  )
}

interface Props {
  rows: readonly ClassificationRow[]
  /** The number to mark; null for a half without it. */
  found: number | null
}

/** The half of the chart that starts at `rows[0]`. Every figure that is a ball links to its number. */
const ChartTable = memo(function ChartTable({ rows, found }: Props) {
  const caption = `Numbers ${itemAt(rows, 0).number} to ${itemAt(rows, -1).number}`
  return (
    <div className="chart-box" id={halfId(rows)}>
      <div role="region" aria-label={caption} tabIndex={0}>
        <table className="chart-table">
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {COLUMNS.map(([key, label]) => (
                <th key={key} scope="col">
                  <span>{label}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.number} row={row} isFound={row.number === found} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
})

/** The id of a half, for the links above the chart. */
const halfId = (rows: readonly ClassificationRow[]): string => `from-${itemAt(rows, 0).number}`

const FIGURE_COLUMNS = COLUMNS.slice(1).map(([key]) => key as Exclude<ColumnKey, 'number'>)

function Row({ row, isFound }: { row: ClassificationRow; isFound: boolean }) {
  return (
    <tr id={isFound ? FOUND_ROW : undefined}>
      <th scope="row">
        <a href={numberPath(row.number)} aria-current={isFound || undefined}>
          {row.number}
        </a>
      </th>
      {FIGURE_COLUMNS.map((key) => (
        <Figure key={key} cell={row[key]} />
      ))}
    </tr>
  )
}

/**
 * A figure of the chart. The Tab key skips its link, because the first column links to the same ninety numbers and a
 * keyboard would need 900 presses to leave the chart.
 */
function Figure({ cell }: { cell: string }) {
  const ball = ballOf(cell)
  return (
    <td>
      {ball === null ? (
        cell
      ) : (
        <a href={numberPath(ball)} tabIndex={-1}>
          {cell}
        </a>
      )}
    </td>
  )
}
