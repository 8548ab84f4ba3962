import { announcementsFor, TALK_LIMITS } from '../../rules/talk/announcements.ts'
import type { Plan } from '../../../platform/rules/access/plans.ts'
import { useNow } from '../../../platform/web/api/use-now.ts'
import { usePoll } from '../../../platform/web/api/use-poll.ts'
import { SITE, useSite } from '../../../platform/web/site/site.ts'
import { IconPath } from '../../../platform/web/ui/icon-path.tsx'
import { SHAPES } from '../../../platform/web/ui/icons.tsx'

/** What staff tell all players or those of a plan, above the app. @param plan null without an account */
export function AnnouncementLines({ plan }: { plan: Plan | null }) {
  const lines = useSite()?.announcements ?? []
  const now = useNow(5000)
  usePoll(SITE, TALK_LIMITS.pollMs)
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
