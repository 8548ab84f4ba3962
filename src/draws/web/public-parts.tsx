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
      Read at <time dateTime={new Date(readAt).toISOString()}>{formatInstant(readAt)}</time>, Lagos time.
      Lotto Forecast is not {operators.filter(Boolean).map(knownAs).join(' or ') || 'the operator'}; only the
      operator’s own list counts.
    </p>
  )
}

/** The call whose answer the sign-up form has. */
export const FORM_TIME = '/api/auth/form-time'

interface PlansProps {
  /** The same draws in the app. */
  app: string
  /** Leads to WhatsApp with a message about them. */
  message: string | null
}

/** What a reader can do next. A visitor sees the plans in one line and signs up in place, and returns here after that. */
export function Plans({ app, message }: PlansProps) {
  const me = useAnswerCache().known(ME).data
  const opened = useCall('GET /api/auth/form-time', FORM_TIME).data?.opened
  const [path] = useLocation()
  const [basic, pro] = [usePlan('basic'), usePlan('pro')]
  const price = ({ name, kobo, per }: typeof basic) => `${name} ${formatNaira(kobo)} a ${per}`
  return (
    <div className="mt-4">
      {!me && (
        <>
          <p className="mb-2 text-sm">
            Search is free, {price(basic)}, {price(pro)}. {NOTES.adults}.
          </p>
          <details className="mb-3 max-w-[25rem]">
            <summary className={buttonClasses('main')}>Sign up here</summary>
            <form method="post" action={cameFrom(PATHS.signUp, path)} className="mt-3 space-y-3">
              <input type="hidden" name="opened" value={opened} />
              <SignUpFields />
            </form>
          </details>
        </>
      )}
      <p className="flex flex-wrap gap-3">
        {!me && <Next to={cameFrom(PATHS.login, path)}>Login</Next>}
        <Next to={app}>Open in the app</Next>
        {message && <Next to={message}>Send by WhatsApp</Next>}
      </p>
    </div>
  )
}

const Next = ({ to, children }: { to: string; children: string }) => (
  <a href={to} rel="nofollow" className={buttonClasses('plain')}>
    {children}
  </a>
)
