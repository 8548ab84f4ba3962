import { type FormEvent, useState } from 'react'
import { AGE_NEEDED } from '../../domain/identity.ts'
import { ACCOUNT_MESSAGES } from '../../domain/account-messages.ts'
import { send } from '../api/call.ts'
import { PATHS } from '../../domain/paths.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/field.tsx'
import { formText } from '../ui/form-text.ts'
import { useFormAnswer } from '../ui/form-answer.ts'
import { Title } from '../ui/title.tsx'
import { AcceptTerms } from './accept-terms.tsx'
import { formErrorText } from './complete-sign-in.ts'
import { useMe, useRefreshMe } from './me.ts'

/** The age confirmation for users who signed up with Google, shown once before everything else. */
export function AgeQuestion() {
  const me = useMe()
  const refresh = useRefreshMe()
  const answer = useFormAnswer()
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | undefined>(answer.fields.ageConfirmed)

  async function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const ageConfirmed = formText(event.currentTarget, 'ageConfirmed') !== ''
    setProblem(ageConfirmed ? undefined : AGE_NEEDED)
    setMessage(null)
    if (!ageConfirmed) return
    setBusy(true)
    try {
      await send('POST /api/profile/age', { ageConfirmed })
      await refresh()
    } catch (error) {
      setMessage(formErrorText(error, ACCOUNT_MESSAGES.resetFailed))
      setBusy(false)
    }
  }

  return (
    <div className="mx-auto max-w-[26rem]">
      <Title>Welcome, {me?.username || me?.email}</Title>
      <p className="mt-1 mb-4 text-quiet">One question first: lotto is for adults.</p>
      {message && <Banner kind="bad">{message}</Banner>}
      <form
        method="post"
        action={PATHS.confirmation}
        onSubmit={(event) => void confirm(event)}
        className="space-y-3 rounded-2xl border border-line bg-sheet p-4"
        noValidate
      >
        <Checkbox label="I am 18 or older" name="ageConfirmed" required error={problem} />
        <AcceptTerms action="continuing" />
        <Button type="submit" className="min-h-13 w-full" disabled={busy}>
          Continue
        </Button>
      </form>
    </div>
  )
}
