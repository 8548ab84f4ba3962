import { ReasonForm } from '../billing/admin/reason-form.tsx'
import { Field } from '../ui/field.tsx'
import type { PersonProps } from './person-page.tsx'

/** Suspends the person, or ends the suspension. */
export function Suspension({ details: { user }, onChanged }: PersonProps) {
  const address = `/api/admin/users/${user.uid}/suspension`
  if (user.suspension)
    return (
      <>
        <p className="font-bold text-warn">{user.suspension}</p>
        <ReasonForm
          label="End the suspension"
          address={`${address}/end`}
          done="The suspension has ended."
          onDone={onChanged}
        />
      </>
    )
  return (
    <ReasonForm
      label="Suspend"
      note="Every session ends, and the login says until when and why. The time of a plan runs on."
      address={address}
      done="Suspended."
      onDone={onChanged}
    >
      <Field label="Last day" name="until" type="date" required />
    </ReasonForm>
  )
}
