import { useState } from 'react'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { SampleTag } from '../../../draws/web/sample-note.tsx'
import { Cause } from '../../../platform/web/ui/cause.tsx'
import { ResponsibleNote } from '../../../platform/web/ui/responsible-note.tsx'
import { SavedNumbers } from '../parts/saved-numbers.tsx'
import { SLIP } from '../parts/use-slip.ts'
import { useSearch } from '../../../platform/web/ui/location.ts'
import { Failure, Loading } from '../../../platform/web/ui/states.tsx'
import { Head } from '../../../platform/web/ui/title.tsx'
import { useAnswerFocus } from '../../../platform/web/ui/use-answer-focus.ts'
import { checkedTicket, checkPath, TICKET_PARAMETERS, ticketAddress, typedTicket } from './address.ts'
import { BetHelpButton, type BetHelpProps } from '../../../draws/web/bet-help-button.tsx'
import { TicketForm } from './ticket-form.tsx'
import { formatCount } from '../../../platform/rules/base/words.ts'
import { backWords, BETS, type TicketBet } from '../../../draws/rules/bets.ts'
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
            help={{ ticket: data?.ticket, odds: lists.odds, operator: lists.operator }}
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
      {lists && (
        <OddsList odds={lists.odds} operator={lists.operator} ticket={data?.ticket} current={checked.bet} />
      )}
      {result && <TicketOdds ticket={result.ticket} />}
      <ResponsibleNote />
    </>
  )
}

interface Props extends Omit<BetHelpProps, 'bet'> {
  current: TicketBet
}

/** Every bet with its chance and what ₦100 brings back, for its smallest ticket. */
function OddsList({ current, ...help }: Props) {
  return (
    <div className="mt-4">
      <h2 className="mb-2 font-bold">What each bet pays</h2>
      <div className="ruled scroller" role="region" aria-label="What each bet pays" tabIndex={0}>
        <table className="table-ruled">
          <thead>
            <tr>
              <th scope="col">Bet</th>
              <th scope="col" className="text-right!">
                Wins
              </th>
              <th scope="col" className="text-right!">
                ₦100 brings back
              </th>
            </tr>
          </thead>
          <tbody>
            {help.odds.map(({ bet, oneIn, back }) => (
              <tr key={bet} className={bet === current ? 'bg-soft' : undefined}>
                <th scope="row" className="py-0! whitespace-nowrap">
                  <span className="flex items-center">
                    {BETS[bet].name}
                    <BetHelpButton bet={bet} {...help} />
                  </span>
                </th>
                <td className="pl-0! text-right! align-middle! whitespace-nowrap">
                  1 in {formatCount(Math.round(oneIn))}
                </td>
                <td className="text-right! align-middle! font-bold">
                  {back === null ? 'Not known' : backWords(back)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-1 text-sm text-quiet">
        On average, at what {help.operator} pays. More lines win more often and cost as much more.
      </p>
    </div>
  )
}
