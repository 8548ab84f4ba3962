import { useSearch } from 'wouter'
import { Title } from '../../ui/title.tsx'
import { ALARMS, storyAddress } from './addresses.ts'
import { Alarms } from './alarms.tsx'
import { CompensationForm } from './compensation-form.tsx'
import { listAddress, PaymentList } from './payment-list.tsx'
import { PaymentStory } from './payment-story.tsx'

export const calls = (search: URLSearchParams) => {
  const payment = search.get('payment')
  return payment ? [storyAddress(payment)] : [ALARMS, listAddress(search)]
}

/** Payments for staff: what needs an eye, and everybody's payments; or the story of one. */
export default function PaymentsPage() {
  const search = new URLSearchParams(useSearch())
  const payment = search.get('payment')
  if (payment) return <PaymentStory key={payment} reference={payment} />
  return (
    <>
      <Title>Payments</Title>
      <Alarms />
      <PaymentList search={search} />
      <CompensationForm />
    </>
  )
}
