import { useState } from 'react'
import { formatDate } from '../../../platform/rules/base/calendar.ts'
import { STAFF_PATHS, STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { times } from '../../../platform/rules/base/words.ts'
import { Button } from '../../../platform/web/ui/button.tsx'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { DrawRow } from '../draw-row.tsx'
import type { Listed } from './draws-list.tsx'
import { CallError } from '../../../platform/web/api/call.ts'
import { useForm, WrongFields, fieldsOf } from '../../../platform/web/api/use-form.ts'
import { serverNow } from '../../../platform/web/api/server-time.ts'
import { Field, Select } from '../../../platform/web/ui/field.tsx'
import { formText } from '../../../platform/web/ui/form-text.ts'
import { StaffForm, type Values } from '../../../people/web/staff/staff-form.tsx'
import {
  formFailure,
  sendAdminCall,
  failureText,
  unconfirmedWarnings,
} from '../../../people/web/staff/calls.ts'
import { Banner } from '../../../platform/web/ui/banner.tsx'

interface Props {
  draw: Listed
  gameName: string
  operator: string
  games: readonly { key: string; name: string }[]
  onCorrect: () => void
  onMoved: () => void
  /** @param now the server's time of the deletion, in milliseconds */
  onDeleted: (now: number) => void
}

const TEXT_BUTTON = 'link min-h-11 min-w-11 text-left'

/** One entered draw. It opens to its history and its deletion. */
export function EnteredRow({ draw, gameName, operator, games, onCorrect, onMoved, onDeleted }: Props) {
  const [open, setOpen] = useState(false)
  const [asks, setAsks] = useState<'delete' | 'move' | null>(null)
  const name = `${gameName}, ${formatDate(draw.date)}`
  const canChange = draw.source !== 'sample'
  return (
    <DrawRow
      operator={operator}
      name={gameName}
      label={name}
      draw={draw.state === 'no_draw' ? null : draw}
      both
      note={
        <>
          {noteOf(draw)}
          <span className="flex gap-4 md:-my-3 md:ml-2 md:inline-flex">
            {canChange && (
              <button type="button" className={TEXT_BUTTON} onClick={onCorrect}>
                Correct<span className="visually-hidden"> {name}</span>
              </button>
            )}
            <button type="button" className={TEXT_BUTTON} aria-expanded={open} onClick={() => setOpen(!open)}>
              More<span className="visually-hidden"> about {name}</span>
            </button>
          </span>
        </>
      }
      below={
        open && (
          <div className="relative z-1 col-span-full w-full pt-1 pb-2 text-sm">
            <p className="text-quiet">{historyOf(draw)}</p>
            <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
              {canChange && (
                <Button kind="plain" onClick={() => setAsks('move')}>
                  Move to another game<span className="visually-hidden">: {name}</span>
                </Button>
              )}
              {canChange && (
                <Button kind="danger" onClick={() => setAsks('delete')}>
                  Delete<span className="visually-hidden"> {name}</span>
                </Button>
              )}
              <PageLink to={`${STAFF_PATHS.audit}?subject=draw:${draw.id}`} className="link tap">
                Trail<span className="visually-hidden"> of {name}</span>
              </PageLink>
            </div>
            {asks === 'delete' && (
              <DeleteForm draw={draw} onCancel={() => setAsks(null)} onDone={onDeleted} />
            )}
            {asks === 'move' && (
              <MoveForm
                draw={draw}
                games={games}
                onCancel={() => setAsks(null)}
                onDone={() => {
                  setAsks(null)
                  onMoved()
                }}
              />
            )}
            {canChange && <ObservedForm draw={draw} />}
          </div>
        )
      }
    />
  )
}

function noteOf({ date, serial, state, source }: Listed) {
  const facts = [
    formatDate(date),
    serial !== null && `S/N ${serial}`,
    source === 'sample' && 'sample',
    source === 'import' && 'imported',
  ].filter(Boolean)
  return (
    <>
      {facts.join(', ')}
      {state === 'no_draw' && <strong className="block">No draw</strong>}
    </>
  )
}

function historyOf({ by, corrections, source }: Listed): string {
  const facts = [
    by ? `Entered by ${by}` : source === 'sample' ? 'Generated' : 'Entered by a program',
    corrections > 0 && `corrected ${times(corrections)}`,
  ].filter(Boolean)
  return `${facts.join(', ')}.`
}

/** The first field of a form that a button opened. */
const focusFirst = (form: HTMLElement | null) => form?.querySelector<HTMLElement>('input, select')?.focus()

interface DeleteFormProps {
  draw: { id: number; version: number }
  onCancel: () => void
  /** @param now the server's time of the deletion, in milliseconds */
  onDone: (now: number) => void
}

/** Asks for a confirmation and a reason before a draw is deleted. */
function DeleteForm({ draw, onCancel, onDone }: DeleteFormProps) {
  async function remove({ reason = '' }: Values) {
    if (reason.trim() === '') throw new WrongFields({ reason: 'Say why.' })
    const body = { version: draw.version, reason }
    try {
      await sendAdminCall('DELETE /api/admin/draws/:id', { params: { id: draw.id }, body })
    } catch (error) {
      // Already deleted: by an earlier call whose answer was lost, or by a colleague.
      if (!(error instanceof CallError && error.status === 404)) throw error
    }
    onDone(serverNow())
  }
  return (
    <div ref={focusFirst} className="mt-2 rounded-lg bg-error-soft p-3">
      <StaffForm
        stacked
        className=""
        label="Delete draw"
        draft={`Delete ${draw.id}`}
        button="Delete it"
        send={remove}
        beside={
          <Button kind="plain" onClick={onCancel}>
            Keep it
          </Button>
        }
      >
        <p className="font-bold text-error">Delete this draw? Players will no longer see it.</p>
        <p>
          Its forecasts lose their score and wait for a new result. The public record counts draws without a
          result.
        </p>
        <Field label="Reason" name="reason" maxLength={STAFF_LIMITS.reason} />
      </StaffForm>
    </div>
  )
}

interface MoveFormProps {
  draw: { id: number; version: number; game: string }
  games: readonly { key: string; name: string }[]
  onCancel: () => void
  onDone: () => void
}

/** Moves a draw that was entered for the wrong game. A problem with the other game is at its field. */
function MoveForm({ draw, games, onCancel, onDone }: MoveFormProps) {
  /** The warnings that the user has read, and the game that they are about. */
  const [seen, setSeen] = useState<{ game: string; warnings: string[] } | null>(null)
  function explain(error: unknown) {
    if (unconfirmedWarnings(error)) return `${failureText(error)} Press the button again to move it.`
    return fieldsOf(error).game ? null : failureText(error)
  }
  async function move({ game = '', reason = '' }: Values) {
    if (!game || !reason.trim())
      throw new WrongFields({
        ...(!game && { game: 'Choose a game.' }),
        ...(!reason.trim() && { reason: 'Say why.' }),
      })
    const read = seen?.game === game ? seen.warnings : []
    const body = { version: draw.version, game, reason, seen: read }
    try {
      await sendAdminCall('POST /api/admin/draws/:id/move', { params: { id: draw.id }, body })
    } catch (error) {
      const warnings = unconfirmedWarnings(error)
      if (warnings) setSeen({ game, warnings })
      throw error
    }
    onDone()
  }
  return (
    <div ref={focusFirst} className="mt-2 max-w-md rounded-lg bg-soft p-3">
      <StaffForm
        stacked
        className=""
        label="Move draw"
        draft={`Move ${draw.id}`}
        button="Move it"
        send={move}
        explain={explain}
        beside={
          <Button kind="plain" onClick={onCancel}>
            Back
          </Button>
        }
      >
        <p>
          The result moves as if it had been entered for the right game. The list of corrections keeps the
          wrong game.
        </p>
        <Select
          label="Right game"
          name="game"
          defaultValue=""
          options={[
            ['', 'Choose a game'],
            ...games.filter(({ key }) => key !== draw.game).map(({ key, name }) => [key, name] as const),
          ]}
        />
        <Field label="Reason" name="reason" maxLength={STAFF_LIMITS.reason} />
      </StaffForm>
    </div>
  )
}

/** Enters when staff saw a draw happen. */
function ObservedForm({ draw }: { draw: { game: string; date: string } }) {
  const { busy, result, fields, submit } = useForm(formFailure)
  const [isVoid, setVoid] = useState(false)
  const save = submit(async (form) => {
    const { game, date } = draw
    const body = { game, date, time: formText(form, 'time') }
    const { voided } = await sendAdminCall('POST /api/admin/draws/observed', { body })
    setVoid(voided)
    return voided
      ? 'The time is saved. Forecasts that were published too late for this time no longer count.'
      : 'The time is saved.'
  })
  const isSaved = result?.kind === 'good'

  return (
    <form
      noValidate
      aria-label="Time of the draw"
      onSubmit={save}
      className="mt-2 max-w-md space-y-2 border-t border-line pt-2"
    >
      <Field
        label="When the draw was seen"
        name="time"
        type="time"
        required
        hint="If the draw was seen before its close, forecasts from 15 minutes before this time on do not count, for any author. All are revealed, and no more are taken. That is public and cannot be undone."
        error={fields.time ?? (isSaved ? undefined : result?.text)}
      />
      {isSaved && <Banner kind={isVoid ? 'warn' : 'good'}>{result.text}</Banner>}
      <Button type="submit" kind="plain" disabled={busy}>
        Save the time
      </Button>
    </form>
  )
}
