import { type FormEvent, Suspense, useEffect, useRef, useState, type ReactNode, useId } from 'react'
import { PATHS } from '../../platform/rules/site/paths.ts'
import {
  BLANK_ROW,
  isBlank,
  problemText,
  readSearch,
  type RowProblem,
  type TypedRow,
  SEARCH_LIMITS,
  boxIn,
  fieldName,
} from '../../platform/rules/site/search-address.ts'
import { Options } from '../../platform/web/ui/field.tsx'
import { Button, CONTROL } from '../../platform/web/ui/button.tsx'
import { IconPath } from '../../platform/web/ui/icon-path.tsx'
import { PLUS } from '../../platform/web/ui/more-icons.ts'
import { JoinedSearch } from './lazy-joined-search.ts'
import type { Results, ResultsAnswer } from './use-results.ts'
import { itemAt } from '../../platform/rules/base/lists.ts'
import { capitalised } from '../../platform/rules/base/calendar.ts'
import { boxName, SEARCH_BOXES, SEARCH_TYPES, type SearchBox } from '../../platform/rules/base/balls.ts'
import { Segments } from '../../platform/web/ui/segments.tsx'

const isText = (entry: [string, FormDataEntryValue]): entry is [string, string] =>
  typeof entry[1] === 'string'

/** The form as typed. A plain form sends the same entries. */
const typedIn = (form: HTMLFormElement) => readSearch([...new FormData(form)].filter(isText))

interface FormRow {
  id: number
  /** The values at the start. */
  row: TypedRow
  /** Added with the button, so it takes the focus. */
  isNew: boolean
}

/** The number search. With script the answer follows each key; without, the browser submits the form. */
export function SearchForm({ results, lists }: { results: Results; lists: ResultsAnswer }) {
  const { typed, game, edit } = results
  const form = useRef<HTMLFormElement>(null)
  const [rows, setRows] = useState(() =>
    (typed.rows.length > 0 ? typed.rows : [BLANK_ROW]).map((row, id): FormRow => ({ id, row, isNew: false })),
  )
  useEffect(() => {
    // The player may have typed before this script ran.
    const before = typedIn(form.current!)
    if (itemAt(before.rows, 0).number !== itemAt(rows, 0).row.number) edit(before, false)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only what was typed before
  }, [])

  const add = () => setRows([...rows, { id: itemAt(rows, -1).id + 1, row: BLANK_ROW, isNew: true }])

  function remove(place: number) {
    const present = typedIn(form.current!)
    setRows(rows.filter((_, i) => i !== place))
    edit({ ...present, rows: present.rows.filter((_, i) => i !== place) }, false)
    itemAt(form.current!.querySelectorAll<HTMLInputElement>('[name=number]'), place === 0 ? 1 : 0).focus()
  }

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    edit(typedIn(event.currentTarget), true)
    // On a phone the keyboard would cover the answer.
    const answer = event.currentTarget.nextElementSibling
    requestAnimationFrame(() => answer?.scrollIntoView({ block: 'nearest' }))
  }

  return (
    <form
      ref={form}
      method="get"
      action={PATHS.pastResults}
      onChange={(event) => edit(typedIn(event.currentTarget), false)}
      onSubmit={search}
      role="search"
      aria-label="Number search"
    >
      {rows.map(({ id, row, isNew }, place) => (
        <SearchRowFields
          key={id}
          place={place}
          row={row}
          error={errorAt(results, place)}
          isNew={isNew}
          join={
            place > 0 && (
              <Suspense>
                <JoinedSearch results={results} answer={lists} place={place} />
              </Suspense>
            )
          }
        >
          {rows.length > 1 && (
            <Button
              kind="quiet"
              className="search-action"
              onClick={() => remove(place)}
              aria-label={`Remove search ${place + 1}`}
            >
              Remove
            </Button>
          )}
          {place === rows.length - 1 && rows.length < SEARCH_LIMITS.rows && (
            <Button
              kind="quiet"
              className="search-action"
              type="submit"
              name="rows"
              value={rows.length + 1}
              onClick={(event) => {
                event.preventDefault()
                add()
              }}
            >
              <IconPath path={PLUS} />
              Add a row
            </Button>
          )}
        </SearchRowFields>
      ))}
      <Choices game={game} year={typed.year} lists={lists} />
    </form>
  )
}

interface ChoicesProps {
  game: string | null
  year: string
  lists: Pick<ResultsAnswer, 'games' | 'years'>
}

/** Where to search, and the button. */
function Choices({ game, year, lists }: ChoicesProps) {
  return (
    <div className="flex max-w-[40rem] flex-wrap gap-2">
      <select
        name="game"
        aria-label="Game"
        value={game ?? ''}
        onChange={noop}
        className={`${CONTROL} search-choice`}
      >
        <Options
          of={[
            ['', game === null ? 'Choose a game' : 'All games'],
            ...lists.games.map(({ key, name }) => [key, name] as const),
          ]}
        />
      </select>
      <select name="year" aria-label="Year" defaultValue={year} className={`${CONTROL} search-choice`}>
        <Options of={[['', 'All years'], ...lists.years]} />
      </select>
      <Button type="submit" className="grow px-3!">
        Search
      </Button>
    </div>
  )
}

/** The form's own listener reads the choice. */
const noop = () => undefined

/** What a row lacks. While a row is typed, a missing number is not a problem yet, nor is the first digit of "07". */
function errorAt(
  { checked, isSubmitted, typed }: Results,
  place: number,
): { text: string; fields: RowProblem['fields'] } | null {
  const row = typed.rows[place]
  // A row that was just added without script is not sent yet.
  const isLeftBlank = isSubmitted && row && row !== BLANK_ROW && isBlank(row)
  if (isLeftBlank) return { text: problemText({ fields: ['number'] }), fields: ['number'] }
  const problem = checked.problems.find((known) => known.place === place)
  if (!problem) return null
  const isUnfinished = ['', '0'].includes(typed.rows[place]?.number.trim() ?? '')
  return !isSubmitted && isUnfinished ? null : { text: problemText(problem), fields: problem.fields }
}

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
function SearchRowFields({ place, row, error, isNew, join, children }: Props) {
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
