import { AGE_NEEDED } from '../../platform/rules/access/identity.ts'
import { send } from '../../platform/web/api/call.ts'
import { stateOf, useForm, WrongFields } from '../../platform/web/api/use-form.ts'
import { Banner } from '../../platform/web/ui/banner.tsx'
import { Button } from '../../platform/web/ui/button.tsx'
import { Checkbox } from '../../platform/web/ui/field.tsx'
import { formText } from '../../platform/web/ui/form-text.ts'
import { useFormAnswer } from '../../platform/web/ui/form-answer.ts'
import { PlainForm } from '../../platform/web/ui/plain-form.tsx'
import { Title } from '../../platform/web/ui/title.tsx'
import { AcceptTerms } from './way-in.tsx'
import { formErrorText } from './complete-sign-in.ts'
import { useMe, useRefreshMe } from '../../platform/web/access/me.ts'

/** The age confirmation for users who signed up with Google, shown once before everything else. */
export function AgeQuestion() {
  const me = useMe()
  const refresh = useRefreshMe()
  const answer = useFormAnswer('age')
  const { busy, result, fields, submit } = useForm((error) => formErrorText(error, 'age'), stateOf(answer))
  const confirm = submit(async (form) => {
    const ageConfirmed = formText(form, 'ageConfirmed') !== ''
    if (!ageConfirmed) throw new WrongFields({ ageConfirmed: AGE_NEEDED })
    await send('POST /api/profile/age', { ageConfirmed })
    await refresh()
  })

  return (
    <div className="mx-auto max-w-[26rem]">
      <Title>Welcome, {me?.username || me?.email}</Title>
      <p className="mt-1 mb-4 text-quiet">One question first: lotto is for adults.</p>
      {result && <Banner kind="bad">{result.text}</Banner>}
      <PlainForm
        name="age"
        onSubmit={confirm}
        className="space-y-3 rounded-2xl border border-line bg-sheet p-4"
      >
        <Checkbox label="I am 18 or older" name="ageConfirmed" required error={fields.ageConfirmed} />
        <AcceptTerms action="continuing" />
        <Button type="submit" className="min-h-13 w-full" disabled={busy}>
          Continue
        </Button>
      </PlainForm>
    </div>
  )
}
