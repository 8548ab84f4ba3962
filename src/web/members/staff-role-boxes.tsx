import { STAFF_ROLE_TEXTS, STAFF_ROLES, type StaffRole } from '../../domain/admin/staff-roles.ts'
import { Checkbox, useProblem } from '../ui/field.tsx'

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
