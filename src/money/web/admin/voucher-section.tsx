import { formatDate, lagosDate } from '../../../platform/rules/base/calendar.ts'
import { formatNaira } from '../../../platform/rules/base/words.ts'
import { PLANS } from '../../../platform/rules/access/plans.ts'
import { VOUCHER_LIMITS, voucherName } from '../../rules/vouchers.ts'
import { Ruled } from '../../../people/web/staff/ruled.tsx'
import { Section } from '../../../people/web/staff/section.tsx'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { useAnswerCache } from '../../../platform/web/api/use-call.ts'
import { Field } from '../../../platform/web/ui/field.tsx'
import { VOUCHERS } from './addresses.ts'
import { ReasonForm, PlanSelect } from '../../../people/web/staff/reason-form.tsx'
import { useEffect } from 'react'
import { failureText, sendAdminCall, useAdminCall } from '../../../people/web/staff/calls.ts'
import { useForm } from '../../../platform/web/api/use-form.ts'
import { ShareButton } from '../../../platform/web/ui/share-button.tsx'
import { Banner } from '../../../platform/web/ui/banner.tsx'
import { Button, buttonClasses } from '../../../platform/web/ui/button.tsx'
import { Head } from '../../../platform/web/ui/title.tsx'

export type Batch = AnswerOf<'POST /api/admin/vouchers'>

/** Batches of vouchers for kiosks. A batch's codes are shown once, to print. */
export function VoucherSection({ onMade }: { onMade: (batch: Batch) => void }) {
  const { data, refetch } = useAdminCall('GET /api/admin/vouchers', VOUCHERS)
  return (
    <Section title="Vouchers">
      <Ruled label="Batches of vouchers">
        {data?.batches.map(({ id, plan, vouchers, used, kobo, reason, madeAt, isConfirmed, isCancelled }) => (
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
            {!isConfirmed && !isCancelled && <Confirm id={id} />}
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
            note="The codes are shown once, and work when you have confirmed that you have them."
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

/** What lets the codes of a batch work. They cannot be shown again, so a batch without its codes is cancelled. */
function Confirm({ id, onDone }: { id: number; onDone?: () => void }) {
  const { busy, result, run } = useForm(failureText)
  const cache = useAnswerCache()
  const confirm = async () => {
    await sendAdminCall('POST /api/admin/vouchers/:id/confirm', { params: { id } })
    // The list was read before.
    await cache.renew((address) => address === VOUCHERS)
    onDone?.()
  }
  return (
    <>
      <p className="mb-2 font-bold text-warn">
        The codes of batch {id} do not work yet. Without them on paper or in a file, cancel the batch.
      </p>
      <Button kind="plain" disabled={busy} onClick={() => void run(confirm)}>
        Confirm that you have the codes
      </Button>
      {result && <Banner kind={result.kind}>{result.text}</Banner>}
    </>
  )
}

const LEAVE = 'The codes do not work before you confirm that you have them, and are not shown again. Leave?'

/**
 * Asks before the page is left: within the app, also by Back, or with the document. Browsers without `navigation`, such as
 * Firefox before 147, ask for the document only.
 */
function useAskBeforeLeaving(): void {
  useEffect(() => {
    const { navigation } = globalThis as { navigation?: Navigation }
    const onUnload = (event: Event) => event.preventDefault()
    const onNavigate = (event: NavigateEvent) => {
      const { url, sameDocument } = event.destination
      const isHere = !sameDocument || new URL(url).pathname === location.pathname
      if (!isHere && event.cancelable && !window.confirm(LEAVE)) event.preventDefault()
    }
    addEventListener('beforeunload', onUnload)
    navigation?.addEventListener('navigate', onNavigate)
    return () => {
      removeEventListener('beforeunload', onUnload)
      navigation?.removeEventListener('navigate', onNavigate)
    }
  }, [])
}

/** A new batch on paper, three vouchers in a row of A4. The codes are shown here once. */
export function VoucherSheet({ batch: { id, plan, codes }, onClose }: { batch: Batch; onClose: () => void }) {
  useAskBeforeLeaving()
  const lines = codes.map(({ code }, i) => [voucherName({ batchId: id, number: i + 1 }), code] as const)
  const csv = ['voucher,code', ...lines.map((line) => line.join(','))].join('\r\n')
  useEffect(() => {
    window.scrollTo(0, 0)
    document.querySelector('h1')?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <Head title={`Vouchers of batch ${id}`} />
      <div className="no-print mb-4 flex flex-wrap items-center gap-3">
        <Button onClick={() => window.print()}>Print {codes.length} vouchers</Button>
        <a
          className={buttonClasses('plain')}
          download={`vouchers-${id}.csv`}
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(csv)}`}
        >
          Download as CSV
        </a>
        <ShareButton text={() => lines.map((line) => line.join(': ')).join('\n')} />
      </div>
      <div className="no-print mb-4 text-sm">
        <p>Print, download or share them now. These codes cannot be shown again.</p>
        <Confirm id={id} onDone={onClose} />
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
