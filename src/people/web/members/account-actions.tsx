import { useState, type FormEvent, type ReactNode } from 'react'
import { hasRight, STAFF_ROLES, type StaffRole } from '../../../platform/rules/access/staff-roles.ts'
import { STAFF_ROLE_TEXTS, staffRoleNames } from '../../../platform/rules/access/staff-role-texts.ts'
import { STAFF_PATHS, STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { STAFF_MESSAGES } from '../../../platform/rules/access/staff-messages.ts'
import type { Role } from '../../../platform/rules/access/plans.ts'
import { useMe } from '../../../platform/web/access/me.ts'
import { ChangeStatus } from '../profile/section.tsx'
import { because, failureText, sendAdminCall } from '../staff/calls.ts'
import { useForm } from '../../../platform/web/api/use-form.ts'
import { problemText } from '../staff/reason-form.tsx'
import { Button } from '../../../platform/web/ui/button.tsx'
import { Dialog } from '../../../platform/web/ui/dialog.tsx'
import { useLocation } from '../../../platform/web/ui/location.ts'
import type { PersonProps } from '../../../app/web/screens/person-page.tsx'
import type { User } from './user-row.tsx'
import { Field, Checkbox, useProblem } from '../../../platform/web/ui/field.tsx'
import { formText } from '../../../platform/web/ui/form-text.ts'
import { ACCOUNT_MESSAGES } from '../../../platform/rules/access/messages.ts'
import { formatInstant } from '../../../platform/rules/base/calendar.ts'

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
  const [, navigate] = useLocation()
  const me = useMe()
  const isOwner = !!me && hasRight(me, 'manage-staff')
  const changes = user.admin ? (['roles', 'demote'] as const) : (['promote'] as const)
  const params = { id: user.uid }
  if (!isOwner)
    return <p className="mt-2 text-sm text-quiet">Only owners change roles and delete accounts.</p>

  const changeRole = (to: Role, reason: string, form: HTMLFormElement) =>
    run(
      async () => {
        const staffRoles = staffRolesOf(form)
        const role = { role: to, admin: to === 'admin', ...(to === 'admin' && { staffRoles }) }
        const body = { ...role, seen: user.staffRoles, reason }
        await sendAdminCall('PATCH /api/admin/users/:id', { params, body })
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
      <ChangeStatus result={asks ? null : result} />
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
    </>
  )
}

interface QuestionProps extends Answered {
  asks: keyof typeof QUESTIONS
  user: User
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

interface Answered {
  busy: boolean
  failure: string | null
  onYes: (reason: string, form: HTMLFormElement) => void
  onNo: () => void
}

interface Props extends Answered {
  question: string
  /** The consequences of a confirmation. */
  children: ReactNode
  yes: string
}

/** Asks for confirmation of an irreversible change, with a reason. Escape cancels. */
function Confirm({ question, children, yes, busy, failure, onYes, onNo }: Props) {
  const decide = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onYes(formText(event.currentTarget, 'reason'), event.currentTarget)
  }
  return (
    <Dialog isQuestion title={question} onClose={onNo}>
      <form method="post" onSubmit={decide} className="space-y-3">
        <div className="text-sm">{children}</div>
        <Field
          label="Reason"
          name="reason"
          autoComplete="off"
          maxLength={STAFF_LIMITS.reason}
          hint="For the audit trail. Optional."
        />
        {failure && (
          <p role="alert" className="font-bold text-error">
            {failure}
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={busy}>
            {yes}
          </Button>
          <Button kind="plain" onClick={onNo}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** What a member of staff may do, as checkboxes of a form. None is checked for a new one. */
export function StaffRoleBoxes({ given }: { given: readonly StaffRole[] }) {
  const error = useProblem('staffRoles')
  return (
    <fieldset className="mt-2">
      <legend className="font-bold">What may this person do?</legend>
      {STAFF_ROLES.map((role) => {
        const { name, about } = STAFF_ROLE_TEXTS[role]
        const label = `${name}: ${about}`
        return (
          <Checkbox
            key={role}
            label={label}
            name="staffRoles"
            value={role}
            defaultChecked={given.includes(role)}
          />
        )
      })}
      {error && (
        <p role="alert" className="font-bold text-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** The checked roles of a form. */
export const staffRolesOf = (form: HTMLFormElement): StaffRole[] => {
  const checked = new FormData(form).getAll('staffRoles')
  return STAFF_ROLES.filter((role) => checked.includes(role))
}

const LOGIN_METHODS: Record<string, string> = { credential: 'password', google: 'Google' }

/** How the user logs in, and what staff can do about it. */
export function Logins({ details, name, isMe, onChanged }: PersonProps) {
  const { busy, result, run } = useForm(failureText)
  const [asks, setAsks] = useState(false)
  const { user, ways, devices, secondFactor } = details
  const params = { id: user.uid }

  const endSessions = () =>
    run(async () => {
      const { ended } = await sendAdminCall('POST /api/admin/users/:id/end-sessions', {
        params,
        body: { confirm: true },
      })
      onChanged()
      return ended === 1 ? '1 session was ended.' : `${ended} sessions were ended.`
    }, because('The sessions were not ended.'))
  const resetFactor = (reason: string) =>
    run(async () => {
      const body = { confirm: true, reason }
      await sendAdminCall('POST /api/admin/users/:id/reset-second-factor', { params, body })
      setAsks(false)
      onChanged()
      return 'The second factor was reset, and every session ended.'
    }, because('The second factor was not reset.'))
  const sendMail = () =>
    run(async () => {
      const { sent } = await sendAdminCall('POST /api/admin/users/:id/proof-mail', { params })
      return sent === 'claim' ? 'The mail to set a password is on its way.' : ACCOUNT_MESSAGES.resent
    }, because('The mail was not sent.'))

  return (
    <>
      <p className="text-sm">
        {ways.length > 0
          ? `Logs in with ${ways.map((way) => LOGIN_METHODS[way] ?? way).join(' and ')}.`
          : 'No login method yet.'}{' '}
        {secondFactor && 'Has a second factor. '}
        {devices.length === 0 && 'Logged in nowhere.'}
      </p>
      <ul className="my-2 divide-y divide-line text-sm">
        {devices.map(({ id, device, seenAt }) => (
          <li key={id} className="py-1.5">
            <b>{device}</b> <span className="text-quiet">last used {formatInstant(seenAt)}</span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button kind="plain" disabled={busy || devices.length === 0} onClick={() => void endSessions()}>
          End sessions<span className="visually-hidden"> of {name}</span>
        </Button>
        {secondFactor && !isMe && (
          <Button kind="plain" disabled={busy} onClick={() => setAsks(true)}>
            Reset second factor<span className="visually-hidden"> of {name}</span>
          </Button>
        )}
        {!user.emailVerified && (
          <Button kind="plain" disabled={busy} onClick={() => void sendMail()}>
            {user.claimed ? 'Resend verification email' : 'Send mail to set a password'}
            <span className="visually-hidden"> to {name}</span>
          </Button>
        )}
      </div>
      <ChangeStatus result={asks ? null : result} />
      {asks && (
        <Confirm
          question={`Reset the second factor of ${name}?`}
          yes="Reset"
          busy={busy}
          failure={result?.kind === 'bad' ? result.text : null}
          onYes={(reason) => void resetFactor(reason)}
          onNo={() => setAsks(false)}
        >
          <p>
            Do this only for a user who lost the phone and the recovery codes, and after you have verified the
            user&apos;s identity. Logins then need only the password, every session ends, and the user gets an
            email.
          </p>
        </Confirm>
      )}
    </>
  )
}
