import { useId, useState } from 'react'
import { formatDate, lagosDate } from '../../domain/base/calendar.ts'
import { hasRight, staffRoleNames } from '../../domain/admin/staff-roles.ts'
import { STAFF_MESSAGES } from '../../domain/admin/staff.ts'
import { endsSoon, lastDay, PLANS, type Role } from '../../domain/billing/plans.ts'
import { useMe } from '../accounts/me.ts'
import { useProof } from '../accounts/proof.tsx'
import { because, failureText, sendAdminCall } from '../admin/calls.ts'
import type { AnswerOf } from '../api/call.ts'
import { problemText } from '../billing/admin/reason-form.tsx'
import { useForm } from '../api/use-form.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Confirm } from './confirm.tsx'
import { StaffRoleBoxes, staffRolesOf } from './staff-role-boxes.tsx'
import { UserDetails } from './user-details.tsx'

type User = AnswerOf<'GET /api/admin/users'>['users'][number]

/** The changes that ask first, by their buttons. */
const QUESTIONS = { delete: 'Delete user', promote: 'Promote', roles: 'Change roles', demote: 'Demote' }
const EFFECTS = {
  promote: 'The chosen parts of the staff area open at once. Every owner gets an email.',
  roles: 'The change holds at once. Every owner gets an email.',
  demote: 'The admin area closes at once, every session of this user ends, and every owner gets an email.',
  delete:
    'Name, email and login are erased, and every session ends. Payments stay without the name. Remaining paid time is lost. This cannot be undone.',
}

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
  const [asks, setAsks] = useState<keyof typeof QUESTIONS | null>(null)
  const [open, setOpen] = useState(false)
  const { busy, result, run } = useForm(failureText)
  const { withProof, dialog } = useProof()
  // The server's answer after a change replaces our copy.
  if (seen !== user.role) {
    setSeen(user.role)
    setRole(null)
  }
  const isAdmin = (role ?? user.role) === 'admin'
  const me = useMe()
  const isOwner = !!me && hasRight(me, 'manage-staff')
  const changes = !isOwner ? [] : isAdmin ? (['roles', 'demote'] as const) : (['promote'] as const)
  const params = { id: user.uid }
  const name = user.username || user.email

  const changeRole = (to: Role, reason: string, form: HTMLFormElement) =>
    run(
      async () => {
        const staffRoles = staffRolesOf(form)
        const body = { role: to, admin: to === 'admin', reason, ...(to === 'admin' && { staffRoles }) }
        await withProof(() => sendAdminCall('PATCH /api/admin/users/:id', { params, body }))
        setRole(to)
        setAsks(null)
        onChanged()
        return to === 'admin'
          ? `${name} is an admin now: ${staffRoleNames(staffRoles)}.`
          : `${name} is no longer an admin and was logged out everywhere.`
      },
      (error) => because('The role was not changed.')(error) ?? problemText(error),
    )
  const remove = (reason: string) =>
    run(async () => {
      await sendAdminCall('DELETE /api/admin/users/:id', { params, body: { confirm: true, reason } })
      onDeleted()
      return null
    }, because('The user was not deleted.'))

  return (
    <article aria-labelledby={id} className="py-2">
      <div className="relative flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <h3 id={id} className="text-name leading-tight font-bold break-words">
            {user.username || 'No name'}
            {isMe && <span className="font-normal text-quiet"> (you)</span>}
          </h3>
          <p className="text-sm wrap-anywhere text-quiet">{user.email}</p>
          <Facts user={user} isAdmin={isAdmin} />
        </div>
        {/* The button covers the whole line. */}
        <button
          type="button"
          aria-expanded={open}
          className="grid size-11 shrink-0 items-center justify-items-end text-quiet after:absolute after:inset-0"
          onClick={() => setOpen(!open)}
        >
          <span className={open ? 'rotate-180' : ''}>
            <Icon name="down" />
          </span>
          <span className="visually-hidden">Details of {name}</span>
        </button>
      </div>
      <p
        role="status"
        className={`mt-2 text-sm font-bold empty:hidden ${result?.kind === 'good' ? 'text-brand' : 'text-error'}`}
      >
        {asks === null && result?.text}
      </p>
      {open && (
        <>
          {!isMe && (isOwner || !isAdmin) && (
            <div className="mt-2 flex flex-wrap gap-2">
              {changes.map((change) => (
                <Button key={change} kind="plain" disabled={busy} onClick={() => setAsks(change)}>
                  {QUESTIONS[change]}
                  <span className="visually-hidden"> {name}</span>
                </Button>
              ))}
              <Button kind="danger" disabled={busy} onClick={() => setAsks('delete')}>
                Delete<span className="visually-hidden"> {name}</span>
              </Button>
            </div>
          )}
          <UserDetails uid={user.uid} name={name} isMe={isMe} onChanged={onChanged} />
        </>
      )}
      {asks && (
        <Question
          key={asks}
          asks={asks}
          user={user}
          busy={busy}
          failure={result?.kind === 'bad' ? result.text : null}
          onYes={(reason, form) =>
            void (asks === 'delete'
              ? remove(reason)
              : changeRole(asks === 'demote' ? 'user' : 'admin', reason, form))
          }
          onNo={() => setAsks(null)}
        />
      )}
      {dialog}
    </article>
  )
}

interface QuestionProps {
  asks: keyof typeof QUESTIONS
  user: User
  busy: boolean
  failure: string | null
  onYes: (reason: string, form: HTMLFormElement) => void
  onNo: () => void
}

/** What the action does, before it is done. */
function Question({ asks, user, ...confirm }: QuestionProps) {
  const name = user.username || user.email
  const question =
    asks === 'delete'
      ? STAFF_MESSAGES.confirmDeleteUser
      : `${asks === 'roles' ? 'Change the roles of' : QUESTIONS[asks]} ${name}?`
  return (
    <Confirm question={question} yes={QUESTIONS[asks]} {...confirm}>
      {asks !== 'demote' && (
        <p className="font-bold break-all">
          {name}, {user.email}
        </p>
      )}
      <p>{EFFECTS[asks]}</p>
      {(asks === 'promote' || asks === 'roles') && <StaffRoleBoxes given={user.staffRoles} />}
    </Confirm>
  )
}

/** Role, plan and state in one line. */
function Facts({ user, isAdmin }: { user: User; isAdmin: boolean }) {
  const { subscription, subscriptionExpiry, createdAt, emailVerified, claimed, isSample } = user
  const until = subscriptionExpiry && formatDate(lastDay(Date.parse(subscriptionExpiry)))
  return (
    <p className="flex flex-wrap gap-x-3 text-xs text-quiet">
      <span className={isAdmin ? 'font-bold text-brand' : ''}>
        {isAdmin ? `Admin: ${staffRoleNames(user.staffRoles)}` : 'User'}
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
