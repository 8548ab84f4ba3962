import { useState } from 'react'
import { useCall } from '../api/use-call.ts'
import { SampleTag } from '../draws/sample-note.tsx'
import { Cause } from '../layout/cause.tsx'
import { ResponsibleNote } from '../layout/responsible-note.tsx'
import { SavedNumbers } from '../slip/parts/saved-numbers.tsx'
import { SLIP } from '../slip/parts/use-slip.ts'
import { useSearch } from '../ui/location.ts'
import { Failure, Loading } from '../ui/states.tsx'
import { Head } from '../ui/title.tsx'
import { useAnswerFocus } from '../ui/use-answer-focus.ts'
import { checkedTicket, checkPath, TICKET_PARAMETERS, ticketAddress, typedTicket } from './address.ts'
import { OddsList } from './odds-list.tsx'
import { TicketForm } from './ticket-form.tsx'
import { DrawVerdict, PastResult, TicketOdds } from './ticket-result.tsx'

export const parameters = TICKET_PARAMETERS

export const calls = (search: URLSearchParams) => [
  // What the phone needs to check tickets without a network.
  '/api/ticket',
  ...(ticketAddress(search) === '/api/ticket' ? [] : [ticketAddress(search)]),
  SLIP,
]

/** The ticket checker: numbers and a draw, the verdict, what the numbers did before, and the odds of every bet. */
export default function TicketPage() {
  const query = useSearch()
  const search = new URLSearchParams(query)
  const checked = checkedTicket(search)
  const { data, error, refetch } = useCall('GET /api/ticket', ticketAddress(search))
  const { data: base } = useCall('GET /api/ticket', '/api/ticket')
  // The form stays while a ticket is checked, and when it cannot be.
  const [last, setLast] = useState(data ?? base)
  if (data && data !== last) setLast(data)
  const lists = data ?? last ?? base
  const newest = lists?.newest[0]
  const isSent = search.has('number')
  const { problems } = checked
  const fields = error?.problem?.fields ?? {}
  const isWrong = Object.keys({ ...problems, ...fields }).length > 0
  const [followed, setFollowed] = useState({ key: query, query })
  const key = followed.query === query ? followed.key : query
  useAnswerFocus(query, data !== undefined && isSent && key === query)
  const result = data?.ticket ? { ticket: data.ticket, draw: data.draw, past: data.past } : null
  return (
    <>
      <Head title="Ticket Checker">{data?.sample && data.past && <SampleTag />}</Head>
      {lists && (
        <>
          {!isSent && newest && (
            <SavedNumbers
              pathOf={(entry) => (entry.bet === 'watch' ? null : checkPath(entry, newest.game, newest.date))}
            />
          )}
          <TicketForm
            key={key}
            typed={typedTicket(search)}
            named={search.get('bet') ?? ''}
            onFollow={(next) => setFollowed({ key, query: next })}
            lines={search.get('lines') ?? ''}
            linesError={fields.lines}
            checked={checked}
            newest={lists.newest}
          />
        </>
      )}
      <div role="status">
        {isWrong && (
          <p className="mb-2 font-bold text-error">
            {problems.bet ?? problems.lineOf ?? 'Please check the marked fields.'}
          </p>
        )}
        {result?.past && <DrawVerdict {...result} past={result.past} />}
      </div>
      {result?.past && <PastResult ticket={result.ticket} past={result.past} />}
      {!data &&
        (error && !isWrong ? (
          <Failure
            text="The ticket could not be checked."
            detail={<Cause error={error} />}
            onRetry={refetch}
          />
        ) : (
          !error && <Loading />
        ))}
      {lists && <OddsList odds={lists.odds} operator={lists.operator} current={checked.bet} />}
      {result && <TicketOdds ticket={result.ticket} />}
      <ResponsibleNote />
    </>
  )
}
