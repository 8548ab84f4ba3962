import { ACCOUNT_LIMITS } from '../../domain/accounts/limits.ts'
import { formatInstant } from '../../domain/base/calendar.ts'
import { ReasonForm } from '../billing/admin/reason-form.tsx'
import { Field } from '../ui/field.tsx'
import type { PersonProps } from './person-page.tsx'

/** Changes the person's email by a link to the new one, or cancels the change that waits for its link. */
export function EmailChange({ details: { user, pendingEmail }, onChanged }: PersonProps) {
  const address = `/api/admin/users/${user.uid}/email`
  if (pendingEmail)
    return (
      <>
        <p className="mt-3 font-bold wrap-anywhere text-warn">
          The email changes to {pendingEmail.email} when its link is opened. The link works until{' '}
          {formatInstant(pendingEmail.until)}.
        </p>
        <ReasonForm
          label="Cancel the change of the email"
          address={`${address}/cancel`}
          done="Cancelled."
          onDone={onChanged}
        />
      </>
    )
  return (
    <ReasonForm
      label="Change the email"
      button="Send the link"
      note="First make sure that you talk to the owner of the account. The new address gets a link that proves it, and the old one a mail. With the link the email changes, every session ends, and Google must be linked again."
      address={address}
      done="The link is on its way."
      onDone={onChanged}
    >
      <Field
        label="New email"
        name="email"
        type="email"
        autoComplete="off"
        required
        maxLength={ACCOUNT_LIMITS.email}
      />
    </ReasonForm>
  )
}
