import { PageLink } from '../../ui/page-link.tsx'
import { paymentPath } from './addresses.ts'

/** An alarm's reference: a link if it names one of our payments, otherwise plain text. */
export function AlarmReference({ reference, hasPayment }: { reference: string; hasPayment: boolean }) {
  if (!hasPayment) return <span className="break-all">{reference}</span>
  return (
    <PageLink to={paymentPath(reference)} className="link -my-3 inline-block py-3 break-all">
      {reference}
    </PageLink>
  )
}
