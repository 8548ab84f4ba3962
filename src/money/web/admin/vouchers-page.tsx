import { formatDate, lagosDate } from '../../../platform/rules/base/calendar.ts'
import { formatNaira } from '../../../platform/rules/base/words.ts'
import { PLANS } from '../../../platform/rules/access/plans.ts'
import { VOUCHER_LIMITS, voucherName } from '../../rules/vouchers.ts'
import { Ruled } from '../../../people/web/staff/ruled.tsx'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { useAnswerCache } from '../../../platform/web/api/use-call.ts'
import { Checkbox, Field } from '../../../platform/web/ui/field.tsx'
import { VOUCHERS } from './addresses.ts'
import { PlanSelect, problemText, ReasonForm } from '../../../people/web/staff/reason-form.tsx'
import { useEffect, useState } from 'react'
import { failureText, sendAdminCall, useAdminCall } from '../../../people/web/staff/calls.ts'
import { useForm } from '../../../platform/web/api/use-form.ts'
import { ShareButton } from '../../../platform/web/ui/share-button.tsx'
import { Banner } from '../../../platform/web/ui/banner.tsx'
import { Button, buttonClasses } from '../../../platform/web/ui/button.tsx'
import { Failure, Loading } from '../../../platform/web/ui/states.tsx'
import { Head } from '../../../platform/web/ui/title.tsx'

type Batch = AnswerOf<'POST /api/admin/vouchers'>
type Listed = AnswerOf<'GET /api/admin/vouchers'>['batches'][number]

export const calls = () => [VOUCHERS]

/** Batches of vouchers for kiosks: what is sold, used and left. A batch's codes are shown once, to print. */
export default function VouchersPage() {
  const { data, error, refetch } = useAdminCall('GET /api/admin/vouchers', VOUCHERS)
  const [made, setMade] = useState<Batch | null>(null)
  if (made) return <VoucherSheet batch={made} onClose={() => setMade(null)} />
  return (
    <>
      <Head title="Vouchers" />
      <div className="max-w-3xl">
        <ReasonForm
          label="Make a batch"
          note="The codes are shown once, and work when you have said that you have saved them."
          address={VOUCHERS}
          body={(values) => ({ ...values, vouchers: Number(values.vouchers) })}
          done={(answer) => {
            setMade(answer as Batch)
            return ''
          }}
          onDone={refetch}
        >
          <Field label="Kiosk" name="name" required maxLength={VOUCHER_LIMITS.name} />
          <div className="grid grid-cols-2 gap-3">
            <PlanSelect initially="pro" />
            <CountField label="Vouchers" name="vouchers" min={1} max={VOUCHER_LIMITS.batch} initially={24} />
          </div>
        </ReasonForm>
        {error && !data ? (
          <Failure text="The vouchers could not be loaded." detail={problemText(error)} onRetry={refetch} />
        ) : data?.batches.length === 0 ? (
          <p className="text-sm text-quiet">No batch so far. Kiosks sell vouchers for cash.</p>
        ) : data ? (
          <Ruled label="Batches of vouchers">
            {data.batches.map((batch) => (
              <BatchRow key={batch.id} batch={batch} onDone={refetch} />
            ))}
          </Ruled>
        ) : (
          <Loading />
        )}
      </div>
    </>
  )
}

interface CountProps {
  label: string
  name: string
  min: number
  max: number
  initially: number
}

const CountField = ({ initially, ...field }: CountProps) => (
  <Field {...field} type="number" inputMode="numeric" required defaultValue={initially} />
)

const batchText = ({ plan, kobo, name }: Pick<Listed, 'plan' | 'kobo' | 'name'>) =>
  `${PLANS[plan].name}, one ${PLANS[plan].per}, ${formatNaira(kobo)} each${name ? `, for ${name}` : ''}`

