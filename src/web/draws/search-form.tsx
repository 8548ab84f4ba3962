import { type FormEvent, useState } from 'react'
import { SEARCH_LIMITS } from '../../domain/search-limits.ts'
import { BLANK_ROW, readSearch, type TypedRow, writeSearch } from '../../domain/search-address.ts'
import { PATHS } from '../../domain/paths.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox, Select } from '../ui/field.tsx'
import { SearchRowFields } from './search-row-fields.tsx'
import type { Results } from './use-results.ts'

interface Props {
  results: Results
  games: readonly { key: string; name: string }[]
  years: readonly number[]
}

const isText = (entry: [string, FormDataEntryValue]): entry is [string, string] =>
  typeof entry[1] === 'string'

/** The number search. The search is kept in the address bar; without script the browser submits the form there. */
export function SearchForm({ results, games, years }: Props) {
  const { typed, checked, only, show } = results
  const [rows, setRows] = useState(() =>
    (typed.rows.length > 0 ? typed.rows : [BLANK_ROW]).map((row, id): { id: number; row: TypedRow } => ({
      id,
      row,
    })),
  )
  const add = () => setRows([...rows, { id: rows[rows.length - 1]!.id + 1, row: BLANK_ROW }])

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const entries = [...new FormData(event.currentTarget)].filter(isText)
    const query = new URLSearchParams(writeSearch(readSearch(entries)))
    if (entries.some(([name]) => name === 'only')) query.set('only', 'yes')
    show(query)
    // On a phone the answer would be behind the bottom bar.
    const answer = event.currentTarget.nextElementSibling
    requestAnimationFrame(() => answer?.scrollIntoView({ block: 'nearest' }))
  }

  return (
    <form
      method="get"
      action={PATHS.pastResults}
      onSubmit={search}
      role="search"
      aria-label="Number search"
      className="mt-4 rounded-lg border border-line bg-sheet p-3"
    >
      {rows.map(({ id, row }, place) => (
        <SearchRowFields
          key={id}
          place={place}
          row={row}
          error={checked.wrongNumber.includes(place) ? 'Enter a number from 1 to 90.' : undefined}
          onRemove={rows.length > 1 ? () => setRows(rows.filter((other) => other.id !== id)) : undefined}
        />
      ))}
      <div className="grid grid-cols-2 gap-2 sm:max-w-md">
        <Select label="Game" name="game" defaultValue={typed.game}>
          <option value="">All games</option>
          {games.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </Select>
        <Select label="Year" name="year" defaultValue={typed.year}>
          <option value="">All years</option>
          {years.map((year) => (
            <option key={year}>{year}</option>
          ))}
        </Select>
      </div>
      {(only || checked.search.rows.length > 0) && (
        <Checkbox label="Show only draws that match" name="only" value="yes" defaultChecked={only} />
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="submit">Search</Button>
        {rows.length < SEARCH_LIMITS.rows && (
          <Button kind="plain" onClick={add}>
            Add a row
          </Button>
        )}
      </div>
    </form>
  )
}
