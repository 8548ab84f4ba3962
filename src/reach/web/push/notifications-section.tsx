import { useEffect, useState } from 'react'
import { formatClock, parseClock } from '../../../platform/rules/base/calendar.ts'
import { formatNaira } from '../../../platform/rules/base/words.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { FEATURES, opens } from '../../../platform/rules/access/plans.ts'
import { type AnswerOf, send } from '../../../platform/web/api/call.ts'
import { stateOf, useForm, WrongFields } from '../../../platform/web/api/use-form.ts'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { Bell } from './bell.tsx'
import {
  askPermission,
  findState,
  type Here,
  PUSH,
  STATES,
  test as tryHere,
  turnOff,
  turnOn,
} from './browser.ts'
import { Button, buttonClasses } from '../../../platform/web/ui/button.tsx'
import { Checkbox, Field } from '../../../platform/web/ui/field.tsx'
import { Failure } from '../../../platform/web/ui/states.tsx'
import { useFormAnswer } from '../../../platform/web/ui/form-answer.ts'
import { formText } from '../../../platform/web/ui/form-text.ts'
import { PlainForm } from '../../../platform/web/ui/plain-form.tsx'
import { usePlan } from '../../../money/web/prices.ts'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { type Me, useMe } from '../../../platform/web/access/me.ts'
import { changeErrorText, SignInError } from '../../../people/web/complete-sign-in.ts'
import { ChangeStatus, Section } from '../../../people/web/profile/section.tsx'

type Push = AnswerOf<'GET /api/push'>

const NOTE = 'The results of the games that you follow with the bell beside a draw.'
const FOLLOWING = { every: 'Every result', mine: 'Only when my numbers come' }

/** The followed games, and for notifications the quiet hours and whether this browser gets them. */
export function NotificationsSection() {
  const me = useMe()
  const { name, kobo, per } = usePlan(FEATURES['live-results'])
  const { data, error, refetch } = useCall('GET /api/push', PUSH)
  if (me?.breakUntil) return null
  const isOpen = me != null && opens({ plan: me.subscription, role: me.role }, 'live-results')
  return (
    <Section title="Notifications" note={NOTE}>
      {data ? (
        <>
          <Followed push={data} follows={me?.follows ?? {}} isLive={!isOpen} />
          {isOpen && data.publicKey === null && <p className="text-sm">{STATES['no-server']}</p>}
          {isOpen && data.publicKey !== null && (
            <Settings push={data} isStaff={me.role === 'admin'} onDone={refetch} />
          )}
        </>
      ) : (
        error && (
          <Failure text="Your notifications could not be loaded." detail={error.message} onRetry={refetch} />
        )
      )}
      {!isOpen && (
        <>
          <p className="text-sm">
            Notifications are part of {name}, {formatNaira(kobo)} per {per}.
          </p>
          <PageLink to={PATHS.paymentChannel} className={`mt-3 ${buttonClasses('plain')}`}>
            See the plans
          </PageLink>
        </>
      )}
    </Section>
  )
}

function Followed({ push, follows, isLive }: { push: Push; follows: Me['follows']; isLive: boolean }) {
  const games = push.games.filter(({ key }) => key in follows)
  if (games.length === 0) return <p className="mb-3 text-sm">You follow no game yet.</p>
  return (
    <ul aria-label="Followed games" className="mb-3">
      {games.map((game) => (
        <li key={game.key} className="flex items-center border-b border-line">
          <span className="flex-1 leading-tight">
            <b>{game.name}</b>
            <small className="block text-label text-quiet">
              {isLive ? 'Live in the app' : FOLLOWING[follows[game.key]!]}, {game.times}
            </small>
          </span>
          <Bell game={game} />
        </li>
      ))}
    </ul>
  )
}

const ENDED = 'Notifications stopped in this browser, so none arrived. Turn them on again.'
const TEST_TEXTS: Record<Awaited<ReturnType<typeof tryHere>>, string> = {
  sent: 'The test notification is on its way. It appears in a moment.',
  gone: ENDED,
  'other-key': ENDED,
  refused: 'The test did not arrive. Turn notifications off and on again.',
  later: 'The push service of this browser does not answer now. Notifications come when it does.',
}

/** The usual night, in minutes since midnight. */
const NIGHT = { from: 22 * 60, until: 6 * 60 }

function Settings({ push, isStaff, onDone }: { push: Push; isStaff: boolean; onDone: () => void }) {
  const answer = useFormAnswer('notifications')
  const { busy, result, fields, run, submit } = useForm(changeErrorText, stateOf(answer))
  const [here, setHere] = useState<Here>()
  const { from, until } = push.quiet ?? NIGHT
  useEffect(() => {
    void findState().then(setHere)
  }, [])

  const save = submit(async (form) => {
    await send('PUT /api/push', readChoice(form))
    onDone()
    return 'Saved.'
  })

  function start() {
    const isAllowed = askPermission()
    void run(async () => {
      const next = await turnOn(isAllowed)
      setHere(next)
      if (next === 'off')
        throw new SignInError('Notifications need your permission. Press the button again to allow them.')
    })
  }

  const stop = () =>
    void run(async () => {
      await turnOff()
      setHere('off')
    })

  const test = () =>
    void run(async () => {
      const outcome = await tryHere()
      if (outcome === 'sent' || outcome === 'later') setHere('on')
      else setHere(outcome === 'refused' ? 'failing' : 'off')
      if (outcome === 'sent') return TEST_TEXTS.sent
      throw new SignInError(TEST_TEXTS[outcome])
    })

  return (
    <PlainForm name="notifications" onSubmit={save} className="space-y-3">
      <p role="status" className="min-h-6 font-bold">
        {here && STATES[here]}
      </p>
      <div className="quiet-hours space-y-3">
        <Checkbox
          label="Quiet hours (Lagos time)"
          name="quiet"
          defaultChecked={push.quiet !== null || answer.form !== undefined}
          error={fields.quiet ?? fields['quiet.from'] ?? fields['quiet.until']}
        />
        <div className="flex flex-wrap gap-3">
          <Field
            label="From"
            name="from"
            type="time"
            defaultValue={answer.values.from ?? formatClock(from)}
          />
          <Field
            label="Until"
            name="until"
            type="time"
            defaultValue={answer.values.until ?? formatClock(until)}
          />
        </div>
        <p className="text-sm text-quiet">Results wait, and then come in one summary.</p>
      </div>
      {isStaff && (
        <Checkbox
          label="Late draws (staff), also in quiet hours"
          name="lateDraws"
          defaultChecked={push.lateDraws}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="plain" disabled={busy}>
          Save
        </Button>
        {here === 'off' && (
          <Button kind="plain" disabled={busy} onClick={start}>
            Turn on notifications
          </Button>
        )}
        {(here === 'on' || here === 'failing') && (
          <>
            <Button kind="plain" disabled={busy} onClick={test}>
              Send a test notification
            </Button>
            <Button kind="plain" disabled={busy} onClick={stop}>
              Turn off in this browser
            </Button>
          </>
        )}
      </div>
      <ChangeStatus result={result} />
    </PlainForm>
  )
}

/** @throws WrongFields if the times are missing or equal */
function readChoice(form: HTMLFormElement) {
  const lateDraws = formText(form, 'lateDraws') !== ''
  if (formText(form, 'quiet') === '') return { quiet: null, lateDraws }
  const [from, until] = [parseClock(formText(form, 'from')), parseClock(formText(form, 'until'))]
  if (from === null || until === null || from === until)
    throw new WrongFields({ quiet: 'Choose two different times.' })
  return { quiet: { from, until }, lateDraws }
}
