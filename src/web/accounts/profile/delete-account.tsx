import { send } from '../../api/call.ts'
import { stateOf, useForm } from '../../api/use-form.ts'
import { leaveToLogin } from '../leave-to-login.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { useFormAnswer } from '../../ui/form-answer.ts'
import { formText } from '../../ui/form-text.ts'
import { PlainForm } from '../../ui/plain-form.tsx'
import { useProof } from '../proof.tsx'
import { changeErrorText, SignInError } from '../complete-sign-in.ts'
import { ChangeStatus } from './change-status.tsx'
import { Section } from './section.tsx'

/** Deletes the account after a checkbox and a proof of identity. */
export function DeleteAccount() {
  const { busy, result, fields, submit } = useForm(changeErrorText, stateOf(useFormAnswer('delete')))
  const { dialog, withProof } = useProof()

  const remove = submit(async (form) => {
    if (formText(form, 'confirm') === '') throw new SignInError('Tick the box first.')
    await withProof(() => send('DELETE /api/profile', { confirm: true }))
    leaveToLogin('account-deleted')
  })

  return (
    <Section
      title="Delete my account"
      note="You are logged out everywhere at once, and your name, email and login are erased. Payment records stay without your name, because the law requires them. The log of changes and network addresses stays too. Remaining paid time is lost. This cannot be undone."
    >
      <PlainForm name="delete" onSubmit={remove}>
        <Checkbox label="I want to delete my account for good" name="confirm" error={fields.confirm} />
        <Button type="submit" kind="danger" className="mt-2" disabled={busy}>
          Delete my account
        </Button>
      </PlainForm>
      <ChangeStatus result={result} />
      {dialog}
    </Section>
  )
}
