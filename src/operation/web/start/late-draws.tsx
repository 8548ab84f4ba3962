import { useRef, useState } from 'react'
import { clockOf, formatDuration } from '../../../platform/rules/base/calendar.ts'
import { STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { Field } from '../../../platform/web/ui/field.tsx'
import { sendAdminCall } from '../../../people/web/staff/calls.ts'
import { Disclosure, Ruled } from '../../../people/web/staff/ruled.tsx'
import { StaffForm, type Values } from '../../../people/web/staff/staff-form.tsx'
import { Section } from '../../../people/web/staff/section.tsx'
import { type Overview, shortDate, shortTime } from './figures.tsx'

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
