import { useState } from 'react'
import { ACCOUNT_LIMITS } from '../../domain/accounts/limits.ts'
import { STAFF_LIMITS, STAFF_MESSAGES } from '../../domain/admin/staff.ts'
import type { Role } from '../../domain/billing/plans.ts'
import { useProof } from '../accounts/proof.tsx'
import { because, sendAdminCall } from '../admin/calls.ts'
import { Disclosure } from '../admin/ruled.tsx'
import { StaffForm, type Values } from '../admin/staff-form.tsx'
import { Checkbox, Field, Select } from '../ui/field.tsx'
import { StaffRoleBoxes, staffRolesOf } from './staff-role-boxes.tsx'

/** Adds a record. The role and the admin checkbox stay in step, because both state the role. */
export function AddUser({ onAdded }: { onAdded: () => void }) {
  const [role, setRole] = useState<Role>('user')
  const { withProof, dialog } = useProof()

  async function add({ email, username, reason }: Values, form: HTMLFormElement) {
    const body = {
      email,
      username,
      role,
      admin: role === 'admin',
      ...(role === 'admin' && { staffRoles: staffRolesOf(form) }),
      reason,
    }
    await withProof(() => sendAdminCall('POST /api/admin/users', { body }))
    form.reset()
    setRole('user')
    onAdded()
    return STAFF_MESSAGES.userAdded
  }

  return (
    <Disclosure line={<span className="font-bold">Add user</span>}>
      <StaffForm
        stacked
        className=""
        label="Add user"
        button="Add user"
        send={add}
        explain={because('The user was not added.')}
      >
        <p className="text-sm text-quiet">
          A record has no login until the owner of the email sets a password through a mailed link. The role
          stays.
        </p>
        <div className="grid gap-3 *:min-w-0 sm:grid-cols-2">
          <Field
            label="Email"
            name="email"
            type="email"
            required
            autoComplete="off"
            maxLength={ACCOUNT_LIMITS.email}
          />
          <Field
            label="Username"
            name="username"
            autoComplete="off"
            maxLength={ACCOUNT_LIMITS.username}
            hint="Optional."
          />
          <Select
            label="Role"
            name="role"
            value={role}
            onChange={(event) => setRole(event.target.value === 'admin' ? 'admin' : 'user')}
            options={['user', 'admin']}
          />
          <Field
            label="Reason"
            name="reason"
            autoComplete="off"
            maxLength={STAFF_LIMITS.reason}
            hint="For the audit trail. Optional."
          />
        </div>
        <Checkbox
          label="Admin"
          name="admin"
          checked={role === 'admin'}
          onChange={(event) => setRole(event.target.checked ? 'admin' : 'user')}
        />
        {role === 'admin' && <StaffRoleBoxes given={[]} />}
      </StaffForm>
      {dialog}
    </Disclosure>
  )
}