/** A batch with its figures and what can be done with it. */
function BatchRow({ batch, onDone }: { batch: Listed; onDone: () => void }) {
  const { id, vouchers, sold, used, revoked, kobo, isConfirmed, isCancelled } = batch
  const left = vouchers - used
  const works = isConfirmed && !isCancelled
  const figures = [
    ['sold', sold],
    ['used', used],
    [isCancelled ? 'cancelled' : 'left', left],
    ['cash', formatNaira(sold * kobo)],
  ]
  return (
    <li className="py-3">
      <h2 className="font-bold">
        Batch {id}: {vouchers} × {batchText(batch)}
      </h2>
      <p className="text-sm text-quiet">
        {formatDate(lagosDate(batch.madeAt))}, {batch.reason}
      </p>
      <dl className="my-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {figures.map(([name, figure]) => (
          <div key={name} className="flex flex-row-reverse gap-1.5">
            <dt>{name}</dt>
            <dd className="font-fig font-bold">{figure}</dd>
          </div>
        ))}
      </dl>
      {used > sold && <p className="text-sm text-warn">{used - sold} used, and not entered as sold yet.</p>}
      {revoked > 0 && <p className="text-sm text-quiet">The time of {revoked} used ones was revoked.</p>}
      {!isConfirmed && !isCancelled && <Confirm id={id} />}
      {works && (
        <ReasonForm
          label={`Enter what was sold of batch ${id}`}
          button="Save"
          note="All that the kiosk has paid for so far."
          address={`${VOUCHERS}/${id}/sold`}
          body={(values) => ({ sold: Number(values.sold) })}
          done="Saved."
          onDone={onDone}
        >
          <CountField label="Sold" name="sold" min={0} max={vouchers} initially={sold} />
        </ReasonForm>
      )}
      {((!isCancelled && left > 0) || used > revoked) && (
        <ReasonForm
          label={isCancelled ? `Revoke the used vouchers of batch ${id}` : `Cancel batch ${id}`}
          note={
            sold > used && !isCancelled
              ? `${sold - used} are sold and not used: people who paid for them lose them.`
              : undefined
          }
          address={`${VOUCHERS}/${id}/cancel`}
          body={(values) => ({ revoke: isCancelled || values.revoke === 'on' })}
          done={(answer) => {
            const done = answer as AnswerOf<'POST /api/admin/vouchers/:id/cancel'>
            return `${done.cancelled} cancelled, the time of ${done.revoked} revoked.`
          }}
          onDone={onDone}
        >
          {!isCancelled && used > 0 && (
            <Checkbox label={`Also revoke what is left of the time of the ${used} used`} name="revoke" />
          )}
        </ReasonForm>
      )}
    </li>
  )
}

/** What lets the codes of a batch work. They cannot be shown again, so a batch without its codes is cancelled. */
function Confirm({ id, onDone }: { id: number; onDone?: () => void }) {
  const { busy, result, run } = useForm(failureText)
  const [saved, setSaved] = useState(false)
  const cache = useAnswerCache()
  const confirm = async () => {
    await sendAdminCall('POST /api/admin/vouchers/:id/confirm', { params: { id } })
    // The list was read before.
    await cache.renew((address) => address === VOUCHERS)
    onDone?.()
  }
  return (
    <div className="no-print my-3">
      <p className="text-sm text-warn">
        The codes do not work yet. Without them on paper or in a file, cancel the batch.
      </p>
      <div className="flex flex-wrap items-center gap-x-4">
        <Checkbox
          label="I have saved the codes"
          checked={saved}
          onChange={(event) => setSaved(event.target.checked)}
        />
        <Button kind="plain" disabled={busy || !saved} onClick={() => void run(confirm)}>
          Done
        </Button>
      </div>
      {result && <Banner kind={result.kind}>{result.text}</Banner>}
    </div>
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
function VoucherSheet({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const { id, plan, codes } = batch
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
      <div className="no-print">
        <Banner kind="warn">
          <b>These {codes.length} codes are shown once.</b> Save or send them before you leave this page.
        </Banner>
        <div className="mb-3 flex flex-wrap items-center gap-2">
          <Button onClick={() => window.print()}>Print or save as PDF</Button>
          <a
            className={buttonClasses('plain')}
            download={`vouchers-${id}.csv`}
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(csv)}`}
          >
            Download CSV
          </a>
          <ShareButton
            text={() =>
              [`Lotto Forecast ${batchText(batch)}`, ...lines.map((line) => line.join(': '))].join('\n')
            }
          />
          <p className="text-sm text-quiet lg:ml-auto">
            {codes.length} × {batchText(batch)}
          </p>
        </div>
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
      <Confirm id={id} onDone={onClose} />
    </>
  )
}
