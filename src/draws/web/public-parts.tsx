import { formatInstant } from '../../platform/rules/base/calendar.ts'
import { NOTES } from '../../platform/rules/base/messages.ts'
import { formatNaira } from '../../platform/rules/base/words.ts'
import { knownAs } from '../rules/operators.ts'
import { cameFrom } from '../../platform/rules/site/destinations.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { ME } from '../../platform/web/access/me.ts'
import { SignUpFields } from '../../people/web/sign-up-fields.tsx'
import { useAnswerCache, useCall } from '../../platform/web/api/use-call.ts'
import { usePlan } from '../../money/web/prices.ts'
import { buttonClasses } from '../../platform/web/ui/button.tsx'
import { useLocation } from '../../platform/web/ui/location.ts'

/** When the page was read, and that we are not the operator. */
export function ReadNote({ readAt, operators }: { readAt: number; operators: readonly string[] }) {
  return (
    <p className="mt-3 text-sm text-quiet">
      Updated <time dateTime={new Date(readAt).toISOString()}>{formatInstant(readAt)}</time>, Lagos time.
      Lotto Forecast is not {operators.filter(Boolean).map(knownAs).join(' or ') || 'the operator'}; only the
      operator’s own list counts.
    </p>
  )
}

/** The call whose answer the sign-up form has. */
export const FORM_TIME = '/api/auth/form-time'

/** What a reader can do next. A visitor sees what an account gives, signs up in place, and returns here after that. */
export function Plans({ app }: { /** The same draws in the app. */ app: string }) {
  const me = useAnswerCache().known(ME).data
  const opened = useCall('GET /api/auth/form-time', FORM_TIME).data?.opened
  const [path] = useLocation()
  const [basic, pro] = [usePlan('basic'), usePlan('pro')]
  const price = ({ name, kobo, per }: typeof basic) => `${name}, ${formatNaira(kobo)} a ${per}`
  const inApp = (
    <a href={app} rel="nofollow" className={buttonClasses('plain')}>
      Open in the app
    </a>
  )
  if (me) return <p className="mt-4">{inApp}</p>
  return (
    <section aria-label="Sign up" className="mt-4 rounded-lg bg-soft p-3">
      <p>
        <b>Free with an account:</b> number search, chart, My slip, Ticket Checker.
      </p>
      <div className="my-3 flex flex-wrap items-start gap-3">
        <details className="max-w-[25rem] open:basis-full">
          <summary className={buttonClasses('main')}>Sign up here</summary>
          <form method="post" action={cameFrom(PATHS.signUp, path)} className="mt-3 space-y-3">
            <input type="hidden" name="opened" value={opened} />
            <SignUpFields />
          </form>
        </details>
        <a href={cameFrom(PATHS.login, path)} rel="nofollow" className={buttonClasses('plain')}>
          Login
        </a>
        {inApp}
      </div>
      <p className="text-sm text-quiet">
        {price(basic)}: frequent numbers. {price(pro)}: forecasts and live results. {NOTES.adults}.
      </p>
    </section>
  )
}
