import { usernameProblem } from '../../../domain/accounts/identity.ts'
import { ACCOUNT_LIMITS } from '../../../domain/accounts/limits.ts'
import { send } from '../../api/call.ts'
import { stateOf, useForm, WrongFields } from '../../api/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { useFormAnswer } from '../../ui/form-answer.ts'
import { formText } from '../../ui/form-text.ts'
import { PlainForm } from '../../ui/plain-form.tsx'
import { useMe, useRefreshMe } from '../me.ts'
import { changeErrorText } from '../complete-sign-in.ts'
import { ChangeStatus } from './change-status.tsx'

export function UsernameForm() {
  const me = useMe()
  const refresh = useRefreshMe()
  const answer = useFormAnswer('username')
  const { busy, result, fields, submit } = useForm(changeErrorText, stateOf(answer))

  const save = submit(async (form) => {
    const username = formText(form, 'username')
    const problem = usernameProblem(username)
    if (problem) throw new WrongFields({ username: problem })
    await send('PATCH /api/profile', { username })
    await refresh()
    return 'Saved.'
  })

  return (
    <PlainForm name="username" onSubmit={save} className="space-y-3">
      <Field
        label="Username"
        name="username"
        autoComplete="nickname"
        required
        maxLength={ACCOUNT_LIMITS.username}
        defaultValue={answer.values.username ?? me?.username}
        error={fields.username}
      />
      <Button type="submit" disabled={busy}>
        Save
      </Button>
      <ChangeStatus result={result} />
    </PlainForm>
  )
}
