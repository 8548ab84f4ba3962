import { useId } from 'react'
import { formatDate, lagosDate } from '../../../platform/rules/base/calendar.ts'
import { staffRoleNames } from '../../../platform/rules/access/staff-role-texts.ts'
import { personPath } from '../../../platform/rules/access/staff.ts'
import { endsSoon, lastDay, PLANS } from '../../../platform/rules/access/plans.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { Icon } from '../../../platform/web/ui/icons.tsx'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'

export type User = AnswerOf<'GET /api/admin/users'>['users'][number]

/** One user of the list. The link to the user's page covers the whole line. */
export function UserRow({ user, isMe }: { user: User; isMe: boolean }) {
  const id = useId()
  return (
    <article aria-labelledby={id} className="relative flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <h3 id={id} className="text-name leading-tight font-bold break-words">
          <PageLink to={personPath(user.uid)} className="after:absolute after:inset-0">
            {user.username || 'No name'}
          </PageLink>
          {isMe && <span className="font-normal text-quiet"> (you)</span>}
        </h3>
        <p className="text-sm wrap-anywhere text-quiet">{user.email}</p>
        <Facts user={user} />
      </div>
      <span className="-rotate-90 text-quiet">
        <Icon name="down" />
      </span>
    </article>
  )
}

/** Role, plan and state in one line. */
export function Facts({ user }: { user: User }) {
  const { subscription, subscriptionExpiry, createdAt, emailVerified, claimed, isSample } = user
  const until = subscriptionExpiry && formatDate(lastDay(Date.parse(subscriptionExpiry)))
  return (
    <p className="flex flex-wrap gap-x-3 text-xs text-quiet">
      <span className={user.admin ? 'font-bold text-brand' : ''}>
        {user.admin ? `Admin: ${staffRoleNames(user.staffRoles)}` : 'User'}
      </span>
      <span className={endsSoon(user) ? 'font-bold text-warn' : ''}>
        {PLANS[subscription].name}
        {until && ` until ${until}`}
      </span>
      {user.suspension && <span className="font-bold text-error">Suspended</span>}
      {isSample ? (
        <span className="tag">Sample data</span>
      ) : !claimed ? (
        <span className="font-bold text-warn">Not claimed yet</span>
      ) : (
        !emailVerified && <span className="font-bold text-warn">Email not verified</span>
      )}
      <span>Since {formatDate(lagosDate(createdAt))}</span>
    </p>
  )
}
