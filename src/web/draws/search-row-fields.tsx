import { useEffect, useRef, useState } from 'react'
import { DRAW_TYPES, type DrawType, positionWords, SEARCH_BOXES } from '../../domain/positions.ts'
import type { TypedRow } from '../../domain/search-address.ts'
import { capitalised } from '../../domain/calendar.ts'
import { Button } from '../ui/button.tsx'
import { Field, Select } from '../ui/field.tsx'

interface Props {
  place: number
  row: TypedRow
  error: string | undefined
  onRemove: (() => void) | undefined
}

/** One row of the search. The draw type filters the positions; without script both lists are offered. */
export function SearchRowFields({ place, row, error, onRemove }: Props) {
  const [type, setType] = useState<DrawType | null>(null)
  const chosen = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    // The user may have chosen a type before this script ran.
    const select = chosen.current?.querySelector<HTMLSelectElement>('select[name=type]')
    setType(DRAW_TYPES.find((known) => known === select?.value) ?? null)
  }, [])
  const types = type ? [type] : DRAW_TYPES
  return (
    <fieldset ref={chosen} className="mb-2">
      <legend className="sr-only">Search {place + 1}</legend>
      <div className="flex flex-wrap gap-x-2 gap-y-1">
        {/* An error needs a full line to be readable. */}
        <div className={error ? 'w-full [&_input]:w-18 sm:[&_input]:w-20' : 'w-18 sm:w-20'}>
          <Field
            label="Number"
            name="number"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            defaultValue={row.number}
            error={error}
          />
        </div>
        <div className="min-w-0 flex-1 basis-32 sm:w-40 sm:flex-none">
          <Select
            label="Draw type"
            name="type"
            defaultValue={row.type}
            onChange={(event) => setType(DRAW_TYPES.find((known) => known === event.target.value) ?? null)}
          >
            <option value="">Choose</option>
            {DRAW_TYPES.map((known) => (
              <option key={known} value={known}>
                {capitalised(known)}
              </option>
            ))}
          </Select>
        </div>
        <div className="min-w-0 flex-1 basis-44 sm:w-60 sm:flex-none">
          <Select key={type ?? 'both'} label="Position" name="position" defaultValue={row.position}>
            <option value="">Choose</option>
            {types.map((known) => (
              <optgroup key={known} label={capitalised(known)}>
                {SEARCH_BOXES.map((box) => (
                  <option key={box} value={`${box}_${known}`}>
                    {positionWords(box, known)}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        </div>
        {onRemove && (
          <Button
            kind="plain"
            className="self-end"
            onClick={onRemove}
            aria-label={`Remove search ${place + 1}`}
          >
            Remove
          </Button>
        )}
      </div>
    </fieldset>
  )
}
