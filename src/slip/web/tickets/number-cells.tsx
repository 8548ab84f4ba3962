import { type ClipboardEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { wrongCells } from '../../rules/tickets/check.ts'
import { CONTROL } from '../../../platform/web/ui/button.tsx'
import { itemAt } from '../../../platform/rules/base/lists.ts'

interface Props {
  legend: string
  /** The name of every cell. */
  name: string
  /** Cells from the start; a cell may hold a pasted list. */
  values: readonly string[]
  /** How many numbers there can be. */
  cells: number
  error: string | undefined
  hint?: string
  /** Cells at first; with more numbers, one empty cell follows the last filled one. */
  least?: number
  onChange?: (values: readonly string[]) => void
}

/** Cells of one line. */
const LINE = 5

/**
 * One large field for each number, because a phone's number pad has no space or comma. A full cell passes the focus on, and a
 * pasted list fills the cells from its own on.
 */
export function NumberCells({ legend, name, values, cells, error, hint, least = LINE, onChange }: Props) {
  const id = useId()
  const [typed, setTyped] = useState(() => values.flatMap((value) => value.match(/[^\s,-]+/g) ?? []))
  const line = useRef<HTMLDivElement>(null)
  const filled = typed.reduce((last, value, place) => (value === '' ? last : place + 1), 0)
  const shown = Math.min(cells, Math.max(least, filled + 1))
  const wrong = error ? wrongCells(typed) : []

  // A screen that a tap opened focuses its heading. Empty cells take the focus from there, so that the next key is a number.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const first = itemAt(line.current!.getElementsByTagName('input'), 0)
      if (!first.value && document.activeElement?.matches('h1')) first.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [])

  function fill(place: number, numbers: readonly string[]) {
    const next = Array.from({ length: shown }, (_, i) => typed[i] ?? '')
    numbers.slice(0, cells - place).forEach((number, i) => (next[place + i] = number))
    // The next cell must be there for the next key.
    flushSync(() => setTyped(next))
    onChange?.(next)
    if (numbers[numbers.length - 1]!.length === 2)
      line.current?.querySelectorAll('input')[place + numbers.length]?.focus()
  }

  function paste(event: ClipboardEvent, place: number) {
    const numbers = event.clipboardData.getData('text').match(/\d+/g)
    if (!numbers || numbers.length < 2) return
    event.preventDefault()
    fill(place, numbers)
  }

  return (
    <fieldset aria-describedby={error ? id : undefined} className="max-w-full min-w-0">
      <legend className="mb-1 text-label font-bold">{legend}</legend>
      <div ref={line} className={`grid max-w-96 grid-cols-5 gap-2 ${least < LINE ? 'cells-short' : ''}`}>
        {Array.from({ length: shown }, (_, place) => (
          <input
            key={place}
            name={name}
            aria-label={`Number ${place + 1}`}
            aria-invalid={(error && (wrong.length === 0 || wrong.includes(place))) || undefined}
            inputMode="numeric"
            autoComplete="off"
            value={typed[place] ?? ''}
            onChange={({ target }) => fill(place, [target.value])}
            onPaste={(event) => paste(event, place)}
            className={`${CONTROL} min-h-14 min-w-0 px-0! text-center text-xl! font-bold`}
          />
        ))}
      </div>
      {hint && <p className="mt-1 text-sm text-quiet">{hint}</p>}
      {error && (
        <p id={id} className="mt-1 text-sm font-bold text-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}
