import { useRef, useState, type FormEvent } from 'react'
import { useSearch } from '../../ui/location.ts'
import { MESSAGES } from '../../../domain/base/messages.ts'
import { STAFF_MESSAGES, STAFF_PATHS } from '../../../domain/admin/staff.ts'
import { useMe } from '../../accounts/me.ts'
import { sendAdminCall, useAdminCall, failureText } from '../../admin/calls.ts'
import { Ruled } from '../../admin/ruled.tsx'
import { CallError } from '../../api/call.ts'
import { Cause } from '../../layout/cause.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { buttonClasses, Button } from '../../ui/button.tsx'
import { Empty, Failure, Loading } from '../../ui/states.tsx'
import { Head } from '../../ui/title.tsx'
import { PredictionForm, type PredictionValues } from './prediction-form.tsx'
import { PredictionRow } from './prediction-row.tsx'
import { formatClock, formatDate, lagosMinutes, type LagosDate } from '../../../domain/base/calendar.ts'
import {
  parsePredictionNumbers,
  PREDICTION_FORM_KEYS,
  PREDICTION_FORMS,
} from '../../../domain/predictions/predictions.ts'
import { useNow } from '../../api/use-now.ts'
import { Field, Select } from '../../ui/field.tsx'
import type { FormGame } from './draw-note.ts'

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
  if (me === null || me?.admin === false) return <Empty text={STAFF_MESSAGES.notAdmin} />
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

/** A game that draws on a day, and what is known about its line of the form. */
interface Line {
  game: FormGame
  name: string
  locksAt: number
}

/** What a line said when it was sent. A repeated send has the same key, so it publishes nothing twice. */
interface Sent {
  typed: string
  key: string
  /** Whether the answer was that the same numbers are published. */
  asked: boolean
}

/** The forecasts for all games of a day, from the keyboard. Those that are right are published; the others stay as typed. */
function DayForm({ games, onSaved }: { games: readonly FormGame[]; onSaved: () => void }) {
  const now = useNow(30_000)
  const open = games.flatMap(({ draws }) => draws.filter(({ locksAt }) => locksAt > now))
  const days = [...new Set(open.map(({ date }) => date))].sort()
  const [chosen, setChosen] = useState<LagosDate | null>(null)
  const day = chosen && days.includes(chosen) ? chosen : days[0]
  const form = useRef<HTMLFormElement>(null)
  const sending = useDaySending(onSaved)
  if (!day) return null
  const lines = linesOf(games, day, now)

  function submit(event: FormEvent) {
    event.preventDefault()
    void sending
      .send(lines, day!)
      .then(() =>
        setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), 0),
      )
  }

  return (
    <details className="min-w-0 rounded-lg border border-line bg-sheet px-3">
      <summary className="link flex min-h-11 items-center font-bold">All games of a day</summary>
      <form
        ref={form}
        onSubmit={submit}
        noValidate
        aria-label="All games of a day"
        className="space-y-2 pb-3"
      >
        <div className="grid gap-2 *:min-w-0 sm:grid-cols-2">
          <Select
            label="Day"
            value={day}
            onChange={(event) => setChosen(event.target.value as LagosDate)}
            options={days.map((date) => [date, formatDate(date)])}
          />
          <Select
            label="Form of all"
            value={sending.form}
            onChange={(event) => sending.setForm(event.target.value)}
            options={[
              ['', 'None'],
              ...PREDICTION_FORM_KEYS.map((key) => [key, PREDICTION_FORMS[key].name] as const),
            ]}
          />
        </div>
        <p className="text-sm text-quiet">
          Type numbers such as 7 12 45. Every line that is right is published; the others stay as you typed
          them.
        </p>
        {lines.map(({ name, game, locksAt }) => (
          <Field
            key={name}
            label={`${game.name}, locks ${formatClock(lagosMinutes(locksAt))}`}
            name={name}
            inputMode="text"
            autoComplete="off"
            value={sending.typed[name] ?? ''}
            error={sending.problems[name]}
            hint={sending.saved[name] && `Published: ${sending.saved[name]}`}
            onChange={(event) => sending.type(name, event.target.value)}
          />
        ))}
        {sending.outcome && (
          <p
            role="alert"
            className={`rounded-lg p-3 font-bold ${sending.outcome.isGood ? 'bg-soft text-brand' : 'bg-warn-soft text-warn'}`}
          >
            {sending.outcome.text}
          </p>
        )}
        <Button type="submit" disabled={sending.busy}>
          {sending.busy ? 'Saving...' : 'Publish the forecasts'}
        </Button>
      </form>
    </details>
  )
}

