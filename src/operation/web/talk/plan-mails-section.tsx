import { send } from '../../../platform/web/api/call.ts'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { stateOf, useForm } from '../../../platform/web/api/use-form.ts'
import { Button } from '../../../platform/web/ui/button.tsx'
import { useFormAnswer } from '../../../platform/web/ui/form-answer.ts'
import { PlainForm } from '../../../platform/web/ui/plain-form.tsx'
import { changeErrorText } from '../../../people/web/complete-sign-in.ts'
import { ChangeStatus, Section } from '../../../people/web/profile/section.tsx'

export const PLAN_MAILS = '/api/profile/plan-mails'

/** Stops mails about plans, and lets them come again. */
export function PlanMailsSection() {
  const { data, refetch } = useCall('GET /api/profile/plan-mails', PLAN_MAILS)
  const { busy, result, submit } = useForm(changeErrorText, stateOf(useFormAnswer('plan-mails')))
  if (!data) return null
  const { wanted } = data
  const change = submit(async () => {
    await send('PUT /api/profile/plan-mails', { wanted: !wanted })
    refetch()
    return null
  })
  return (
    <Section
      title="Mails about plans"
      note="Once a week at most. Receipts and reminders before your own plan ends always come."
    >
      <PlainForm name="plan-mails" onSubmit={change}>
        <input type="hidden" name="wanted" value={wanted ? 'no' : 'yes'} />
        <p role="status" className="mb-3 font-bold">
          {wanted ? 'You get them.' : 'You stopped them.'}
        </p>
        <Button type="submit" kind="plain" disabled={busy}>
          {wanted ? 'Stop these mails' : 'Get them again'}
        </Button>
        <ChangeStatus result={result} />
      </PlainForm>
    </Section>
  )
}
