import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, type RefObject, useState } from 'react'
import { capitalised } from '../../../platform/rules/base/calendar.ts'
import { ballProblem } from '../../rules/draw.ts'
import { readNumbers } from '../../rules/ingest/notation.ts'
import { DRAW_TYPES, type DrawType } from '../../../platform/rules/base/balls.ts'
import { cellsOf, type Entry, withCell } from './entry.ts'

interface Props {
  entry: Entry
  onChange: (entry: Entry) => void
  /** Takes a pasted text with words. */
  onText: (text: string) => void
  /** Problems of whole sets, shown after the first try to save. */
  problems: Partial<Record<DrawType, string>>
  grid: RefObject<HTMLDivElement | null>
}

const isOff = (entry: Entry, type: DrawType) => entry.noDraw || (type === 'machine' && entry.machineLater)

/** Keys that people type between numbers: each moves to the next cell. */
const SEPARATORS = new Set([' ', ',', '-', '.', '/'])

/** Numbers with something between them, or the digits of one set or both. */
const DIGITS = /^\s*(?:\d{10}|\d{20})\s*$/
const SEVERAL = new RegExp(`\\d\\D+\\d|${DIGITS.source}`)
const inPairs = (text: string) => (DIGITS.test(text) ? text.replace(/\d\d/g, '$& ') : text)

/** The ten cells of a draw. Two digits move on to the next cell; a paste in any usual notation fills them all. */
export function Cells({ entry, onText, onChange, problems, grid }: Props) {
  const inputs = () => [...(grid.current?.querySelectorAll<HTMLInputElement>('input') ?? [])]
  const step = (from: HTMLInputElement, by: number) => {
    const all = inputs().filter((input) => !input.disabled)
    all[all.indexOf(from) + by]?.focus()
  }

  /** One key arrives here, and also what a phone's keyboard pastes: it sends no paste event. */
  function type(event: ChangeEvent<HTMLInputElement>, set: DrawType, place: number) {
    const typed = event.target.value
    const inserted = (event.nativeEvent as InputEvent).data ?? ''
    const several = [inserted, typed].find((text) => SEVERAL.test(text))
    if (several !== undefined) return fill(several, set)
    const value = typed.replace(/\D/g, '').slice(0, 2)
    onChange(withCell(entry, set, place, value))
    // A phone's keyboard sends a separator as text and not as a key.
    if (value.length === 2 || (value !== '' && SEPARATORS.has(inserted))) step(event.target, 1)
  }

  function press(event: KeyboardEvent<HTMLInputElement>, set: DrawType, place: number) {
    const input = event.currentTarget
    const { value, selectionStart, selectionEnd } = input
    const isCaret = selectionStart === selectionEnd
    const by: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Backspace: -1 }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (SEPARATORS.has(event.key)) {
      event.preventDefault()
      if (value !== '') step(input, 1)
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      const other = inputs().find(
        (one) => one.name === `${set === 'winning' ? 'machine' : 'winning'}-${place}`,
      )
      other?.focus()
    } else if (event.key === 'Backspace' ? value === '' : event.key in by && !(isCaret && value.length > 1)) {
      event.preventDefault()
      step(input, by[event.key]!)
    }
  }

  function paste(event: ClipboardEvent<HTMLInputElement>, set: DrawType) {
    const text = event.clipboardData.getData('text')
    if (/^\s*\d{1,2}\s*$/.test(text)) return
    event.preventDefault()
    fill(text, set)
  }

  /** Fills a set, or the whole draw, from a text of several numbers. */
  function fill(text: string, set: DrawType) {
    const read = readNumbers(inPairs(text))
    if (!read) return onText(text)
    const alone = read.machine.length === 0 ? read.winning : read.winning.length === 0 ? read.machine : null
    const target = read.winning.length === 0 ? 'machine' : set
    const filled: Partial<Entry> = alone
      ? { [target]: cellsOf(alone) }
      : { winning: cellsOf(read.winning), machine: cellsOf(read.machine), machineLater: false }
    onChange({ ...entry, ...filled, noDraw: false })
    const last = inputs().find((input) => input.name === `${alone ? target : 'machine'}-4`)
    last?.focus()
  }

  return (
    <div ref={grid}>
      {DRAW_TYPES.map((set) => (
        <CellSet
          key={set}
          set={set}
          entry={entry}
          problem={problems[set]}
          onType={type}
          onPress={press}
          onPaste={paste}
        />
      ))}
    </div>
  )
}

interface SetProps {
  set: DrawType
  entry: Entry
  /** What the whole set lacks. */
  problem: string | undefined
  onType: (event: ChangeEvent<HTMLInputElement>, set: DrawType, place: number) => void
  onPress: (event: KeyboardEvent<HTMLInputElement>, set: DrawType, place: number) => void
  onPaste: (event: ClipboardEvent<HTMLInputElement>, set: DrawType) => void
}

/** The five cells of a set. A wrong ball is named as soon as it is typed. */
function CellSet({ set, entry, problem: lack, onType, onPress, onPaste }: SetProps) {
  const [active, setActive] = useState<number | null>(null)
  const invalid = new Map(
    entry[set].flatMap((value, place) => {
      const isBeingTyped = active === place && value.length < 2
      const problem = value === '' || isBeingTyped ? null : ballProblem(entry[set], place, set)
      return problem && !isOff(entry, set) ? [[place, problem] as const] : []
    }),
  )
  const text = lack ?? [...invalid.values()].join(' ')
  return (
    <fieldset className="mt-3 min-w-0" disabled={isOff(entry, set)}>
      <legend className="mb-1 text-label font-bold">{capitalised(set)} numbers</legend>
      <div className="flex gap-2">
        {entry[set].map((value, place) => (
          <input
            // oxlint-disable-next-line react/no-array-index-key -- a cell is identified by its place
            key={place}
            name={`${set}-${place}`}
            aria-label={`${capitalised(set)} ${place + 1}`}
            aria-invalid={invalid.has(place) || (lack !== undefined && value === '') || undefined}
            aria-describedby={text === '' ? undefined : `${set}-problem`}
            inputMode="numeric"
            autoComplete="off"
            // A placeholder lets the styles tell filled cells from empty ones.
            placeholder=" "
            value={value}
            onChange={(event) => onType(event, set, place)}
            onKeyDown={(event) => onPress(event, set, place)}
            onPaste={(event) => onPaste(event, set)}
            onFocus={(event) => {
              setActive(place)
              event.target.select()
            }}
            onBlur={() => setActive(null)}
            className={`desk-cell desk-cell-${set}`}
          />
        ))}
      </div>
      {text !== '' && !isOff(entry, set) && (
        <p id={`${set}-problem`} className="mt-1 text-sm font-bold text-error">
          {text}
        </p>
      )}
    </fieldset>
  )
}
