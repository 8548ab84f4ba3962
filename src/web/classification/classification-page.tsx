import { type FormEvent, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { CLASSIFICATION, HALVES, rowOf } from '../../domain/classification.ts'
import { parseBall } from '../../domain/draw.ts'
import { PATHS } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { formText } from '../ui/form-text.ts'
import { Title } from '../ui/title.tsx'
import { ChartTable } from './chart-table.tsx'
import { Relatives } from './relatives.tsx'

/** The classification chart: search a number or tap one to see its nine relatives; prints on one sheet. */
export default function ClassificationPage() {
  const [, navigate] = useLocation()
  const asked = new URLSearchParams(useSearch()).get('number') ?? ''
  const chosen = parseBall(asked)
  const [error, setError] = useState(asked && chosen === null ? WRONG : undefined)

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = formText(event.currentTarget, 'number')
    const number = parseBall(typed)
    setError(number === null ? WRONG : undefined)
    if (number !== null) navigate(`${PATHS.classification}?number=${number}`)
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
        <div className="w-32">
          <Field
            key={asked}
            label="Number"
            name="number"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            defaultValue={asked}
            error={error}
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
        {CLASSIFICATION.length} numbers. The chart is a tradition of players; measured over thousands of
        draws, no column tells the next draw better than chance.
      </p>
    </>
  )
}

const WRONG = 'A whole number from 1 to 90, please.'
