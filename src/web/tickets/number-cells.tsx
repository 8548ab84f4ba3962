import { useId } from 'react'
import { wrongCells } from '../../domain/tickets/check.ts'
import { CONTROL } from '../ui/control.ts'

interface Props {
  legend: string
  /** The name of every cell. */
  name: string
  /** Cells from the start; a cell may hold a pasted list. */
  values: readonly string[]
  cells: number
  error: string | undefined
}

/** One small field for each number, because a phone's number pad has no space or comma. */
export function NumberCells({ legend, name, values, cells, error }: Props) {
  const id = useId()
  const wrong = error ? wrongCells(values) : []
  return (
    <fieldset aria-describedby={error ? id : undefined} className="mt-3 min-w-0">
      <legend className="mb-1 text-label font-bold">{legend}</legend>
      <div className="grid max-w-sm grid-cols-5 gap-2">
        {Array.from({ length: cells }, (_, place) => (
          <input
            key={place}
            name={name}
            aria-label={`Number ${place + 1}`}
            aria-invalid={(error && (wrong.length === 0 || wrong.includes(place))) || undefined}
            inputMode="numeric"
            autoComplete="off"
            defaultValue={values[place] ?? ''}
            className={`${CONTROL} min-w-0 px-0! text-center`}
          />
        ))}
      </div>
      {error && (
        <p id={id} className="mt-1 text-sm font-bold text-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}
