import { type ReactNode, useId, useRef, useState } from 'react'
import {
  capitalised,
  clockOf,
  formatDate,
  formatDayMonth,
  formatDuration,
  formatInstant,
  type LagosDate,
  lagosDate,
  MONTHS,
  yearOf,
} from '../../../platform/rules/base/calendar.ts'
import { formatCount, formatNaira } from '../../../platform/rules/base/words.ts'
import { STAFF_PATHS, STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { PAID_PLANS, PLANS } from '../../../platform/rules/access/plans.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { AlarmReference } from '../../../money/web/admin/alarms.tsx'
import { buttonClasses } from '../../../platform/web/ui/button.tsx'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import { DataTable } from '../../../platform/web/ui/data-table.tsx'
import { Field } from '../../../platform/web/ui/field.tsx'
import { sendAdminCall } from '../../../people/web/staff/calls.ts'
import { Disclosure, Ruled } from '../../../people/web/staff/ruled.tsx'
import { StaffForm, type Values } from '../../../people/web/staff/staff-form.tsx'
import { Section } from '../../../people/web/staff/section.tsx'

export type Overview = AnswerOf<'GET /api/admin/overview'>

/** The figures of the business that the reader may see. */
export function Figures({ of }: { of: Overview }) {
  const { holders, signUps, revenue, users, predictions, openPredictions } = of
  const lastWeek = signUps?.slice(-7).reduce((sum, { count }) => sum + count, 0)
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-lg border border-line bg-line">
      {users !== null && lastWeek !== undefined && (
        <Figure name="Total users" note={`+${formatCount(lastWeek)} in 7 days`}>
          {formatCount(users)}
        </Figure>
      )}
      <Figure name="Total predictions" note={`${formatCount(openPredictions)} open now`}>
        {formatCount(predictions)}
      </Figure>
      {holders && <PayingUsers of={holders} />}
      {revenue && (
        <Figure name="Revenue this month" note="Payments less refunds">
          {formatNaira(itemAt(revenue, -1).kobo)}
        </Figure>
      )}
    </dl>
  )
}

type Holders = NonNullable<Overview['holders']>

function PayingUsers({ of: { paying, given } }: { of: Holders }) {
  const sumOf = (byPlan: Holders['paying']) => PAID_PLANS.reduce((sum, plan) => sum + byPlan[plan], 0)
  const plans = PAID_PLANS.map((plan) => `${formatCount(paying[plan])} ${PLANS[plan].name}`).join(', ')
  const note =
    sumOf(given) > 0 ? `${plans}; ${formatCount(sumOf(given))} more on free time from staff` : plans
  return (
    <Figure name="Paying users" note={note}>
      {formatCount(sumOf(paying))}
    </Figure>
  )
}

function Figure({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <div className="min-w-0 flex-[1_1_8rem] bg-sheet px-3 py-2.5">
      <dt className="text-xs text-quiet">{name}</dt>
      <dd className="text-xl leading-tight font-bold tracking-tight">{children}</dd>
      <dd className="text-xs text-quiet">{note}</dd>
    </div>
  )
}

/** The open alarms; nothing when there are none. */
export function AlarmList({ of: { open, first } }: { of: NonNullable<Overview['alarms']> }) {
  if (open === 0) return null
  return (
    <section aria-label="Open alarms" className="rounded-lg bg-warn-soft p-3 text-sm">
      <h2 className="font-bold text-warn">
        {open === 1 ? '1 open alarm' : `${formatCount(open)} open alarms`}
      </h2>
      <ul className="mt-1 space-y-1">
        {first.map(({ id, meaning, reference, hasPayment, raisedAt }) => (
          <li key={id}>
            {meaning} {formatInstant(raisedAt)},{' '}
            <AlarmReference reference={reference} hasPayment={hasPayment} />
          </li>
        ))}
      </ul>
      <PageLink to={STAFF_PATHS.payments} className={`${buttonClasses('plain')} mt-2`}>
        {open > first.length ? 'See all alarms' : 'Deal with alarms'}
      </PageLink>
    </section>
  )
}

