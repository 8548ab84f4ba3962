import { useState, useEffect } from 'react'
import { clockOf, formatDate, lagosDate } from '../../../platform/rules/base/calendar.ts'
import { BETS } from '../../../draws/rules/bets.ts'
import { placeNote } from '../../rules/record/place.ts'
import { sendAdminCall, useAdminCall } from '../../../people/web/staff/calls.ts'
import { type AnswerOf, CallError, get } from '../../../platform/web/api/call.ts'
import { useNow } from '../../../platform/web/api/use-now.ts'
import { Picture } from '../picture.tsx'
import { isOpen, lateTexts, standingText } from '../forecast.ts'
import { PredictionForm, type PredictionValues, type StaffPrediction } from './prediction-form.tsx'
import { Button } from '../../../platform/web/ui/button.tsx'
import { STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { WrongFields } from '../../../platform/web/api/use-form.ts'
import { Field } from '../../../platform/web/ui/field.tsx'
import { StaffForm, type Values } from '../../../people/web/staff/staff-form.tsx'

interface Props {
  prediction: StaffPrediction
  data: AnswerOf<'GET /api/admin/prediction-form'>
  onSaved: () => void
}

/** One prediction of the list, with its staff actions. */
export function PredictionRow({ prediction, data, onSaved }: Props) {
  const now = useNow(30_000)
  const [open, setOpen] = useState<'edit' | 'withdraw' | null>(null)
  const { id, gameName, date, numbers, form, version, withdrawn, lock, forecast } = prediction
  const name = `${gameName}, ${formatDate(date)}`
  const close = () => setOpen(null)
  const done = () => {
    close()
    onSaved()
  }
  return (
    <article aria-label={name} className="py-2.5">
      <div className="flex flex-wrap justify-between gap-x-4">
        <h3 className="text-name font-bold">{name}</h3>
        <p className="font-bold">{numbers.join(', ')}</p>
      </div>
      <p className={`text-sm ${withdrawn ? 'font-bold text-warn' : 'text-quiet'}`}>
        {form && `${BETS[form].name}. `}
        {standingText(forecast, now)}
        {lock !== null && isOpen(forecast, now) && `. ${lockText(lock)}`}
      </p>
      {forecast.place && <p className="text-sm text-quiet">{placeNote(forecast.place)}</p>}
      {lateTexts(forecast).map((text) => (
        <p key={text} className="text-sm text-warn">
          {text}
        </p>
      ))}
      {open !== 'edit' && <Picture of={prediction} className="max-h-24!" />}
      {!withdrawn && open === null && (
        <p className="-mb-2.5 flex flex-wrap gap-x-5 text-sm">
          <button type="button" className="link min-h-11 min-w-11 text-left" onClick={() => setOpen('edit')}>
            Edit<span className="visually-hidden"> {name}</span>
          </button>
          <button
            type="button"
            className="link min-h-11 min-w-11 text-left"
            onClick={() => setOpen('withdraw')}
          >
            Withdraw<span className="visually-hidden"> {name}</span>
          </button>
        </p>
      )}
      {open === 'edit' && <EditForm prediction={prediction} data={data} onDone={done} onCancel={close} />}
      {open === 'withdraw' && <WithdrawForm prediction={prediction} onDone={done} onCancel={close} />}
      {version > 1 && <History id={id} version={version} />}
    </article>
  )
}

const lockText = (lock: number) => `No changes after ${clockOf(lock)}`

/** Changes a prediction. If another user saved first, their version is shown beside what was typed. */
function EditForm({
  prediction,
  data,
  onDone,
  onCancel,
}: {
  prediction: StaffPrediction
  data: Props['data']
  onDone: () => void
  onCancel: () => void
}) {
  const [seen, setSeen] = useState(prediction)
  const [conflict, setConflict] = useState<StaffPrediction | null>(null)

  async function save(values: PredictionValues, element: HTMLFormElement) {
    const reason = new FormData(element).get('reason')
    try {
      await sendAdminCall('PATCH /api/admin/predictions/:id', {
        params: { id: prediction.id },
        body: { ...values, reason, version: seen.version },
      })
    } catch (error) {
      if (error instanceof CallError && error.status === 409) {
        const now = await get<'GET /api/admin/predictions/:id'>(`/api/admin/predictions/${prediction.id}`)
        setConflict(now)
        setSeen(now)
      }
      throw error
    }
    onDone()
  }

  return (
    <div className="mt-3 border-t border-line pt-3">
      {conflict && (
        <p role="alert" className="mb-3 rounded-lg bg-warn-soft p-3 text-warn">
          It now says: {conflict.gameName}, {formatDate(conflict.date)}, {conflict.numbers.join(', ')}{' '}
          (version {conflict.version}). {!conflict.withdrawn && 'Save again to replace it with yours.'}
        </p>
      )}
      <PredictionForm
        games={data.games}
        target={data.upload}
        before={prediction}
        save={save}
        label="Save changes"
        onCancel={onCancel}
      />
    </div>
  )
}

/** All versions of a prediction, loaded on demand. */
function History({ id, version }: { id: number; version: number }) {
  const [open, setOpen] = useState(false)
  const { data, error, refetch } = useAdminCall(
    'GET /api/admin/predictions/:id',
    open ? `/api/admin/predictions/${id}` : undefined,
  )
  const known = data?.version ?? version
  useEffect(() => {
    if (known < version) refetch()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a newer version refreshes
  }, [known < version])
  if (!open)
    return (
      <Button kind="plain" className="mt-3" onClick={() => setOpen(true)}>
        All {version} versions
      </Button>
    )
  if (error) return <p className="mt-3 text-sm text-error">{error.message}</p>
  return (
    <ol className="mt-3 space-y-2 text-sm">
      {data?.versions.map((one) => (
        <li key={one.version}>
          <span className="font-bold">Version {one.version}</span>, {formatDate(lagosDate(one.at))}{' '}
          {clockOf(one.at)}
          {!one.inTime && ', not scored'}: {one.numbers.join(', ')} for {formatDate(one.date)}
          {one.reason && <> ({one.reason})</>}
        </li>
      ))}
    </ol>
  )
}

/** Withdraws a prediction, with a reason that players see. */
function WithdrawForm({
  prediction: { id, version },
  onDone,
  onCancel,
}: {
  prediction: StaffPrediction
  onDone: () => void
  onCancel: () => void
}) {
  async function withdraw({ reason: typed = '' }: Values) {
    const reason = typed.trim()
    if (reason === '') throw new WrongFields({ reason: 'Say why.' })
    const body = { version, reason }
    await sendAdminCall('POST /api/admin/predictions/:id/withdraw', { params: { id }, body })
    onDone()
  }

  return (
    <StaffForm
      stacked
      button="Withdraw prediction"
      draft={`Withdraw ${id}`}
      send={withdraw}
      beside={
        <Button kind="plain" onClick={onCancel}>
          Cancel
        </Button>
      }
      className="mt-3 border-t border-line pt-3"
    >
      <p className="text-sm">The prediction stays in the list, marked as withdrawn. This cannot be undone.</p>
      <Field
        label="Reason"
        name="reason"
        required
        maxLength={STAFF_LIMITS.reason}
        hint="Players see this reason."
      />
    </StaffForm>
  )
}
