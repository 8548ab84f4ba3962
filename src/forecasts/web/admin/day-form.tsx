import { type FormEvent, useRef, useState } from 'react'
import { formatDate, type LagosDate } from '../../../platform/rules/base/calendar.ts'
import { lateStampWarning } from '../../rules/stamps.ts'
import { parsePredictionNumbers } from '../../rules/predictions.ts'
import { BETS, PREDICTION_FORMS } from '../../../draws/rules/bets.ts'
import { failureText, sendAdminCall } from '../../../people/web/staff/calls.ts'
import { CallError } from '../../../platform/web/api/call.ts'
import { useDraft } from '../../../platform/web/api/use-draft.ts'
import { newKey } from '../../../platform/web/api/use-form.ts'
import { useNow } from '../../../platform/web/api/use-now.ts'
import { DraftNote } from '../../../platform/web/ui/draft-note.tsx'
import { Button } from '../../../platform/web/ui/button.tsx'
import { Field, Select } from '../../../platform/web/ui/field.tsx'
import { clockFrom } from '../forecast.ts'
import type { FormGame } from './draw-note.ts'
import { LeaveQuestion } from './leave-question.tsx'

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
export function DayForm({ games, onSaved }: { games: readonly FormGame[]; onSaved: () => void }) {
  const now = useNow(30_000)
  const open = games.flatMap(({ draws }) => draws.filter(({ locksAt }) => locksAt > now))
  const days = [...new Set(open.map(({ date }) => date))].sort()
  const [chosen, setChosen] = useState<LagosDate | null>(null)
  const day = chosen && days.includes(chosen) ? chosen : days[0]
  const form = useRef<HTMLFormElement>(null)
  const draft = useDraft({ form, name: 'day' })
  const sending = useDaySending(onSaved)
  if (!day) return null
  const lines = linesOf(games, day, now)

  function submit(event: FormEvent) {
    event.preventDefault()
    void sending.send(lines, day!).then(() =>
      setTimeout(() => {
        draft.keep()
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      }),
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
        <DraftNote of={draft} />
        <LeaveQuestion unpublished={() => unpublishedText(sending.typed)} discard={draft.discard} />
        <div className="grid gap-2 *:min-w-0 sm:grid-cols-2">
          <Select
            label="Day"
            name="day"
            value={day}
            onChange={(event) => setChosen(event.target.value as LagosDate)}
            options={days.map((date) => [date, formatDate(date)])}
          />
          <Select
            label="Form of all"
            name="form"
            value={sending.form}
            onChange={(event) => sending.setForm(event.target.value)}
            options={[['', 'None'], ...PREDICTION_FORMS.map((key) => [key, BETS[key].name] as const)]}
          />
        </div>
        <p className="text-sm text-quiet">
          Type numbers such as 7 12 45. Every line that is right is published; the others stay as you typed
          them.
        </p>
        {lines.map(({ name, game, locksAt }) => (
          <Field
            key={name}
            label={`${game.name}, until ${clockFrom(day, locksAt)}`}
            name={name}
            inputMode="text"
            autoComplete="off"
            value={sending.typed[name] ?? ''}
            error={sending.problems[name]}
            hint={sending.saved[name] ? `Published: ${sending.saved[name]}` : lateStamp(locksAt, now)}
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

function lateStamp(locksAt: number, now: number) {
  const warning = lateStampWarning(locksAt, now)
  return warning && <b className="text-warn">{warning}</b>
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

function unpublishedText(typed: Record<string, string>): string | null {
  const count = Object.values(typed).filter((text) => text.trim() !== '').length
  if (count === 0) return null
  return count === 1 ? '1 forecast is not published.' : `${count} forecasts are not published.`
}

function outcomeText(done: number, left: number): string {
  const published = done === 1 ? '1 forecast is published.' : `${done} forecasts are published.`
  if (left === 0) return published
  const rest = left === 1 ? '1 line is not published, and stays' : `${left} lines are not published, and stay`
  return `${published} ${rest} as you typed ${left === 1 ? 'it' : 'them'}.`
}