export function SignUpChart({ days }: { days: NonNullable<Overview['signUps']> }) {
  const total = days.reduce((sum, { count }) => sum + count, 0)
  const most = days.reduce((best, day) => (day.count > best.count ? day : best))
  const peak = total === 0 ? '' : `, most on ${formatDate(most.date)}: ${formatCount(most.count)}`
  return (
    <Bars
      title="Sign-ups by day"
      summary={`${formatCount(total)} in ${days.length} days${peak}.`}
      columns={['Day', 'Sign-ups']}
      bars={days.map(({ date, count }) => ({
        name: formatDate(date),
        value: count,
        cells: [formatCount(count)],
      }))}
    />
  )
}

/** Revenue by month. A month with more refunds than payments has no bar; its figure is in the table. */
export function RevenueChart({ months }: { months: NonNullable<Overview['revenue']> }) {
  const nameOf = (month: string) =>
    `${capitalised(itemAt(MONTHS, Number(month.slice(5, 7)) - 1))} ${month.slice(0, 4)}`
  const total = months.reduce((sum, { kobo }) => sum + kobo, 0)
  return (
    <Bars
      title="Revenue by month"
      summary={`${formatNaira(total)} in ${months.length} months, payments less refunds.`}
      columns={['Month', 'Revenue']}
      bars={months.map(({ month, kobo }) => ({
        name: nameOf(month),
        value: kobo,
        cells: [formatNaira(kobo)],
      }))}
    />
  )
}

/** A date; without its year in this year, because the screen's heading has it. */
export const shortDate = (date: LagosDate, now: number) =>
  yearOf(date) === yearOf(lagosDate(now)) ? formatDayMonth(date) : formatDate(date)

/** The time of an instant of today, the date of an earlier one. */
export const shortTime = (at: number, now: number) =>
  lagosDate(at) === lagosDate(now) ? clockOf(at) : shortDate(lagosDate(at), now)

interface Bar {
  /** The heading of the table row. */
  name: string
  value: number
  /** The formatted values of the table's other columns. */
  cells: readonly string[]
}

const CHART_HEIGHT = 60
const BAR_PITCH = 10
const BAR_WIDTH = 7
/** Values above 0 stay visible. */
const MIN_BAR_HEIGHT = 1.5

/** A small bar chart with the same figures in a table below, for screen readers. */
function Bars({
  title,
  summary,
  columns,
  bars,
}: {
  title: string
  /** The chart's content in a sentence. */
  summary: string
  /** The table's headings: for the names and for each cell. */
  columns: readonly string[]
  bars: readonly Bar[]
}) {
  const id = useId()
  const highest = Math.max(1, ...bars.map(({ value }) => value))
  const heightOf = (value: number) =>
    value <= 0 ? 0 : Math.max(MIN_BAR_HEIGHT, (value / highest) * CHART_HEIGHT)
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border border-line bg-sheet p-3">
      <h2 id={id} className="font-bold">
        {title}
      </h2>
      <p className="text-sm text-quiet">{summary}</p>
      <svg
        role="img"
        aria-label={summary}
        viewBox={`0 0 ${bars.length * BAR_PITCH} ${CHART_HEIGHT + 1}`}
        preserveAspectRatio="none"
        className="mt-3 block h-24 w-full"
      >
        {bars.map(({ name, value }, i) => (
          <rect
            key={name}
            x={i * BAR_PITCH + (BAR_PITCH - BAR_WIDTH) / 2}
            y={CHART_HEIGHT - heightOf(value)}
            width={BAR_WIDTH}
            height={heightOf(value)}
            className="fill-brand"
          />
        ))}
        <rect x={0} y={CHART_HEIGHT} width={bars.length * BAR_PITCH} height={1} className="fill-edge" />
      </svg>
      <p className="flex justify-between gap-3 text-xs text-quiet" aria-hidden="true">
        <span>{bars[0]?.name}</span>
        <span>{bars[bars.length - 1]?.name}</span>
      </p>
      <details className="mt-2">
        <summary className="flex min-h-11 items-center text-sm text-brand underline">
          As a table<span className="visually-hidden">: {title}</span>
        </summary>
        <DataTable caption={title} captionHidden label={`${title}, table`} columns={columns}>
          {bars.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row" className="font-normal whitespace-nowrap">
                {name}
              </th>
              {cells.map((text, at) => (
                <td key={columns[at + 1]}>{text}</td>
              ))}
            </tr>
          ))}
        </DataTable>
      </details>
    </section>
  )
}

