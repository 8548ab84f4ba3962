import { useEffect } from 'react'
import { clockOf } from '../../platform/rules/base/calendar.ts'
import { PLANS } from '../../platform/rules/access/plans.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { type Me, ME } from '../../platform/web/access/me.ts'
import { serverNow } from '../../platform/web/api/server-time.ts'
import { useAnswerCache } from '../../platform/web/api/use-call.ts'

/** Tells an owner whose screens these are, and ends it. At its end the page becomes the owner's own. */
export function SeenBanner() {
  const me = useAnswerCache().known(ME).data as Me | null | undefined
  const until = me?.seenUntil
  useEffect(() => {
    if (!until) return
    const timer = setTimeout(() => location.reload(), until - serverNow())
    return () => clearTimeout(timer)
  }, [until])
  if (!me || !until) return null
  return (
    <form
      method="post"
      action={PATHS.profile}
      className="no-print flex items-center justify-center gap-3 bg-gold px-3 py-2 text-sm text-on-gold"
    >
      <input type="hidden" name="form" value="stop-seeing" />
      <p role="status" className="min-w-0">
        You see the screens of <b className="whitespace-nowrap">{me.username}</b>:{' '}
        {PLANS[me.subscription].name} plan, until <span className="whitespace-nowrap">{clockOf(until)}</span>.
        Nothing can be changed.
      </p>
      <button
        type="submit"
        className="min-h-11 shrink-0 rounded-md border-[1.5px] border-on-gold px-4 font-bold"
      >
        Stop
      </button>
    </form>
  )
}
