import { type FormEvent, type SyntheticEvent, useId, useRef } from 'react'
import { FIRST_YEAR, type LagosDate, parseDate } from '../../domain/base/calendar.ts'
import { PATHS } from '../../domain/site/paths.ts'
import { usePopup } from '../layout/use-popup.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { useLocation } from '../ui/location.ts'
import { dayPath } from './day-path.ts'

interface Props {
  date: LagosDate
  today: LagosDate
  /** The last day that can be chosen. */
  last: LagosDate
}

/**
 * A date field that opens the day. With script it shows the browser's calendar at once and follows each choice; without,
 * it is a form with a button.
 */
export function PickDate({ date, today, last }: Props) {
  const { popup, close } = usePopup()
  const field = useRef<HTMLInputElement>(null)
  const [, navigate] = useLocation()
  const id = useId()

  function open(event: SyntheticEvent<HTMLDetailsElement>) {
    if (!event.currentTarget.open || !field.current) return
    field.current.focus()
    try {
      field.current.showPicker()
    } catch {
      // Browsers without the method, and those that want another tap, show the field.
    }
  }

  /** The year is typed digit by digit. Its first digits are years before the first draw, which the field refuses. */
  function follow() {
    const chosen = field.current?.validity.valid ? parseDate(field.current.value) : null
    if (chosen && chosen !== date) navigate(dayPath(chosen, today))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    follow()
    close()
  }

  return (
    <details ref={popup} onToggle={open} className="pick-date">
      <summary>
        <Icon name="day" />
        <span className="link">Pick a date</span>
      </summary>
      <form action={PATHS.dayResult} onSubmit={submit} className="lifted">
        <label htmlFor={id} className="visually-hidden">
          Date
        </label>
        <input
          key={date}
          ref={field}
          id={id}
          type="date"
          name="date"
          required
          min={`${FIRST_YEAR}-01-01`}
          max={last}
          defaultValue={date}
          onChange={follow}
          className="min-h-11 rounded-md border-[1.5px] border-edge bg-sheet px-2"
        />
        <Button type="submit">Show</Button>
      </form>
    </details>
  )
}