type LateDrawList = NonNullable<Overview['lateDraws']>
type LateDraw = LateDrawList['first'][number]

/** The draws that staff were alerted to, each with its acknowledgement or a form for it; nothing when there are none. */
export function LateDraws({
  of: { open, first },
  now,
  onChange,
}: {
  of: LateDrawList
  now: number
  /** Called after an acknowledgement: the list is out of date. */
  onChange: () => void
}) {
  const list = useRef<HTMLDivElement>(null)
  const [announcement, setAnnouncement] = useState('')
  function acknowledged(text: string) {
    setAnnouncement(text)
    // The form of the focused button disappears.
    list.current?.focus()
    onChange()
  }
  if (open === 0) return null
  return (
    <Section title={`Late draws: ${open}`}>
      <div ref={list} tabIndex={-1} className="mt-1">
        <Ruled label="Late draws">
          {first.map((late) => (
            <li key={late.id} className="text-sm">
              {late.acknowledged ? (
                <div className="py-2.5">
                  <Line late={late} now={now} />
                  <p className="wrap-anywhere">{acknowledgement(late.acknowledged, now)}</p>
                </div>
              ) : (
                <Disclosure
                  line={
                    <div className="flex flex-wrap items-center justify-between gap-x-4">
                      <Line late={late} now={now} />
                      <span className="link">Acknowledge</span>
                    </div>
                  }
                >
                  <AcknowledgeForm late={late} onDone={acknowledged} />
                </Disclosure>
              )}
            </li>
          ))}
        </Ruled>
      </div>
      {open > first.length && <p className="mt-1 text-sm text-quiet">and {open - first.length} more</p>}
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
    </Section>
  )
}

function Line({ late: { gameName, date, expectedAt, raisedAt }, now }: { late: LateDraw; now: number }) {
  return (
    <div className="min-w-0 flex-1 basis-60">
      <p>
        <span className="font-bold">{gameName}</span> {shortDate(date, now)}{' '}
        <span className="text-xs font-bold whitespace-nowrap text-error">
          Late by {formatDuration(now - expectedAt)}
        </span>
      </p>
      <p className="text-xs text-quiet">
        Expected at {clockOf(expectedAt)}, staff alerted {shortTime(raisedAt, now)}
      </p>
    </div>
  )
}

function acknowledgement({ at, by, note }: NonNullable<LateDraw['acknowledged']>, now: number): string {
  const sentence = `Acknowledged by ${by}, ${shortTime(at, now)}`
  return note === null ? sentence : `${sentence}: ${note}`
}

function AcknowledgeForm({ late, onDone }: { late: LateDraw; onDone: (text: string) => void }) {
  async function acknowledge(values: Values) {
    await sendAdminCall('POST /api/admin/late-draws/:id/acknowledge', {
      params: { id: late.id },
      body: values,
    })
    onDone(`The delay of ${late.gameName} is acknowledged.`)
  }
  return (
    <StaffForm
      label={`Acknowledge ${late.gameName}`}
      button="Acknowledge"
      look="plain"
      send={acknowledge}
      className="max-w-md"
    >
      <div className="sm:col-span-2">
        <Field
          label="Note (optional)"
          name="note"
          maxLength={STAFF_LIMITS.reason}
          hint="All staff see the note. The daily reminders stop. Entering the result closes the entry."
        />
      </div>
    </StaffForm>
  )
}
