import { formatDate } from '../../platform/rules/base/calendar.ts'
import { lastDay, PLANS } from '../../platform/rules/access/plans.ts'
import { useRefreshMe } from '../../platform/web/access/me.ts'
import { CallError, send } from '../../platform/web/api/call.ts'
import { stateOf, useForm, WrongFields } from '../../platform/web/api/use-form.ts'
import { Banner } from '../../platform/web/ui/banner.tsx'
import { Button } from '../../platform/web/ui/button.tsx'
import { Field } from '../../platform/web/ui/field.tsx'
import { useFormAnswer } from '../../platform/web/ui/form-answer.ts'
import { formText } from '../../platform/web/ui/form-text.ts'
import { PlainForm } from '../../platform/web/ui/plain-form.tsx'
import { VOUCHER_LIMITS, VOUCHER_MESSAGES } from '../rules/vouchers.ts'

/** Uses a voucher that was bought for cash. Its QR code opens the screen with the code filled in. */
export function VoucherForm({ code, onDone }: { code: string | null; onDone: () => void }) {
  const refreshMe = useRefreshMe()
  const answer = useFormAnswer('voucher')
  const { busy, result, fields, submit } = useForm(
    (error) => (error instanceof CallError && error.problem?.fields?.code ? null : (error as Error).message),
    stateOf(answer),
  )
  const redeem = submit(async (form) => {
    const typed = formText(form, 'code')
    if (typed.trim() === '') throw new WrongFields({ code: VOUCHER_MESSAGES.notACode })
    const { plan, endsAt } = await send('POST /api/vouchers/redeem', { code: typed })
    form.querySelector<HTMLInputElement>('[name=code]')!.value = ''
    onDone()
    // The voucher is used. Without a network the header follows later.
    refreshMe().catch(() => undefined)
    return `Your ${PLANS[plan].name} plan is active until the end of ${formatDate(lastDay(endsAt))}.`
  })
  return (
    <PlainForm name="voucher" aria-label="Voucher" onSubmit={redeem} className="my-3 max-w-md">
      {result && <Banner kind={result.kind}>{result.text}</Banner>}
      <div className="flex items-start gap-2 *:first:flex-1">
        <Field
          label="Voucher code"
          name="code"
          defaultValue={answer.values.code ?? code ?? ''}
          maxLength={VOUCHER_LIMITS.typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={fields.code}
        />
        <Button type="submit" kind="plain" className="mt-6" disabled={busy}>
          {busy ? 'Please wait...' : 'Use'}
        </Button>
      </div>
    </PlainForm>
  )
}
