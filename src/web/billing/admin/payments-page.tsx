import { useSearch } from '../../ui/location.ts'
import { Head } from '../../ui/title.tsx'
import { ALARMS, FILTERS, listAddress, paymentAddress } from './addresses.ts'
import { Alarms } from './alarms.tsx'
import { OnlyWith } from '../../admin/only-with.tsx'
import { CompensationForm } from './compensation-form.tsx'
import { PaymentList } from './payment-list.tsx'
import { PaymentDetails } from './payment-details.tsx'

export const parameters = ['payment', ...FILTERS, 'after']

export const calls = (search: URLSearchParams) => {
  const payment = search.get('payment')
  return payment ? [paymentAddress(payment)] : [ALARMS, listAddress(search)]
}

/** Payments for staff: open alarms and all payments; or one payment with its history. */
export default function PaymentsPage() {
  const search = new URLSearchParams(useSearch())
  const payment = search.get('payment')
  if (payment) return <PaymentDetails key={payment} reference={payment} />
  return (
    <>
      <Head title="Payments" />
      <Alarms />
      <PaymentList search={search} />
      <OnlyWith right="move-money">
        <CompensationForm />
      </OnlyWith>
    </>
  )
}
