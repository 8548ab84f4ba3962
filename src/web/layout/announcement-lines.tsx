import { useEffect } from 'react'
import { announcementsFor } from '../../domain/talk/announcements.ts'
import type { Plan } from '../../domain/billing/plans.ts'
import { get } from '../api/call.ts'
import { useAnswerCache } from '../api/use-call.ts'
import { useNow } from '../api/use-now.ts'
import { SITE, useSite } from '../site/site.ts'
import { IconPath } from '../ui/icon-path.tsx'
import { SHAPES } from '../ui/icons.tsx'
import { useLocation } from '../ui/location.ts'

/** A page that stays open looks for new lines when the visitor opens another screen, at most once in this time. */
const FRESH_MS = 60_000

/** What staff tell all players or those of a plan, above the app. @param plan null without an account */
export function AnnouncementLines({ plan }: { plan: Plan | null }) {
  const lines = useSite()?.announcements ?? []
  const now = useNow(30_000)
  const [path] = useLocation()
  const cache = useAnswerCache()
  useEffect(() => cache.follow(SITE, get, FRESH_MS), [cache, path])
  const shown = now === 0 ? lines.filter(({ isShown }) => isShown) : announcementsFor(lines, plan, now)
  return shown.map(({ id, text }) => <AnnouncementLine key={id} text={text} />)
}

/** One line, as its preview shows it too. */
export const AnnouncementLine = ({ text }: { text: string }) => (
  <p
    role="status"
    className="no-print flex items-start gap-2 bg-soft px-3 py-2 text-sm font-bold wrap-anywhere text-brand md:justify-center"
  >
    <IconPath path={SHAPES.chat} />
    <span className="min-w-0">{text}</span>
  </p>
)
