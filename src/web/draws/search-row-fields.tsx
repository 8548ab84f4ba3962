import { type ReactNode, useId } from 'react'
import { capitalised } from '../../domain/base/calendar.ts'
import { boxName, SEARCH_BOXES, SEARCH_TYPES, type SearchBox } from '../../domain/base/balls.ts'
import { boxIn, fieldName, type RowProblem, type TypedRow } from '../../domain/draws/search-address.ts'
import { Segments } from '../ui/segments.tsx'

interface Props {
  place: number
  row: TypedRow
  error: { text: string; fields: RowProblem['fields'] } | null
  /** The row was added just now and takes the focus. */
  isNew: boolean
  /** How the row is joined to the row above. */
  join?: ReactNode
  /** Buttons beside the error. */
  children: ReactNode
}

const TYPES = SEARCH_TYPES.map((type) => ({ value: type, text: capitalised(type) }))

const SHORT: Record<SearchBox, string> = {
  first_box: '1st',
  second_box: '2nd',
  center_box: 'Centre',
  forth_box: '4th',
  last_box: 'Last',
  any_box: 'Any',
}
const POSITIONS = SEARCH_BOXES.map((box) => ({ value: box, text: SHORT[box], label: boxName(box) }))

const focus = (input: HTMLInputElement | null) => input?.focus()

/** One row of the search. The line of its error is reserved, so that an error moves nothing. */
export function SearchRowFields({ place, row, error, isNew, join, children }: Props) {
  const id = useId()
  const describedBy = (field: RowProblem['fields'][number]) =>
    error?.fields.includes(field) ? `${id}-error` : undefined
  return (
    <fieldset className="search-row">
      <legend className="visually-hidden">Search {place + 1}</legend>
      {join}
      <div>
        <label htmlFor={id} className="mb-1 block text-label font-bold">
          Number
        </label>
        <input
          id={id}
          name="number"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          defaultValue={row.number}
          ref={isNew ? focus : undefined}
          aria-invalid={error?.fields.includes('number') || undefined}
          aria-describedby={describedBy('number')}
          className="number-field"
        />
      </div>
      <Segments
        legend="Draw type"
        name={fieldName('type', place)}
        options={TYPES}
        defaultValue={row.type}
        describedBy={describedBy('type')}
      />
      <div className="search-position">
        <Segments
          legend="Position"
          isPlain
          name={fieldName('position', place)}
          options={POSITIONS}
          defaultValue={boxIn(row) ?? ''}
          describedBy={describedBy('position')}
        />
      </div>
      <div className="search-foot">
        <p id={`${id}-error`} className="search-error">
          {error?.text}
        </p>
        {children}
      </div>
    </fieldset>
  )
}
