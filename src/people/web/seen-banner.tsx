import { clockOf } from '../../platform/rules/base/calendar.ts'
import { type Plan, PLANS } from '../../platform/rules/access/plans.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'

interface Seen {
  username: string
  plan: Plan
  /** Milliseconds. */
  until: number
}

/** Tells an owner whose screens these are, and ends it. Only the server renders it: no player loads it. */
export const SeenBanner = ({ username, plan, until }: Seen) => (
  <form
    method="post"
    action={PATHS.profile}
    className="no-print flex items-center justify-center gap-3 bg-gold px-3 py-2 text-sm text-on-gold"
  >
    <input type="hidden" name="form" value="stop-seeing" />
    <p role="status" className="min-w-0">
      You see the screens of <b className="whitespace-nowrap">{username}</b>: {PLANS[plan].name} plan, until{' '}
      <span className="whitespace-nowrap">{clockOf(until)}</span>. Nothing can be changed.
    </p>
    <button
      type="submit"
      className="min-h-11 shrink-0 rounded-md border-[1.5px] border-on-gold px-4 font-bold"
    >
      Stop
    </button>
  </form>
)