/** The games that draw on a day and are not locked, in the order of their locks. */
function linesOf(games: readonly FormGame[], day: LagosDate, now: number): Line[] {
  return games
    .flatMap((game) => {
      const draw = game.draws.find(({ date, locksAt }) => date === day && locksAt > now)
      return draw ? [{ game, name: `${day} ${game.key}`, locksAt: draw.locksAt }] : []
    })
    .sort((a, b) => a.locksAt - b.locksAt)
}

/** Blanks, points and dashes separate numbers as commas do. */
const withCommas = (text: string) => text.trim().replaceAll(/[\s,.;/–-]+/g, ',')

/** What is typed, and what became of each line. */
function useDaySending(onSaved: () => void) {
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [saved, setSaved] = useState<Record<string, string>>({})
  const [form, setForm] = useState('')
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ text: string; isGood: boolean } | null>(null)
  const sent = useRef<Record<string, Sent>>({})

  /** Publishes one line. @returns its problem, or null */
  async function publish({ game, name }: Line, date: LagosDate): Promise<string | null> {
    const numbers = withCommas(typed[name]!)
    const { problem } = parsePredictionNumbers(numbers)
    if (problem !== undefined) return problem
    const values = JSON.stringify([numbers, form])
    const before = sent.current[name]
    const attempt = before?.typed === values ? before : { typed: values, key: newKey(), asked: false }
    sent.current[name] = attempt
    try {
      const again = attempt.asked ? 'yes' : 'no'
      const body = { gameName: game.key, numbers, date, form, submitKey: attempt.key, again }
      await sendAdminCall('POST /api/admin/predictions', { body })
      delete sent.current[name]
      return null
    } catch (error) {
      const problem = error instanceof CallError ? error.problem : null
      attempt.asked = problem?.code === 'confirmation-needed'
      const detail = Object.values(problem?.fields ?? {})[0] ?? failureText(error)
      return attempt.asked ? `${detail} Publish again to have it twice.` : detail
    }
  }

  async function send(lines: readonly Line[], date: LagosDate): Promise<void> {
    const filled = lines.filter(({ name }) => (typed[name] ?? '').trim() !== '')
    if (busy) return
    if (filled.length === 0)
      return setOutcome({ text: 'Type the numbers of at least one game.', isGood: false })
    setBusy(true)
    setOutcome(null)
    const wrong: Record<string, string> = {}
    for (const line of filled) {
      const problem = await publish(line, date)
      if (problem !== null) wrong[line.name] = problem
      else {
        const text = withCommas(typed[line.name]!).replaceAll(',', ', ')
        setSaved((all) => ({ ...all, [line.name]: text }))
        setTyped((all) => ({ ...all, [line.name]: '' }))
      }
    }
    setProblems(wrong)
    setBusy(false)
    const left = Object.keys(wrong).length
    setOutcome({ text: outcomeText(filled.length - left, left), isGood: left === 0 })
    if (left < filled.length) onSaved()
  }

  return {
    typed,
    problems,
    saved,
    form,
    setForm,
    busy,
    outcome,
    send,
    type(name: string, text: string) {
      setTyped((all) => ({ ...all, [name]: text }))
      setProblems(({ [name]: _, ...others }) => others)
    },
  }
}

function outcomeText(done: number, left: number): string {
  const published = done === 1 ? '1 forecast is published.' : `${done} forecasts are published.`
  if (left === 0) return published
  return `${published} ${left === 1 ? '1 line is' : `${left} lines are`} not, and stay${left === 1 ? 's' : ''} as typed.`
}

/** A new idempotency key of a form: it stays the same until the form is saved. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
