import { useState } from 'react'
import { useCall } from '../api/use-call.ts'
import { SampleTag } from '../draws/sample-note.tsx'
import { Cause } from '../layout/cause.tsx'
import { ResponsibleNote } from '../layout/responsible-note.tsx'
import { useSearch } from '../ui/location.ts'
import { Failure, Loading } from '../ui/states.tsx'
import { Head } from '../ui/title.tsx'
import { useAnswerFocus } from '../ui/use-answer-focus.ts'
import { checkedTicket, TICKET_PARAMETERS, ticketAddress, typedTicket } from './address.ts'
import { OddsList } from './odds-list.tsx'
import { TicketForm } from './ticket-form.tsx'
import { PastResult, TicketOdds } from './ticket-result.tsx'

export const parameters = TICKET_PARAMETERS

export const calls = (search: URLSearchParams) => [ticketAddress(search)]

/** The ticket checker: the odds of every bet, the lines and cost of a ticket, and what it would have won. */
export default function TicketPage() {
  const query = useSearch()
  const search = new URLSearchParams(query)
  const checked = checkedTicket(search)
  const { data, error, refetch } = useCall('GET /api/ticket', ticketAddress(search))
  // The form stays while a ticket is checked, and when it cannot be.
  const [last, setLast] = useState(data)
  if (data && data !== last) setLast(data)
  const lists = data ?? last
  const isSent = search.has('number')
  const { problems } = checked
  const isWrong = Object.keys(problems).length > 0
  useAnswerFocus(query, data !== undefined && isSent)
  const odds = lists && <OddsList odds={lists.odds} operator={lists.operator} current={checked.bet} />
  return (
    <>
      <Head title="Ticket Checker">{data?.sample && data.past && <SampleTag />}</Head>
      <div role="status">
        {data?.ticket && <TicketOdds ticket={data.ticket} />}
        {isWrong && (
          <p className="mb-2 font-bold text-error">
            {problems.bet ?? problems.lineOf ?? 'Please check the marked fields.'}
          </p>
        )}
        {data?.ticket && data.past && <PastResult ticket={data.ticket} past={data.past} />}
      </div>
      {!data &&
        (error ? (
          <Failure
            text="The ticket could not be checked."
            detail={<Cause error={error} />}
            onRetry={refetch}
          />
        ) : (
          <Loading />
        ))}
      {!isSent && odds}
      {lists && <TicketForm key={query} typed={typedTicket(search)} checked={checked} games={lists.games} />}
      {isSent && odds}
      <ResponsibleNote />
    </>
  )
}
