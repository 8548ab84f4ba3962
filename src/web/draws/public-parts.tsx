import { formatInstant } from '../../domain/base/calendar.ts'
import { formatNaira } from '../../domain/base/words.ts'
import { knownAs } from '../../domain/draws/operators.ts'
import { cameFrom } from '../../domain/site/destinations.ts'
import { PATHS } from '../../domain/site/paths.ts'
import { ME } from '../accounts/me.ts'
import { useAnswerCache } from '../api/use-call.ts'
import type { Trail } from '../site/page.ts'
import { usePlan } from '../site/prices.ts'
import { buttonClasses } from '../ui/button.tsx'
import { useLocation } from '../ui/location.ts'

/** The pages above this one, and its name; nothing for the top. */
export function Breadcrumbs({ trail }: { trail: Trail }) {
  if (trail.length < 2) return null
  return (
    <nav aria-label="Breadcrumbs">
      <ol className="flex flex-wrap items-center gap-x-2 text-sm">
        {trail.map(([path, name], i) => (
          <li key={path} className="inline-flex items-center gap-x-2">
            {i > 0 && <span aria-hidden="true">›</span>}
            <a href={path} aria-current={i === trail.length - 1 ? 'page' : undefined} className="link tap">
              {name}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** When the page was read, and that we are not the operator. */
export function ReadNote({ readAt, operators }: { readAt: number; operators: readonly string[] }) {
  return (
    <p className="text-sm text-quiet">
      Read at <time dateTime={new Date(readAt).toISOString()}>{formatInstant(readAt)}</time>, Lagos time.
      Lotto Forecast is not {operators.map(knownAs).join(' or ')}; only the operator’s own list counts.
    </p>
  )
}

/** The plans in one line for a visitor, who returns here after the sign-up, and the same draws in the app. */
export function Plans({ app }: { app: string }) {
  const me = useAnswerCache().known(ME).data
  const [path] = useLocation()
  const [basic, pro] = [usePlan('basic'), usePlan('pro')]
  const price = ({ name, kobo, per }: typeof basic) => `${name} ${formatNaira(kobo)} a ${per}`
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      {!me && (
        <>
          <p className="text-sm">
            Search is free, {price(basic)}, {price(pro)}. For adults of 18 or older.
          </p>
          <a href={cameFrom(PATHS.signUp, path)} rel="nofollow" className={buttonClasses('main')}>
            Sign Up
          </a>
          <a href={cameFrom(PATHS.login, path)} rel="nofollow" className={buttonClasses('plain')}>
            Login
          </a>
        </>
      )}
      <a href={app} rel="nofollow" className={buttonClasses('plain')}>
        Open in the app
      </a>
    </div>
  )
}
