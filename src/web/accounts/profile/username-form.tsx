import type { FormEvent } from 'react'
import { usernameProblem } from '../../../domain/identity.ts'
import { ACCOUNT_LIMITS } from '../../../domain/account-limits.ts'
import { send } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formText } from '../../ui/form-text.ts'
import { useMe, useRefreshMe } from '../me.ts'
import { ChangeStatus } from './change-status.tsx'
import { useChange } from './use-change.ts'

export function UsernameForm() {
  const me = useMe()
  const refresh = useRefreshMe()
  const { busy, result, fields, setFields, run } = useChange()

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const username = formText(event.currentTarget, 'username')
    const problem = usernameProblem(username)
    if (problem) return setFields({ username: problem })
    void run(async () => {
      await send('PATCH /api/profile', { username })
      await refresh()
      return 'Saved.'
    })
  }

  return (
    <form onSubmit={save} noValidate className="space-y-3">
      <Field
        label="Username"
        name="username"
        autoComplete="nickname"
        required
        maxLength={ACCOUNT_LIMITS.username}
        defaultValue={me?.username}
        error={fields.username}
      />
      <Button type="submit" disabled={busy}>
        Save
      </Button>
      <ChangeStatus result={result} />
    </form>
  )
}
