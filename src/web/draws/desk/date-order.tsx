import { formatDate } from '../../../domain/base/calendar.ts'
import type { DateQuestion } from '../../../domain/ingest/ingest.ts'
import { DATE_ORDERS, type DateOrder, readDay } from '../../../domain/draws/written-dates.ts'

const LABELS = { 'day-first': 'The day first', 'month-first': 'The month first' } as const

/** Asks for the order of day and month, with what a date of the upload would be in each. */
export function DateOrderQuestion({
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
