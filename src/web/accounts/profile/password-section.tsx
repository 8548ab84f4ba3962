import { NOTICES } from '../../../domain/base/messages.ts'
import { PASSWORD_HINT, passwordProblem } from '../../../domain/accounts/identity.ts'
import { send } from '../../api/call.ts'
import { stateOf, useForm, WrongFields } from '../../api/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { useFormAnswer } from '../../ui/form-answer.ts'
import { formText } from '../../ui/form-text.ts'
import { PlainForm } from '../../ui/plain-form.tsx'
import { useMe } from '../me.ts'
import { PasswordField } from '../password-field.tsx'
import { useProof } from '../proof.tsx'
import { changeErrorText } from '../complete-sign-in.ts'
import { ChangeStatus } from './change-status.tsx'
import { Section } from './section.tsx'

/** Changes the password, or sets a first one for a user who logs in with Google. */
export function PasswordSection({ hasPassword, onDone }: { hasPassword: boolean; onDone: () => void }) {
  const me = useMe()
  const { busy, result, fields, submit } = useForm(changeErrorText, stateOf(useFormAnswer('password')))
  const { dialog, withProof } = useProof()

  const save = submit(async (form) => {
    const newPassword = formText(form, 'newPassword')
    const problem = passwordProblem(newPassword)
    if (problem) throw new WrongFields({ newPassword: problem })
    const currentPassword = hasPassword ? formText(form, 'currentPassword') : undefined
    await withProof(() => send('POST /api/profile/password', { currentPassword, newPassword }))
    form.reset()
    onDone()
    return NOTICES['password-saved'].text
  })

  return (
    <Section title="Password">
      <PlainForm name="password" onSubmit={save} className="space-y-3">
        <input type="text" name="username" autoComplete="username" defaultValue={me?.email} hidden readOnly />
        {hasPassword && (
          <Field
            label="Current password"
            name="currentPassword"
            type="password"
            autoComplete="current-password"
            required
            error={fields.currentPassword}
          />
        )}
        <PasswordField
          label="New password"
          name="newPassword"
          autoComplete="new-password"
          hint={PASSWORD_HINT}
          error={fields.newPassword}
        />
        <Button type="submit" kind="plain" disabled={busy}>
          {hasPassword ? 'Change password' : 'Set a password'}
        </Button>
        <ChangeStatus result={result} />
      </PlainForm>
      {dialog}
    </Section>
  )
}
