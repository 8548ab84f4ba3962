import { useState } from 'react'
import { hasRight, staffRoleNames } from '../../domain/admin/staff-roles.ts'
import { STAFF_MESSAGES, STAFF_PATHS } from '../../domain/admin/staff.ts'
import type { Role } from '../../domain/billing/plans.ts'
import { useMe } from '../accounts/me.ts'
import { useProof } from '../accounts/proof.tsx'
import { because, failureText, sendAdminCall } from '../admin/calls.ts'
import { useForm } from '../api/use-form.ts'
import { problemText } from '../billing/admin/reason-form.tsx'
import { Button } from '../ui/button.tsx'
import { useLocation } from '../ui/location.ts'
import { Confirm } from './confirm.tsx'
import type { PersonProps } from './person-page.tsx'
import { StaffRoleBoxes, staffRolesOf } from './staff-role-boxes.tsx'
import type { User } from './user-row.tsx'

/** The changes that ask first, by their buttons. */
const QUESTIONS = { delete: 'Delete user', promote: 'Promote', roles: 'Change roles', demote: 'Demote' }
const EFFECTS = {
  promote: 'The chosen parts of the staff area open at once. Every owner gets an email.',
  roles: 'The change holds at once. Every owner gets an email.',
  demote: 'The admin area closes at once, every session of this user ends, and every owner gets an email.',
  delete:
    'Name, email and login are erased, and every session ends. Payments stay without the name. Remaining paid time is lost. This cannot be undone.',
}

/** Changes the role of a person, or deletes the account. Each change asks first. */
export function AccountActions({ details: { user }, name, onChanged }: PersonProps) {
  const [asks, setAsks] = useState<keyof typeof QUESTIONS | null>(null)
  const { busy, result, run } = useForm(failureText)
  const { withProof, dialog } = useProof()
  const [, navigate] = useLocation()
  const me = useMe()
  const isOwner = !!me && hasRight(me, 'manage-staff')
  const changes = !isOwner ? [] : user.admin ? (['roles', 'demote'] as const) : (['promote'] as const)
  const params = { id: user.uid }
  if (!isOwner && user.admin) return null

  const changeRole = (to: Role, reason: string, form: HTMLFormElement) =>
    run(
      async () => {
        const staffRoles = staffRolesOf(form)
        const role = { role: to, admin: to === 'admin', ...(to === 'admin' && { staffRoles }) }
        const body = { ...role, seen: user.staffRoles, reason }
        await withProof(() => sendAdminCall('PATCH /api/admin/users/:id', { params, body }))
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
      navigate(STAFF_PATHS.users, { state: { isDeleted: true } })
      onChanged()
    }, because('The user was not deleted.'))

  return (
    <>
      <p
        role="status"
        className={`mt-2 text-sm font-bold empty:hidden ${result?.kind === 'good' ? 'text-brand' : 'text-error'}`}
      >
        {asks === null && result?.text}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {changes.map((change) => (
          <Button key={change} kind="plain" disabled={busy} onClick={() => setAsks(change)}>
            {QUESTIONS[change]}
          </Button>
        ))}
        <Button kind="danger" disabled={busy} onClick={() => setAsks('delete')}>
          Delete
        </Button>
      </div>
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
    </>
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
