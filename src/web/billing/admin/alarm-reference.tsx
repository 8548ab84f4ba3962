import { PageLink } from '../../ui/page-link.tsx'
import { storyPath } from './addresses.ts'

/** What an alarm is about: a link to the payment's story, or plain text where we have no such payment. */
export function AlarmReference({ reference, hasPayment }: { reference: string; hasPayment: boolean }) {
  if (!hasPayment) return <span className="break-all">{reference}</span>
  return (
    <PageLink to={storyPath(reference)} className="link break-all">
      {reference}
    </PageLink>
  )
}
