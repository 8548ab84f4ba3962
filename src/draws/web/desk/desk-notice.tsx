import { useEffect, useRef, useState } from 'react'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { IconPath, WARN } from '../../../platform/web/ui/icon-path.tsx'
import { CHECK } from '../../../platform/web/ui/more-icons.ts'
import { CLOCK } from '../../../people/web/staff/staff-icons.ts'
import type { Desk } from './use-desk.ts'
import { type DrawType, DRAW_TYPES } from '../../../platform/rules/base/balls.ts'
import { capitalised } from '../../../platform/rules/base/calendar.ts'
import { STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { Button } from '../../../platform/web/ui/button.tsx'
import { Field } from '../../../platform/web/ui/field.tsx'
import { type DeskDay, type DeskDraw, type Entry, withSerial } from './entry.ts'
import { savedNotice } from './use-entry.ts'

const LOOKS = {
  good: { classes: 'bg-soft', icon: CHECK, iconClasses: 'text-brand' },
  warn: { classes: 'bg-warn-soft text-warn', icon: CLOCK, iconClasses: '' },
  bad: { classes: 'bg-error-soft text-error', icon: WARN, iconClasses: '' },
}

const LINK = '-my-3 inline-block py-3 underline underline-offset-2'

/**
 * The outcome of the last step, directly below the buttons; without one, the draw of this user that was published last. After
 * a save: the numbers, a correction and the next game.
 */
export function DeskNotice({ desk, today }: { desk: Desk; today: DeskDay }) {
  const published = desk.entry.correcting ? null : today.saved
  const notice = desk.notice ?? (published && savedNotice(desk.nameOf, published))
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (desk.notice) place.current?.scrollIntoView({ block: 'nearest' })
  }, [desk.notice])
  if (!notice) return null
  const { text, saved, login, kind, instead } = notice
  const { classes, icon, iconClasses } = LOOKS[kind]
  return (
    <div ref={place} role="alert" className={`mt-3 flex gap-2.5 rounded-lg p-3 text-sm ${classes}`}>
      <span className={iconClasses}>
        <IconPath path={icon} />
      </span>
      <div className="min-w-0">
        <p>
          <span className={saved ? 'font-bold' : ''}>{text}</span>{' '}
          {login && (
            <a className={LINK} href={PATHS.login}>
              Login
            </a>
          )}
          {saved && (
            <>
              <span className="whitespace-nowrap">{saved.numbers}.</span>{' '}
              <button type="button" className={`${LINK} text-brand`} onClick={() => desk.choose(saved.entry)}>
                Correct
              </button>
            </>
          )}
          {instead && (
            <button type="button" className={LINK} onClick={() => desk.open(instead)}>
              Discard my entry and open {desk.nameOf(instead.game)}
            </button>
          )}
        </p>
        {saved && (
          <p aria-live="off" className="text-xs text-quiet">
            {desk.entry.game === ''
              ? 'Every draw of today has a result.'
              : `Next: ${desk.nameOf(desk.entry.game)}`}
          </p>
        )}
      </div>
    </div>
  )
}

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
          <dd>{storedText(stored)}</dd>
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
        <Button
          kind="plain"
          onClick={() => desk.openNext({ kind: 'good', text: 'The recorded draw is kept.' })}
        >
          Keep the recorded draw
        </Button>
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
