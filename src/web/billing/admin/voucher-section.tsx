import { formatDate, lagosDate } from '../../../domain/base/calendar.ts'
import { formatNaira } from '../../../domain/base/words.ts'
import { PLANS } from '../../../domain/billing/plans.ts'
import { VOUCHER_LIMITS } from '../../../domain/billing/vouchers.ts'
import { useAdminCall } from '../../admin/calls.ts'
import { Ruled } from '../../admin/ruled.tsx'
import { Section } from '../../admin/section.tsx'
import type { AnswerOf } from '../../api/call.ts'
import { Field } from '../../ui/field.tsx'
import { VOUCHERS } from './addresses.ts'
import { PlanSelect } from './fields.tsx'
import { ReasonForm } from './reason-form.tsx'

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
