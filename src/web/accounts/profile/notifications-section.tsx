import { useEffect, useState } from 'react'
import { parseClock } from '../../../domain/base/calendar.ts'
import { formatNaira } from '../../../domain/base/words.ts'
import { PATHS } from '../../../domain/site/paths.ts'
import { FEATURES, opens, PLANS } from '../../../domain/billing/plans.ts'
import { type AnswerOf, send } from '../../api/call.ts'
import { useForm, WrongFields } from '../../api/use-form.ts'
import { useCall } from '../../api/use-call.ts'
import { isSupported, renewSubscription, turnOff, turnOn } from '../../push/browser.ts'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { Failure } from '../../ui/states.tsx'
import { formText } from '../../ui/form-text.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { useMe } from '../me.ts'
import { changeErrorText, SignInError } from '../complete-sign-in.ts'
import { ChangeStatus } from './change-status.tsx'
import { PushChoices } from './push-choices.tsx'
import { Section } from './section.tsx'

export const PUSH = '/api/push'

type Push = AnswerOf<'GET /api/push'>
/** Notifications in this browser. `asking` until the browser has answered. */
type Here = 'asking' | 'unsupported' | 'blocked' | 'off' | 'on'

const NOTE =
  'The result of your games on this phone or computer as soon as it is in, also with the app closed.'

const { name, kobo, per } = PLANS[FEATURES['live-results']]
const PLAN_NEEDED = `Part of ${name}, ${formatNaira(kobo)} per ${per}.`

const STATES: Record<Exclude<Here, 'asking'>, string> = {
  unsupported:
    'This browser cannot show notifications. On an iPhone, add Lotto Forecast to the home screen and open it from there.',
  blocked:
    'Notifications of Lotto Forecast are blocked in this browser. Allow them in the settings of this site, then open this page again.',
  off: 'Off in this browser.',
  on: 'On in this browser.',
}
/** What follows the state after a change of the form. */
const UNSAVED = {
  off: 'Your choice is kept when you turn notifications on.',
  on: 'Your change is not saved yet.',
}

/** Notifications: games, quiet hours, and whether this browser gets them. */
export function NotificationsSection() {
  const me = useMe()
  const { data, error, refetch } = useCall('GET /api/push', PUSH)
  if (me?.breakUntil) return null
  const isOpen = me != null && opens({ plan: me.subscription, role: me.role }, 'live-results')
  return (
    <Section title="Notifications" note={NOTE}>
      {!isOpen ? (
        <>
          <p className="text-sm">{PLAN_NEEDED}</p>
          <PageLink to={PATHS.paymentChannel} className={`mt-3 ${buttonClasses('plain')}`}>
            See the plans
          </PageLink>
        </>
      ) : data?.publicKey === null ? (
        <p className="text-sm">This server does not send notifications.</p>
      ) : data ? (
        <Settings push={data} publicKey={data.publicKey} isStaff={me.role === 'admin'} onDone={refetch} />
      ) : (
        error && (
          <Failure text="Your notifications could not be loaded." detail={error.message} onRetry={refetch} />
        )
      )}
    </Section>
  )
}

interface Props {
  push: Push
  publicKey: string
  isStaff: boolean
  onDone: () => void
}

function Settings({ push, publicKey, isStaff, onDone }: Props) {
  const { busy, result, fields, run, submit } = useForm(changeErrorText)
  const [here, setHere] = useState<Here>('asking')
  const [isChanged, setChanged] = useState(false)
  useEffect(() => {
    void findState().then(setHere)
  }, [])

  const save = submit(async (form) => {
    const choice = readChoice(form)
    if (choice.quiet === null && isChecked(form, 'quiet'))
      throw new WrongFields({ quiet: 'Choose two different times.' })
    await send('PUT /api/push', choice)
    setChanged(false)
    onDone()
    if (here === 'on') return 'Saved.'
    if (await turnOn(publicKey)) return setHere('on')
    if (Notification.permission === 'denied') return setHere('blocked')
    throw new SignInError('Notifications need your permission. Press the button again to allow them.')
  })

  const stop = () =>
    void run(async () => {
      await turnOff()
      setHere('off')
    })

  const test = () =>
    void run(async () => {
      await send('POST /api/push/test')
      return 'A test notification is on its way.'
    })

  const isPossible = here !== 'unsupported' && here !== 'blocked'
  return (
    <form onSubmit={save} onChange={() => setChanged(true)} noValidate className="space-y-3">
      {isPossible && <PushChoices push={push} isStaff={isStaff} quietError={fields.quiet} />}
      <p role="status" className="min-h-6 font-bold">
        {here !== 'asking' && STATES[here]} {isChanged && (here === 'off' || here === 'on') && UNSAVED[here]}
      </p>
      {isPossible && (
        <div className="flex flex-wrap gap-3">
          <Button type="submit" kind="plain" disabled={busy || here === 'asking'}>
            {here === 'on' ? 'Save notifications' : 'Turn on notifications'}
          </Button>
          {here === 'on' && (
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
      )}
      <ChangeStatus result={result} />
    </form>
  )
}

async function findState(): Promise<Here> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return (await renewSubscription().catch(() => false)) ? 'on' : 'off'
}

const isChecked = (form: HTMLFormElement, name: string) => new FormData(form).get(name) !== null

/** The choice in the form; without quiet hours if their times are missing or equal. */
function readChoice(form: HTMLFormElement) {
  const [from, until] = [parseClock(formText(form, 'from')), parseClock(formText(form, 'until'))]
  const isQuiet = isChecked(form, 'quiet') && from !== null && until !== null && from !== until
  return {
    games: new FormData(form).getAll('games').map(String),
    quiet: isQuiet ? { from, until } : null,
    lateDraws: isChecked(form, 'lateDraws'),
  }
}
