import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import { PREDICTION_LIMITS, parsePredictionNumbers } from '../../rules/predictions.ts'
import { BETS, PREDICTION_FORMS } from '../../../draws/rules/bets.ts'
import { STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { STAFF_MESSAGES } from '../../../platform/rules/access/staff-messages.ts'
import { CallError, type AnswerOf } from '../../../platform/web/api/call.ts'
import { useDraft } from '../../../platform/web/api/use-draft.ts'
import { useNow } from '../../../platform/web/api/use-now.ts'
import { Button } from '../../../platform/web/ui/button.tsx'
import { Field, Select, TextArea } from '../../../platform/web/ui/field.tsx'
import { formText } from '../../../platform/web/ui/form-text.ts'
import { type FormGame, closesText, drawNoteFor, offeredDraws } from './draw-note.ts'
import { ImageField, type UploadTarget } from './image-field.tsx'
import { KeptDraft } from './kept-draft.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { Draws, GameField, Preview } from './prediction-fields.tsx'

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

const initialValues = (before?: StaffPrediction): PredictionValues => ({
  gameName: before?.gameName ?? '',
  numbers: before?.numbers.join(', ') ?? '',
  date: before?.date ?? '',
  form: before?.form ?? '',
  reasons: before?.reasons ?? '',
  image: before?.image ?? '',
})

/** What the form holds now, in the order of {@link initialValues}, so that the two can be compared as JSON. */
function valuesIn(form: HTMLFormElement): PredictionValues {
  const names = ['gameName', 'numbers', 'date', 'form', 'reasons', 'image'] as const
  return Object.fromEntries(names.map((name) => [name, formText(form, name)])) as unknown as PredictionValues
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
  const initial = initialValues(before)
  const [game, setGame] = useState(initial.gameName)
  const [date, setDate] = useState(initial.date)
  const [numbers, setNumbers] = useState(initial.numbers)
  const [image, setImage] = useState(initial.image)
  const [uploading, setUploading] = useState(false)
  const draft = useDraft({ form, name: `prediction ${before?.id ?? ''}` })
  const { saving, failure, fields, submit } = useSaving(save, form, draft.drop)
  useEffect(() => {
    // The user may have typed before this script ran.
    const values = valuesIn(form.current!)
    setGame(values.gameName)
    setDate(values.date)
    setNumbers(values.numbers)
    setImage(values.image)
  }, [])
  const note = drawNoteFor(game, date, games, now)
  const read = parsePredictionNumbers(numbers)
  const typed = [game, numbers].filter((text) => text.trim() !== '').join(', ') || 'A forecast'
  const closes = closesText(game, date, games, now)
  const unpublished = () =>
    JSON.stringify(valuesIn(form.current!)) === JSON.stringify(initial)
      ? null
      : `${before ? 'The change to ' : ''}${typed} is not published. ${closes}`

  return (
    <form ref={form} method="post" onSubmit={submit} className="space-y-4" noValidate>
      <KeptDraft
        draft={draft}
        typed={typed}
        closes={closes}
        now={now}
        onKeep={() => form.current!.querySelector<HTMLElement>('[name="numbers"]')!.focus()}
      />
      <LeaveQuestion unpublished={unpublished} discard={draft.discard} />
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
        defaultValue={initial.form}
        options={[['', 'None'], ...PREDICTION_FORMS.map((key) => [key, BETS[key].name] as const)]}
      />
      {fields.form && <p className="text-sm font-bold text-error">{fields.form}</p>}
      <TextArea
        label="Reasons"
        name="reasons"
        rows={3}
        maxLength={PREDICTION_LIMITS.reasons}
        defaultValue={initial.reasons}
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
    setSaving(true)
    setFailure(null)
    setFields({})
    try {
      await save(valuesIn(element), element)
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
