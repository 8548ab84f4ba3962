import type { FormEvent } from 'react'
import { useLocation, useSearch } from '../ui/location.ts'
import { CLASSIFICATION, HALVES, rowOf } from '../../domain/classification.ts'
import { parseBall } from '../../domain/ball.ts'
import { PATHS } from '../../domain/paths.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { formText } from '../ui/form-text.ts'
import { Title } from '../ui/title.tsx'
import { ChartTable } from './chart-table.tsx'
import { Relatives } from './relatives.tsx'

/** The classification chart. Search for a number or tap one to see its nine relatives. Prints on one sheet. */
export default function ClassificationPage() {
  const [, navigate] = useLocation()
  const typedNumber = new URLSearchParams(useSearch()).get('number')
  const chosen = parseBall(typedNumber ?? '')
  const isInvalid = typedNumber !== null && chosen === null

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = formText(event.currentTarget, 'number')
    const query = new URLSearchParams({ number: String(parseBall(typed) ?? typed) })
    navigate(`${PATHS.classification}?${query}`)
  }

  return (
    <>
      <Title>Lotto Classification Chart</Title>
      <form
        method="get"
        action={PATHS.classification}
        onSubmit={search}
        role="search"
        aria-label="Search the chart"
        className="no-print mt-3 flex flex-wrap items-end gap-3"
      >
        {/* An error needs a full line to be readable. */}
        <div className={isInvalid ? 'w-full [&_input]:w-32' : 'w-32'}>
          <Field
            key={typedNumber}
            label="Number"
            name="number"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            defaultValue={typedNumber ?? ''}
            error={isInvalid ? 'Enter a number from 1 to 90.' : undefined}
          />
        </div>
        <Button type="submit">Search</Button>
      </form>
      {chosen !== null && <Relatives row={rowOf(chosen)!} />}
      <div className="chart-sheets mt-4 grid grid-cols-1 gap-6 lg:grid-cols-2">
        {HALVES.map((rows) => (
          <ChartTable key={rows[0]!.number} rows={rows} chosen={chosen} />
        ))}
      </div>
      <p className="no-print mt-4 text-sm text-quiet">
        {CLASSIFICATION.length} numbers. The chart is a tradition of players. Over thousands of draws, no
        column predicted the next draw better than chance.
      </p>
    </>
  )
}
