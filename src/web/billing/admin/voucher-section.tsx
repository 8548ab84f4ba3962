import { formatDate, lagosDate } from '../../../domain/base/calendar.ts'
import { formatNaira } from '../../../domain/base/words.ts'
import { PLANS } from '../../../domain/billing/plans.ts'
import { VOUCHER_LIMITS, voucherName } from '../../../domain/billing/vouchers.ts'
import { useAdminCall } from '../../admin/calls.ts'
import { Ruled } from '../../admin/ruled.tsx'
import { Section } from '../../admin/section.tsx'
import type { AnswerOf } from '../../api/call.ts'
import { Field } from '../../ui/field.tsx'
import { VOUCHERS } from './addresses.ts'
import { ReasonForm, PlanSelect } from './reason-form.tsx'
import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { Head } from '../../ui/title.tsx'

export type Batch = AnswerOf<'POST /api/admin/vouchers'>

/** Batches of vouchers for kiosks. A batch's codes are shown once, to print. */
export function VoucherSection({ onMade }: { onMade: (batch: Batch) => void }) {
  const { data, refetch } = useAdminCall('GET /api/admin/vouchers', VOUCHERS)
  return (
    <Section title="Vouchers">
      <Ruled label="Batches of vouchers">
        {data?.batches.map(({ id, plan, vouchers, used, kobo, reason, madeAt, isCancelled }) => (
          <li key={id} className="py-2 text-sm">
            <div className="flex flex-wrap justify-between gap-x-3">
              <span>
                <b>Batch {id}</b>: {vouchers} {PLANS[plan].name}, {formatNaira(kobo)} each
              </span>
              <span>
                {used} used, {isCancelled ? 'the rest cancelled' : `${vouchers - used} left`}
              </span>
            </div>
            <p className="text-quiet">
              {formatDate(lagosDate(madeAt))}, {reason}
            </p>
            {!isCancelled && used < vouchers && (
              <ReasonForm
                label={`Cancel the unused vouchers of batch ${id}`}
                address={`${VOUCHERS}/${id}/cancel`}
                done="Cancelled."
                onDone={refetch}
              />
            )}
          </li>
        ))}
        <li>
          <ReasonForm
            label="Make a batch"
            note="The codes are shown once. Print them at once: nobody can show them again."
            address={VOUCHERS}
            body={(values) => ({ ...values, vouchers: Number(values.vouchers) })}
            done={(answer) => {
              onMade(answer as Batch)
              return ''
            }}
            onDone={refetch}
          >
            <div className="grid grid-cols-2 gap-3">
              <PlanSelect initially="pro" />
              <Field
                label="Vouchers"
                name="vouchers"
                type="number"
                inputMode="numeric"
                min={1}
                max={VOUCHER_LIMITS.batch}
                defaultValue={24}
              />
            </div>
          </ReasonForm>
        </li>
      </Ruled>
    </Section>
  )
}

/** A new batch on paper, three vouchers in a row of A4. The codes are shown here once. */
export function VoucherSheet({ batch: { id, plan, codes }, onClose }: { batch: Batch; onClose: () => void }) {
  useEffect(() => {
    window.scrollTo(0, 0)
    document.querySelector('h1')?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <Head title={`Vouchers of batch ${id}`} />
      <div className="no-print mb-4 flex flex-wrap items-center gap-3">
        <Button onClick={() => window.print()}>Print {codes.length} vouchers</Button>
        <Button kind="plain" onClick={onClose}>
          Done
        </Button>
        <p className="text-sm">Print them now. These codes cannot be shown again.</p>
      </div>
      <ul aria-label="Vouchers" className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3 print:grid-cols-3">
        {codes.map(({ code, qr }, i) => (
          <li
            key={code}
            className="flex break-inside-avoid items-center gap-1 rounded-lg border border-dashed border-edge bg-sheet p-1"
          >
            <svg
              viewBox={`0 0 ${qr.size} ${qr.size}`}
              className="size-24 shrink-0 print:size-20"
              aria-hidden="true"
            >
              <rect width={qr.size} height={qr.size} fill="#fff" />
              <path d={qr.path} fill="#000" />
            </svg>
            <p className="text-xs">
              Lotto Forecast <b>{PLANS[plan].name}</b>, one {PLANS[plan].per}
              <strong className="block text-label whitespace-nowrap">{code}</strong>
              {voucherName({ batchId: id, number: i + 1 })}. Works once: scan it, or type it under Payment
              Channel. 18+
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
