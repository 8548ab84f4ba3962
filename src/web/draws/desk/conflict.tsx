import { useState } from 'react'
import { type DrawType, DRAW_TYPES } from '../../../domain/base/balls.ts'
import { capitalised } from '../../../domain/base/calendar.ts'
import { STAFF_LIMITS } from '../../../domain/admin/staff.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { type DeskDraw, type Entry, withSerial } from './entry.ts'
import type { Desk } from './use-desk.ts'

/** Shows the recorded draw beside the typed one when they differ. The user decides which one stays. */
export function ConflictView({ desk }: { desk: Desk }) {
  const { conflict, entry } = desk
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  if (!conflict) return null
  const { stored, title } = conflict
  const isOther = entry.correcting !== null && entry.correcting.id !== stored.id

  function replace() {
    setMissing(reason.trim() === '')
    if (reason.trim() === '') return
    const mine: Entry = {
      ...entry,
      correcting: { id: stored.id, version: stored.version },
      reason,
      serial: (entry.serial ?? '') === '' && stored.serial !== null ? String(stored.serial) : entry.serial,
    }
    desk.setEntry(mine)
    desk.closeConflict()
    void desk.save(mine)
  }

  return (
    <section aria-label="Conflict" role="alert" className="mt-3 rounded-lg bg-warn-soft p-3 text-sm">
      <p className="font-bold text-warn">{title}</p>
      <dl className="mt-2 grid gap-3 sm:grid-cols-2">
        <div>
          <dt className="text-xs text-quiet">Recorded</dt>
          <dd>
            {stored.hidden
              ? 'The first person typed other numbers. They stay hidden until both entries match.'
              : storedText(stored)}
          </dd>
        </div>
        <div>
          <dt className="text-xs text-quiet">You typed</dt>
          <dd>{typedText(withSerial(entry, desk.day))}</dd>
        </div>
      </dl>
      {!isOther && (
        <div className="mt-2">
          <Field
            label="Reason for your values"
            value={reason}
            maxLength={STAFF_LIMITS.reason}
            error={missing ? 'Say why.' : undefined}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {!isOther && <Button onClick={replace}>Replace it with mine</Button>}
        {!stored.hidden && (
          <Button
            kind="plain"
            onClick={() => desk.openNext({ kind: 'good', text: 'The recorded draw is kept.' })}
          >
            Keep the recorded draw
          </Button>
        )}
        <Button kind="plain" onClick={desk.closeConflict}>
          Back to my entry
        </Button>
      </div>
    </section>
  )
}

const serialText = (serial: string | number | null) =>
  serial === null || serial === '' ? '' : `; No. ${serial}`

const lineOf = (type: DrawType, numbers: readonly (string | number)[]) =>
  `${capitalised(type)} ${numbers.length > 0 ? numbers.join(' - ') : 'not in yet'}`

function storedText(draw: DeskDraw): string {
  const numbers = DRAW_TYPES.map((type) => lineOf(type, draw[type])).join('; ')
  return `${draw.state === 'no_draw' ? 'No draw' : numbers}${serialText(draw.serial)}`
}

function typedText(entry: ReturnType<typeof withSerial>): string {
  const typed = (type: DrawType) => entry[type].filter((cell) => cell !== '')
  const numbers = DRAW_TYPES.map((type) => lineOf(type, typed(type))).join('; ')
  return `${entry.noDraw ? 'No draw' : numbers}${serialText(entry.serial.trim())}`
}
