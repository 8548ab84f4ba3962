import { BREAKS, breakWords } from '../../../domain/accounts/break.ts'
import { send } from '../../api/call.ts'
import { stateOf, useForm } from '../../api/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { useFormAnswer } from '../../ui/form-answer.ts'
import { formText } from '../../ui/form-text.ts'
import { PlainForm } from '../../ui/plain-form.tsx'
import { changeErrorText } from '../complete-sign-in.ts'
import { useMe, useRefreshMe } from '../me.ts'
import { ChangeStatus } from './change-status.tsx'
import { Section } from './section.tsx'

/** Starts a break, or makes it longer. Nothing ends it early. */
export function BreakSection() {
  const me = useMe()
  const refresh = useRefreshMe()
  const { busy, result, fields, submit } = useForm(changeErrorText, stateOf(useFormAnswer('break')))
  const start = submit(async (form) => {
    await send('POST /api/profile/break', { days: Number(formText(form, 'days')) })
    await refresh()
  })
  return (
    <Section
      title="Take a break"
      note="Forecasts, tickets, notifications and offers of plans are off until the end. Results stay open. You cannot end a break early."
    >
      <PlainForm name="break" onSubmit={start} className="flex flex-wrap items-end gap-3">
        <Select label="How long" name="days" defaultValue="7" error={fields.days}>
          {BREAKS.map(({ days, name }) => (
            <option key={days} value={days}>
              {name}
            </option>
          ))}
        </Select>
        <Button type="submit" kind="plain" disabled={busy}>
          {me?.breakUntil ? 'Make it longer' : 'Start the break'}
        </Button>
      </PlainForm>
      {me?.breakUntil && <p className="mt-2 font-bold">{breakWords(me.breakUntil)}</p>}
      <ChangeStatus result={result} />
    </Section>
  )
}
