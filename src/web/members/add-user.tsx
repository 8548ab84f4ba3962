import { useState } from 'react'
import { ACCOUNT_LIMITS } from '../../domain/accounts/limits.ts'
import { STAFF_LIMITS, STAFF_MESSAGES } from '../../domain/admin/staff.ts'
import type { Role } from '../../domain/billing/plans.ts'
import { useProof } from '../accounts/proof.tsx'
import { because, sendAdminCall } from '../admin/calls.ts'
import { useForm } from '../api/use-form.ts'
import { Disclosure } from '../admin/ruled.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox, Field, Select } from '../ui/field.tsx'
import { StaffRoleBoxes, staffRolesOf } from './staff-role-boxes.tsx'
import { formText } from '../ui/form-text.ts'

/** Adds a record. The role and the admin checkbox stay in step, because both state the role. */
export function AddUser({ onAdded }: { onAdded: () => void }) {
  const [role, setRole] = useState<Role>('user')
  const { busy, result, fields, submit } = useForm(because('The user was not added.'))
  const { withProof, dialog } = useProof()

  const add = submit(async (form) => {
    const body = {
      email: formText(form, 'email'),
      username: formText(form, 'username'),
      role,
      admin: role === 'admin',
      ...(role === 'admin' && { staffRoles: staffRolesOf(form) }),
      reason: formText(form, 'reason'),
    }
    await withProof(() => sendAdminCall('POST /api/admin/users', { body }))
    form.reset()
    setRole('user')
    onAdded()
    return STAFF_MESSAGES.userAdded
  })

  return (
    <Disclosure line={<span className="font-bold">Add user</span>}>
      <form method="post" noValidate aria-label="Add user" onSubmit={add} className="space-y-3">
        <p className="text-sm text-quiet">
          A record has no login until the owner of the email sets a password through a mailed link. The role
          stays.
        </p>
        {result && <Banner kind={result.kind}>{result.text}</Banner>}
        <div className="grid gap-3 *:min-w-0 sm:grid-cols-2">
          <Field
            label="Email"
            name="email"
            type="email"
            required
            autoComplete="off"
            maxLength={ACCOUNT_LIMITS.email}
            error={fields.email}
          />
          <Field
            label="Username"
            name="username"
            autoComplete="off"
            maxLength={ACCOUNT_LIMITS.username}
            hint="Optional."
            error={fields.username}
          />
          <Select
            label="Role"
            name="role"
            value={role}
            error={fields.role}
            onChange={(event) => setRole(event.target.value === 'admin' ? 'admin' : 'user')}
          >
            <option value="user">user</option>
            <option value="admin">admin</option>
          </Select>
          <Field
            label="Reason"
            name="reason"
            autoComplete="off"
            maxLength={STAFF_LIMITS.reason}
            hint="For the audit trail. Optional."
            error={fields.reason}
          />
        </div>
        <Checkbox
          label="Admin"
          name="admin"
          checked={role === 'admin'}
          error={fields.admin}
          onChange={(event) => setRole(event.target.checked ? 'admin' : 'user')}
        />
        {role === 'admin' && <StaffRoleBoxes given={[]} error={fields.staffRoles} />}
        <Button type="submit" disabled={busy}>
          {busy ? 'Adding...' : 'Add user'}
        </Button>
      </form>
      {dialog}
    </Disclosure>
  )
}
