import { type FormEvent, useRef, useState } from 'react'
import { STAFF_LIMITS } from '../../../domain/staff-limits.ts'
import { STAFF_MESSAGES } from '../../../domain/staff-messages.ts'
import { CallError } from '../../api/call.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { formText } from '../../ui/form-text.ts'
import { failureText, sendAdminCall, unconfirmedWarnings } from '../../admin/calls.ts'
import { blankEntry, cellsOf, type DeskDay } from './entry.ts'
import type { Desk, Notice } from './use-desk.ts'

/** Comma separated and trimmed, as the specification says. */
const split = (text: string) => text.split(',').map((part) => part.trim())

/** The specification's form: game, date, winning and machine numbers, all required. */
export function PlainForm({ desk, today, onSaved }: { desk: Desk; today: DeskDay; onSaved: () => void }) {
  const [notice, setNotice] = useState<Notice | null>(null)
  const [fields, setFields] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  /** The warnings on screen, and the values that they belong to. */
  const shown = useRef<{ values: string; seen: readonly string[] }>({ values: '', seen: [] })

  async function upload(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const text = (name: string) => formText(form, name).trim()
    const [game, date] = [text('game'), text('date')]
    setFields({})
    setNotice(null)
    if ([game, date, text('winning'), text('machine')].includes('')) {
      setNotice({ kind: 'bad', text: STAFF_MESSAGES.fillAllFields })
      return
    }
    const [winning, machine] = [split(text('winning')), split(text('machine'))]
    const draw = { game, date, winning, machine }
    const values = JSON.stringify(draw)
    setBusy(true)
    try {
      const seen = shown.current.values === values ? shown.current.seen : []
      await sendAdminCall('POST /api/admin/draws', { body: { ...draw, seen } })
      setNotice({ kind: 'good', text: 'The result is saved.' })
      form.reset()
      onSaved()
    } catch (error) {
      const unseen = unconfirmedWarnings(error)
      if (unseen) {
        shown.current = { values, seen: unseen }
        setNotice({ kind: 'warn', text: `${failureText(error)} Upload it again to save it.` })
        return
      }
      const { status, problem } = error instanceof CallError ? error : { status: -1, problem: null }
      setFields(problem?.fields ?? {})
      setNotice({ kind: 'bad', text: failureText(error), login: status === 401 })
      const entry = { ...blankEntry(game, date), winning: cellsOf(winning), machine: cellsOf(machine) }
      if (status === 409) {
        desk.open(entry)
        await desk.showConflict(entry, failureText(error))
      }
    } finally {
      setBusy(false)
    }
  }

  const error = (name: string) => fields[name]
  return (
    <form
      aria-label="Upload result"
      noValidate
      onSubmit={(event) => void upload(event)}
      className="space-y-2 rounded-lg border border-line bg-sheet p-3"
    >
      <h2 className="font-bold">Upload result</h2>
      {notice && <Banner kind={notice.kind}>{notice.text}</Banner>}
      <Select label="Game name" name="game" defaultValue="" error={error('game')}>
        <option value="">Choose a game</option>
        {today.games.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </Select>
      <Field label="Date" name="date" type="date" max={today.today} error={error('date')} />
      <Field
        label="Winning numbers"
        name="winning"
        hint="Comma separated: 7, 12, 45, 60, 89"
        maxLength={STAFF_LIMITS.reason}
        autoComplete="off"
        error={error('winning')}
      />
      <Field
        label="Machine numbers"
        name="machine"
        maxLength={STAFF_LIMITS.reason}
        autoComplete="off"
        error={error('machine')}
      />
      <Button type="submit" disabled={busy}>
        Upload
      </Button>
    </form>
  )
}
