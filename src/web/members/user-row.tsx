import { useId, useState } from 'react'
import { formatDate, lagosDate } from '../../domain/calendar.ts'
import { STAFF_MESSAGES } from '../../domain/staff-messages.ts'
import { endsSoon, lastDay, PLANS, type Role } from '../../domain/plans.ts'
import { useProof } from '../accounts/proof.tsx'
import { sendAdminCall } from '../admin/calls.ts'
import type { AnswerOf } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from './confirm.tsx'
import { useAction } from './use-action.ts'
import { UserDetails } from './user-details.tsx'

export type User = AnswerOf<'GET /api/admin/users'>['users'][number]

interface Props {
  user: User
  /** Whether the row is the signed-in admin, who cannot demote or delete themselves. */
  isMe: boolean
  onChanged: () => void
  onDeleted: () => void
}

/** One user of the list with the actions of staff. */
export function UserRow({ user, isMe, onChanged, onDeleted }: Props) {
  const id = useId()
  const [role, setRole] = useState<Role | null>(null)
  const [seen, setSeen] = useState(user.role)
  const [asks, setAsks] = useState<'delete' | 'demote' | null>(null)
  const [open, setOpen] = useState(false)
  const { busy, result, run } = useAction()
  const { withProof, dialog } = useProof()
  // The server's answer after a change replaces our copy.
  if (seen !== user.role) {
    setSeen(user.role)
    setRole(null)
  }
  const isAdmin = (role ?? user.role) === 'admin'
  const params = { id: user.uid }
  const name = user.username || user.email

  const changeRole = (to: Role, reason: string) =>
    run('The role was not changed.', async () => {
      const body = { role: to, admin: to === 'admin', reason }
      await withProof(() => sendAdminCall('PATCH /api/admin/users/:id', { params, body }))
      setRole(to)
      setAsks(null)
      onChanged()
      return to === 'admin'
        ? `${name} is an admin now.`
        : `${name} is no longer an admin and was logged out everywhere.`
    })
  const remove = (reason: string) =>
    run('The user was not deleted.', async () => {
      await sendAdminCall('DELETE /api/admin/users/:id', { params, body: { confirm: true, reason } })
      onDeleted()
      return null
    })

  return (
    <article aria-labelledby={id} className="rounded-lg border border-line bg-sheet p-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <h3 id={id} className="font-bold break-words">
            {user.username || 'No name'}
            {isMe && <span className="font-normal text-quiet"> (you)</span>}
          </h3>
          <p className="break-all">{user.email}</p>
          <Facts user={user} isAdmin={isAdmin} />
        </div>
        <div className="flex flex-wrap gap-2">
          {!isMe && (
            <Button
              kind="plain"
              className="text-sm"
              disabled={busy}
              onClick={() => (isAdmin ? setAsks('demote') : void changeRole('admin', ''))}
            >
              {isAdmin ? 'Demote' : 'Promote'}
              <span className="visually-hidden"> {name}</span>
            </Button>
          )}
          {!isMe && (
            <Button kind="plain" className="text-sm" disabled={busy} onClick={() => setAsks('delete')}>
              Delete<span className="visually-hidden"> {name}</span>
            </Button>
          )}
          <Button kind="plain" className="text-sm" aria-expanded={open} onClick={() => setOpen(!open)}>
            Details<span className="visually-hidden"> of {name}</span>
          </Button>
        </div>
      </div>
      <p
        role="status"
        className={`mt-2 font-bold empty:hidden ${result?.good ? 'text-brand' : 'text-error'}`}
      >
        {asks === null && result?.text}
      </p>
      {open && <UserDetails uid={user.uid} name={name} isMe={isMe} onChanged={onChanged} />}
      {asks && (
        <Confirm
          key={asks}
          question={asks === 'delete' ? STAFF_MESSAGES.confirmDeleteUser : `Demote ${name}?`}
          yes={asks === 'delete' ? 'Delete user' : 'Demote'}
          busy={busy}
          failure={result && !result.good ? result.text : null}
          onYes={(reason) => void (asks === 'delete' ? remove(reason) : changeRole('user', reason))}
          onNo={() => setAsks(null)}
        >
          {asks === 'delete' ? (
            <>
              <p className="font-bold break-all">
                {name}, {user.email}
              </p>
              <p>
                Name, email and login are erased, and every session ends. Payments stay without the name.
                Remaining paid time is lost. This cannot be undone.
              </p>
            </>
          ) : (
            <p>The admin area closes at once, and every session of this user ends.</p>
          )}
        </Confirm>
      )}
      {dialog}
    </article>
  )
}

/** Role, plan and state in one line. */
function Facts({ user, isAdmin }: { user: User; isAdmin: boolean }) {
  const { subscription, subscriptionExpiry, createdAt, emailVerified, claimed } = user
  const until = subscriptionExpiry && formatDate(lastDay(Date.parse(subscriptionExpiry)))
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-quiet">
      <span className={isAdmin ? 'font-bold text-brand' : ''}>{isAdmin ? 'Admin' : 'User'}</span>
      <span className={endsSoon(user) ? 'font-bold text-warn' : ''}>
        {PLANS[subscription].name}
        {until && ` until ${until}`}
      </span>
      {!claimed ? (
        <span className="font-bold text-warn">Not claimed yet</span>
      ) : (
        !emailVerified && <span className="font-bold text-warn">Email not verified</span>
      )}
      <span>Since {formatDate(lagosDate(createdAt))}</span>
    </p>
  )
}
