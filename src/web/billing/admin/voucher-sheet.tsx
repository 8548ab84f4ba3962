import { useEffect } from 'react'
import { PLANS } from '../../../domain/billing/plans.ts'
import { voucherName } from '../../../domain/billing/vouchers.ts'
import { Button } from '../../ui/button.tsx'
import { Head } from '../../ui/title.tsx'
import type { Batch } from './voucher-section.tsx'

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
