import { useState } from 'react'
import {
  clockOf,
  formatDayMonth,
  type LagosDate,
  MINUTE,
  parseDate,
} from '../../../platform/rules/base/calendar.ts'
import { drawsWords, formatCount } from '../../../platform/rules/base/words.ts'
import { useNow } from '../../../platform/web/api/use-now.ts'
import { hasRight } from '../../../platform/rules/access/staff-roles.ts'
import { CALENDAR_LIMITS, CALENDAR_REASONS } from '../../rules/calendar-check.ts'
import { noteText } from '../../rules/draw-calendar.ts'
import { useMe } from '../../../platform/web/access/me.ts'
import { formFailure, sendAdminCall, useAdminCall } from '../../../people/web/staff/calls.ts'
import { StaffForm, type Values } from '../../../people/web/staff/staff-form.tsx'
import { buttonClasses } from '../../../platform/web/ui/button.tsx'
import { Field, Select } from '../../../platform/web/ui/field.tsx'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { Segments } from '../../../platform/web/ui/segments.tsx'
import { type Week, weekAddress, calendarPath } from './cells.ts'

type Kind = 'time' | 'moved' | 'cancelled' | 'extra'

const KINDS: readonly { value: Kind; text: string; done: string }[] = [
  { value: 'time', text: 'Time', done: 'The new time is saved.' },
  { value: 'moved', text: 'Day', done: 'The draw is moved.' },
  { value: 'cancelled', text: 'Cancel', done: 'The draw is cancelled.' },
  { value: 'extra', text: 'Extra', done: 'The extra draw is added.' },
]

interface Props {
  week: Week
  date: LagosDate
  /** The game's key; null lets staff choose. */
  game: string | null
  onSaved: (text: string, date: LagosDate) => void
}

/** Changes the draw of one date of a game, or adds one. */
export function ChangeForm({ week, date: first, game: given, onSaved }: Props) {
  const [game, setGame] = useState(given ?? gameOn(week, first))
  const [date, setDate] = useState<string>(first)
  const { data, refetch } = useAdminCall('GET /api/admin/calendar', weekAddress(parseDate(date) ?? first))
  const day = data?.games.find(({ key }) => key === game)?.days.find((one) => one.date === date)
  const players = data?.games.find(({ key }) => key === game)?.players ?? 0
  const [kind, setKind] = useState<Kind>(
    given && !day?.schedule && day?.note?.kind === 'holiday' ? 'extra' : 'time',
  )
  function explain(error: unknown) {
    // After a conflict, the line below the day says what a colleague changed.
    refetch()
    return formFailure(error)
  }
  async function save({ time = '', toDate = '', reason }: Values, _: HTMLFormElement, form: string) {
    await sendAdminCall('POST /api/admin/calendar', {
      body: { game, kind, date, time, toDate, reason, seen: day?.seen ?? null },
      form,
    })
    onSaved(KINDS.find(({ value }) => value === kind)!.done, parseDate(toDate) ?? parseDate(date) ?? first)
  }
  return (
    <section className="mb-5 rounded-lg border border-line bg-sheet p-3 md:p-4">
      <h2 className="font-bold">Change a draw</h2>
      <StaffForm
        label="Change a draw"
        draft={`Change ${first} ${given}`}
        button={
          players > 0
            ? `Save and tell ${players === 1 ? '1 player' : `${formatCount(players)} players`}`
            : 'Save'
        }
        send={save}
        explain={explain}
        disabled={!data}
        beside={<CloseLink date={first} />}
        className="mt-2 max-w-3xl"
      >
        <Select
          label="Game"
          name="game"
          value={game}
          onChange={(event) => setGame(event.target.value)}
          options={week.games.map(({ key, name }) => [key, name])}
        />
        <Field
          label="Day"
          name="date"
          type="date"
          required
          min={week.today}
          value={date}
          onChange={(event) => setDate(event.target.value)}
          hint={presentText(day)}
        />
        <Segments
          legend="Change"
          name="kind"
          options={KINDS}
          defaultValue={kind}
          onChange={(value) => setKind(value as Kind)}
        />
        {kind === 'moved' && <Field label="New day" name="toDate" type="date" required min={week.today} />}
        {kind !== 'cancelled' && (
          <Field
            label={kind === 'moved' ? 'New time' : 'Closes at'}
            name="time"
            type="time"
            required={kind !== 'moved'}
            hint={kind === 'moved' ? 'Empty: the draw keeps its time.' : undefined}
          />
        )}
        <ReasonField />
      </StaffForm>
    </section>
  )
}

/** Owners give the reason in their own words; other staff choose a prepared one. */
function ReasonField() {
  const me = useMe()
  const field = { label: 'Reason', name: 'reason', hint: 'Players see it.' }
  return me && hasRight(me, 'talk-to-players') ? (
    <Field {...field} required maxLength={CALENDAR_LIMITS.reason} />
  ) : (
    <Select {...field} options={CALENDAR_REASONS} />
  )
}

/** Closes the form. */
const CloseLink = ({ date }: { date: LagosDate }) => (
  <PageLink to={calendarPath(date)} className={buttonClasses('plain')}>
    Close
  </PageLink>
)

/** The first game that draws on a day, or the first of all. */
const gameOn = ({ games }: Week, date: LagosDate): string =>
  (games.find(({ days }) => days.some((day) => day.date === date && day.schedule)) ?? games[0])?.key ?? ''

/** What the calendar says of the day now. */
function presentText(day: Week['games'][number]['days'][number] | undefined): string | undefined {
  if (!day) return undefined
  const { schedule, note, date } = day
  const closes = schedule ? `Closes at ${clockOf(schedule.closesAt)}.` : `No draw on ${formatDayMonth(date)}.`
  return note ? `${closes} ${noteText(note)}` : closes
}

interface HolidayFormProps {
  date: LagosDate
  today: LagosDate
  onSaved: (text: string, date: LagosDate) => void
}

/** Ends every draw of a day in one step. */
export function HolidayForm({ date: first, today, onSaved }: HolidayFormProps) {
  const [date, setDate] = useState<string>(first)
  const { data } = useAdminCall('GET /api/admin/calendar', weekAddress(parseDate(date) ?? first))
  const now = useNow(MINUTE)
  const open = (data?.games ?? []).flatMap(({ days }) =>
    days.filter((day) => day.date === date && day.schedule && day.schedule.closesAt > now),
  )
  async function save(body: Values, _: HTMLFormElement, form: string) {
    await sendAdminCall('POST /api/admin/calendar/holidays', { body, form })
    onSaved('No game draws on this day.', parseDate(body.date ?? '') ?? first)
  }
  return (
    <section className="mb-5 rounded-lg border border-line bg-sheet p-3 md:p-4">
      <h2 className="font-bold">Public holiday</h2>
      <p className="text-sm text-quiet">No game draws on this day. Draws that have closed stay.</p>
      <StaffForm
        label="Public holiday"
        draft={`Public holiday ${first}`}
        button={
          open.length > 0 ? `Cancel ${drawsWords(open.length)} of this day` : 'No draw is left on this day'
        }
        disabled={open.length === 0}
        send={save}
        beside={<CloseLink date={first} />}
        className="mt-2 max-w-3xl"
      >
        <Field
          label="Day"
          name="date"
          type="date"
          required
          min={today}
          value={date}
          onChange={(event) => setDate(event.target.value)}
        />
        <ReasonField />
      </StaffForm>
    </section>
  )
}
