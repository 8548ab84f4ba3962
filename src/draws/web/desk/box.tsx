import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Button, buttonClasses } from '../../../platform/web/ui/button.tsx'
import { Field, TextArea } from '../../../platform/web/ui/field.tsx'
import type { DeskDay } from './entry.ts'
import type { BoxInput } from './use-box-input.ts'
import type { Desk } from './use-desk.ts'
import { formatDate } from '../../../platform/rules/base/calendar.ts'
import type { DateQuestion } from '../../rules/ingest/ingest-plan.ts'
import { DATE_ORDERS, type DateOrder, readDay } from '../../rules/written-dates.ts'
import { VerdictTable } from './verdict-table.tsx'

/** The one box for whatever arrives: digits, a chat, several games, a file. Below it, what is not understood. */
export function Box({ desk, input }: { desk: Desk; input: BoxInput }) {
  const { entry } = desk
  const { arrival, file, isRows } = input
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The cells, of which one had the focus, give way to the rows.
    if (isRows && document.activeElement === document.body) place.current?.querySelector('textarea')?.focus()
  }, [isRows])

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    const isWhole = arrival.kind === 'draw' && (desk.draw !== null || !/\p{L}/u.test(entry.text))
    if (!isWhole && !event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    event.currentTarget.form!.requestSubmit()
  }
  return (
    <div ref={place} className="mt-2">
      {file ? (
        <p className="rounded-lg bg-soft p-3 font-bold wrap-anywhere">{file.name}</p>
      ) : (
        <div className="flex items-end gap-2">
          <div className="desk-box min-w-0 flex-1">
            <TextArea
              label="Type or paste what arrived"
              rows={Math.min(8, entry.text.split('\n').length)}
              placeholder="Numbers, a chat, several games"
              value={entry.text}
              onKeyDown={press}
              onPaste={(event) => {
                const [pasted] = event.clipboardData.files
                if (pasted) input.takeFile(pasted)
              }}
              onChange={(event) => input.setText(event.target.value)}
            />
          </div>
          {!entry.correcting && (
            <label
              className={`${buttonClasses('plain')} has-focus-visible:[outline:3px_solid] relative outline-offset-2`}
            >
              File
              <input
                type="file"
                className="visually-hidden"
                aria-label="File"
                accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
                onChange={(event) => {
                  const [chosen] = event.target.files!
                  if (chosen) input.takeFile(chosen)
                }}
              />
            </label>
          )}
        </div>
      )}
      {arrival.kind === 'problem' && (
        <p role="alert" className="mt-1 text-sm font-bold text-error">
          {arrival.problem}
        </p>
      )}
      {arrival.kind === 'draw' && (arrival.readAs !== null || arrival.unread.length > 0) && (
        <div role="status" className="mt-1 text-sm wrap-anywhere">
          {arrival.readAs && <p className="font-bold text-warn">{arrival.readAs}</p>}
          {arrival.unread.length > 0 && <p>Not read: {arrival.unread.join(' / ')}</p>}
        </div>
      )}
    </div>
  )
}

/** The rows that arrived, what each of them is, and the button that writes them. */
export function Rows({ desk, input, today }: { desk: Desk; input: BoxInput; today: DeskDay }) {
  const { entry } = desk
  const { verdicts, question, problem } = input
  return (
    <div className="mt-3">
      <Field
        label="Date for draws without one"
        type="date"
        value={entry.date}
        max={today.today}
        hint="A weekday such as Friday means the last Friday up to this date. In dates such as 07/08/2025 the day comes first."
        onChange={(event) => desk.setEntry({ ...entry, date: event.target.value })}
      />
      {question && (
        <DateOrderQuestion question={question} order={input.dateOrder} onChoose={input.setDateOrder} />
      )}
      {problem ? (
        <p role="alert" className="mt-2 font-bold text-error">
          {problem}
        </p>
      ) : (
        !verdicts && (
          <p role="status" className="mt-2 text-quiet">
            Checking...
          </p>
        )
      )}
      {verdicts && (
        <VerdictTable
          verdicts={verdicts}
          text={input.file ? null : entry.text}
          games={today.games}
          input={input}
        />
      )}
      <Button kind="quiet" className="mt-2" onClick={() => input.clear()}>
        Clear
      </Button>
    </div>
  )
}

const LABELS = { 'day-first': 'The day first', 'month-first': 'The month first' } as const

/** Asks for the order of day and month, with what a date of the upload would be in each. */
function DateOrderQuestion({
  question: { monthFirst, either },
  order,
  onChoose,
}: {
  question: DateQuestion
  order: DateOrder | null
  onChoose: (order: DateOrder) => void
}) {
  const example = either ?? monthFirst
  const read = (as: DateOrder) => {
    const { date } = readDay(example, as)
    return `${example} ${date ? `is ${formatDate(date)}` : 'is refused'}`
  }
  return (
    <fieldset className="mt-3 min-w-0 rounded-lg bg-warn-soft p-3">
      <legend className="float-left w-full font-bold text-warn">What do the dates begin with?</legend>
      <p className="clear-both text-sm">
        {monthFirst} cannot begin with the day.
        {either && order === null && ` Until you choose, dates such as ${either} are refused.`}
      </p>
      {DATE_ORDERS.map((as) => (
        <label key={as} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name="date-order"
            className="size-6 shrink-0 accent-brand"
            checked={order === as}
            onChange={() => onChoose(as)}
          />
          <span>
            <span className="font-bold">{LABELS[as]}</span>: {read(as)}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
