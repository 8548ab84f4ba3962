import { useRef, useState } from 'react'
import { useSearch } from '../../../platform/web/ui/location.ts'
import { MESSAGES } from '../../../platform/rules/base/messages.ts'
import { STAFF_PATHS } from '../../../platform/rules/access/staff.ts'
import { STAFF_MESSAGES } from '../../../platform/rules/access/staff-messages.ts'
import { useMe } from '../../../platform/web/access/me.ts'
import { sendAdminCall, useAdminCall } from '../../../people/web/staff/calls.ts'
import { Ruled } from '../../../people/web/staff/ruled.tsx'
import { CallError } from '../../../platform/web/api/call.ts'
import { newKey } from '../../../platform/web/api/use-form.ts'
import { Cause } from '../../../platform/web/ui/cause.tsx'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { buttonClasses } from '../../../platform/web/ui/button.tsx'
import { Empty, Failure, Loading } from '../../../platform/web/ui/states.tsx'
import { Head } from '../../../platform/web/ui/title.tsx'
import { DayForm } from './day-form.tsx'
import { PredictionForm, type PredictionValues } from './prediction-form.tsx'
import { PredictionRow } from './prediction-row.tsx'

const FORM = '/api/admin/prediction-form'
const AUTHOR = '/api/admin/author'

function addressOf(search: URLSearchParams): string {
  const after = search.get('after')
  return after ? `/api/admin/predictions?after=${encodeURIComponent(after)}` : '/api/admin/predictions'
}

export const parameters = ['after']

export const calls = (search: URLSearchParams) => [FORM, addressOf(search), AUTHOR]

/** Predictions for staff: the upload form, and all published predictions, newest first. */
export default function PredictionsPage() {
  const me = useMe()
  const search = new URLSearchParams(useSearch())
  const form = useAdminCall('GET /api/admin/prediction-form', FORM)
  const list = useAdminCall('GET /api/admin/predictions', addressOf(search))
  if (me?.admin === false) return <Empty text={STAFF_MESSAGES.notAdmin} />
  const refresh = () => {
    form.refetch()
    list.refetch()
  }
  const error = (!form.data && form.error) || (!list.data && list.error)
  return (
    <>
      <Head title="Predictions" />
      {error ? (
        <Failure
          text="The predictions could not be loaded."
          detail={<Cause error={error} />}
          onRetry={refresh}
        />
      ) : form.data && list.data ? (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          <div className="min-w-0 space-y-3">
            <DayForm games={form.data.games} onSaved={refresh} />
            <Upload data={form.data} onSaved={refresh} />
          </div>
          <section aria-label="All predictions" className="min-w-0">
            <h2 className="mb-2 font-bold">All predictions</h2>
            {list.data.predictions.length === 0 && <Empty text={MESSAGES.noPredictions} />}
            {list.data.predictions.length > 0 && (
              <Ruled>
                {list.data.predictions.map((prediction) => (
                  <li key={prediction.id}>
                    <PredictionRow prediction={prediction} data={form.data!} onSaved={refresh} />
                  </li>
                ))}
              </Ruled>
            )}
            <nav aria-label="Pages" className="mt-3 flex flex-wrap gap-3">
              {search.has('after') && (
                <PageLink to={STAFF_PATHS.predictions} className={buttonClasses('plain')}>
                  Newest predictions
                </PageLink>
              )}
              {list.data.next !== null && (
                <PageLink
                  to={`${STAFF_PATHS.predictions}?after=${list.data.next}`}
                  className={buttonClasses('plain')}
                >
                  Older predictions
                </PageLink>
              )}
            </nav>
          </section>
        </div>
      ) : (
        <Loading />
      )}
    </>
  )
}

type FormData = NonNullable<ReturnType<typeof useAdminCall<'GET /api/admin/prediction-form'>>['data']>

/** The form for a new prediction. Its idempotency key stays the same until the prediction is saved. */
function Upload({ data, onSaved }: { data: FormData; onSaved: () => void }) {
  const key = useRef(newKey())
  const [count, setCount] = useState(0)
  const [isDone, setDone] = useState(false)
  /** The values that the user was asked to confirm, because the same numbers are already published. */
  const toConfirm = useRef('')

  async function save(values: PredictionValues) {
    setDone(false)
    const serialized = JSON.stringify(values)
    const again = toConfirm.current === serialized ? 'yes' : 'no'
    try {
      await sendAdminCall('POST /api/admin/predictions', {
        body: { ...values, submitKey: key.current, again },
      })
    } catch (error) {
      const { code } = (error instanceof CallError && error.problem) || {}
      if (code === 'confirmation-needed') toConfirm.current = serialized
      // The key was saved with other values, so the next submit is a new prediction.
      if (code === 'conflict') {
        key.current = newKey()
        onSaved()
      }
      throw error
    }
    key.current = newKey()
    toConfirm.current = ''
    setCount(count + 1)
    setDone(true)
    onSaved()
  }

  return (
    <section aria-label="Upload prediction" className="min-w-0 rounded-lg border border-line bg-sheet p-3">
      <h2 className="font-bold">Upload prediction</h2>
      <PenName />
      <PredictionForm
        key={count}
        games={data.games}
        target={data.upload}
        save={save}
        done={isDone ? STAFF_MESSAGES.predictionUploaded : null}
        label="Upload prediction"
      />
    </section>
  )
}

/** The name under which the user publishes. */
function PenName() {
  const { data } = useAdminCall('GET /api/admin/author', AUTHOR)
  return (
    <p className="mb-2 text-sm text-quiet">
      {data?.penName ? `Published by ${data.penName}.` : 'Published under a number.'}{' '}
      <PageLink to={STAFF_PATHS.record} className="link">
        Change the pen name
      </PageLink>
    </p>
  )
}
