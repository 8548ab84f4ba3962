import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import {
  formatClock,
  formatDayMonth,
  lagosDate,
  lagosMinutes,
} from '../../../platform/rules/base/calendar.ts'
import { DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import { PREDICTION_LIMITS, type ComingDraw, parsePredictionNumbers } from '../../rules/predictions.ts'
import { BETS, PREDICTION_FORMS } from '../../../draws/rules/bets.ts'
import { STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { STAFF_MESSAGES } from '../../../platform/rules/access/staff-messages.ts'
import { CallError, type AnswerOf } from '../../../platform/web/api/call.ts'
import { useDraft } from '../../../platform/web/api/use-draft.ts'
import { useNow } from '../../../platform/web/api/use-now.ts'
import { DraftNote } from '../../../platform/web/ui/draft-note.tsx'
import { Ball } from '../../../platform/web/ui/ball.tsx'
import { Button } from '../../../platform/web/ui/button.tsx'
import { Field, Select, TextArea } from '../../../platform/web/ui/field.tsx'
import { formText } from '../../../platform/web/ui/form-text.ts'
import { type FormGame, drawNoteFor, offeredDraws } from './draw-note.ts'
import { ImageField, type UploadTarget } from './image-field.tsx'

export type StaffPrediction = AnswerOf<'GET /api/admin/predictions'>['predictions'][number]

/** What the form sends. */
export interface PredictionValues {
  gameName: string
  numbers: string
  date: string
  form: string
  reasons: string
  image: string
}

interface Props {
  games: readonly FormGame[]
  target: UploadTarget
  /** The initial values; left out for a new prediction. */
  before?: StaffPrediction
  /** Saves the values. The form shows an error that it throws and keeps what was typed. */
  save: (values: PredictionValues, form: HTMLFormElement) => Promise<void>
  label: string
  /** The outcome of the last save, shown until the next one begins. */
  done?: string | null
  onCancel?: () => void
}

/** The form for a new prediction or for a change. */
export function PredictionForm({ games, target, before, save, label, done = null, onCancel }: Props) {
  const now = useNow(30_000)
  const form = useRef<HTMLFormElement>(null)
  const [game, setGame] = useState(before?.gameName ?? '')
  const [date, setDate] = useState<string>(before?.date ?? '')
  const [numbers, setNumbers] = useState(before?.numbers.join(', ') ?? '')
  const [image, setImage] = useState(before?.image ?? '')
  const [uploading, setUploading] = useState(false)
  const draft = useDraft({ form, name: `prediction ${before?.id ?? ''}` })
  const { saving, failure, fields, submit } = useSaving(save, form, draft.drop)
  useEffect(() => {
    // The user may have typed before this script ran.
    const typed = (name: string) => formText(form.current!, name)
    setGame(typed('gameName'))
    setDate(typed('date'))
    setNumbers(typed('numbers'))
    setImage(typed('image'))
  }, [])
  const note = drawNoteFor(game, date, games, now)
  const read = parsePredictionNumbers(numbers)

  return (
    <form ref={form} method="post" onSubmit={submit} className="space-y-4" noValidate>
      <DraftNote of={draft} />
      <GameField games={games} game={game} onGame={setGame} note={note} error={fields.gameName} />
      <div>
        <Field
          label="Numbers"
          name="numbers"
          autoComplete="off"
          required
          value={numbers}
          placeholder="7, 12, 45"
          hint={`1 to ${PREDICTION_LIMITS.numbers} different numbers from 1 to ${DRAW_LIMITS.highestBall}, separated by commas.`}
          error={fields.numbers ?? (numbers.endsWith(',') || numbers === '' ? undefined : read.problem)}
          onChange={(event) => setNumbers(event.currentTarget.value)}
        />
        {read.numbers && <Preview numbers={read.numbers} />}
      </div>
      <div>
        <Field
          label="Date"
          name="date"
          type="date"
          value={date}
          hint="The day of the draw; empty means the next draw that still takes forecasts."
          error={fields.date}
          onChange={(event) => setDate(event.currentTarget.value)}
        />
        <Draws draws={offeredDraws(game, games, now)} chosen={date} onChoose={setDate} />
      </div>
      <Select
        label="Form"
        name="form"
        defaultValue={before?.form ?? ''}
        options={[['', 'None'], ...PREDICTION_FORMS.map((key) => [key, BETS[key].name] as const)]}
      />
      {fields.form && <p className="text-sm font-bold text-error">{fields.form}</p>}
      <TextArea
        label="Reasons"
        name="reasons"
        rows={3}
        maxLength={PREDICTION_LIMITS.reasons}
        defaultValue={before?.reasons ?? ''}
        hint="Optional; players read it under the numbers."
        error={fields.reasons}
      />
      <ImageField
        target={target}
        address={image}
        onAddress={setImage}
        onBusy={setUploading}
        error={fields.image}
      />
      {before && (
        <Field
          label="Reason for the change"
          name="reason"
          required
          maxLength={STAFF_LIMITS.reason}
          error={fields.reason}
        />
      )}
      <Outcome done={saving ? null : done} failure={failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={saving || uploading}>
          {saving ? 'Saving...' : uploading ? 'Waiting for the picture...' : label}
        </Button>
        {onCancel && (
          <Button kind="plain" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}

interface GameFieldProps {
  games: readonly FormGame[]
  game: string
  onGame: (name: string) => void
  note: ReturnType<typeof drawNoteFor>
  error: string | undefined
}

/** The game by its name, with the games that a shorter name may mean. */
function GameField({ games, game, onGame, note, error }: GameFieldProps) {
  const list = useId()
  return (
    <div>
      <Field
        label="Game name"
        name="gameName"
        list={list}
        autoComplete="off"
        required
        value={game}
        hint={
          <>
            {note.text} {note.warning && <b className="text-warn">{note.warning}</b>}
          </>
        }
        error={error}
        onChange={(event) => onGame(event.currentTarget.value)}
      />
      <datalist id={list}>
        {games.map(({ key, name }) => (
          <option key={key} value={name} />
        ))}
      </datalist>
      {note.choices.length > 0 && (
        <p className="mt-2 flex flex-wrap gap-2">
          {note.choices.map(({ key, name }) => (
            <Button key={key} kind="plain" onClick={() => onGame(name)}>
              {name}
            </Button>
          ))}
        </p>
      )}
    </div>
  )
}

/** The next draws of the game, to choose by a tap. */
function Draws({
  draws,
  chosen,
  onChoose,
}: {
  draws: readonly ComingDraw[]
  chosen: string
  onChoose: (date: string) => void
}) {
  if (draws.length === 0) return null
  return (
    <p className="mt-2 flex flex-wrap gap-2">
      {draws.map(({ date, closesAt }) => (
        <Button key={date} kind="plain" aria-pressed={date === chosen} onClick={() => onChoose(date)}>
          {formatDayMonth(lagosDate(closesAt))}, {formatClock(lagosMinutes(closesAt))}
        </Button>
      ))}
    </p>
  )
}

/** The numbers as balls, to proofread. Without links, which would leave the form. */
function Preview({ numbers }: { numbers: readonly number[] }) {
  return (
    <p className="mt-2 flex flex-wrap gap-1.5" aria-hidden="true">
      {numbers.map((number) => (
        <Ball key={number} number={number} look="forecast" unlinked />
      ))}
    </p>
  )
}

interface Failed {
  detail: string
  /** Nothing failed; the user must confirm. */
  asks: boolean
}

/** The outcome of a save, beside its button and scrolled into view. */
function Outcome({ done, failure }: { done: string | null; failure: Failed | null }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (done || failure) place.current?.scrollIntoView({ block: 'nearest' })
  }, [done, failure])
  return (
    <div ref={place} role="alert" className="scroll-my-20">
      {failure ? (
        <div
          className={`rounded-lg p-3 ${failure.asks ? 'bg-warn-soft text-warn' : 'bg-error-soft text-error'}`}
        >
          {!failure.asks && <p className="font-bold">{STAFF_MESSAGES.predictionFailed}</p>}
          <p>{failure.detail}</p>
        </div>
      ) : (
        done && <p className="rounded-lg bg-soft p-3 font-bold text-brand">{done}</p>
      )}
    </div>
  )
}

/** Sends the form, one save at a time, and assigns the server's errors to the fields. */
function useSaving(save: Props['save'], form: RefObject<HTMLFormElement | null>, onSaved: () => void) {
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<Failed | null>(null)
  const [fields, setFields] = useState<Record<string, string>>({})

  async function run() {
    const element = form.current!
    const names = ['gameName', 'numbers', 'date', 'form', 'reasons', 'image'] as const
    const values = Object.fromEntries(names.map((name) => [name, formText(element, name)]))
    setSaving(true)
    setFailure(null)
    setFields({})
    try {
      await save(values as unknown as PredictionValues, element)
      onSaved()
    } catch (error) {
      const problem = error instanceof CallError ? error.problem : null
      const wrong = problem?.fields ?? {}
      setFields(wrong)
      const asks = problem?.code === 'confirmation-needed'
      const detail = problem?.title ?? (error instanceof Error ? error.message : String(error))
      setFailure({ asks, detail: asks ? `${detail} Press the button again to publish them twice.` : detail })
      const first = Object.keys(wrong)[0]
      // The notice beside the button must stay in view; it names the field's error too.
      if (first)
        element.querySelector<HTMLElement>(`[name="${CSS.escape(first)}"]`)?.focus({ preventScroll: true })
    }
    setSaving(false)
  }

  return {
    saving,
    failure,
    fields,
    submit: (event: FormEvent) => {
      event.preventDefault()
      if (!saving) void run()
    },
  }
}
