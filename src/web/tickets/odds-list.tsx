import { formatNaira } from '../../domain/base/words.ts'
import { TICKET_BETS, type TicketBet } from '../../domain/tickets/bets.ts'
import { oneInWords } from '../../domain/tickets/words.ts'
import type { AnswerOf } from '../api/call.ts'
import { PageLink } from '../ui/page-link.tsx'
import { betPath } from './address.ts'

interface Props {
  odds: AnswerOf<'GET /api/ticket'>['odds']
  operator: string
  current: TicketBet
}

/** Every bet with its chance and what ₦100 brings back. A row opens the form of its bet. */
export function OddsList({ odds, operator, current }: Props) {
  return (
    <section aria-label="Bets" className="mt-4">
      <h2 className="font-bold">What ₦100 brings back on average</h2>
      <p className="mb-2 text-sm text-quiet">
        At what {operator} pays, for the smallest ticket of each bet. More lines win more often and cost as
        much more.
      </p>
      <ul className="rows">
        {odds.map(({ bet, oneIn, back }) => (
          <li key={bet} className="not-first:border-t not-first:border-line">
            <PageLink
              to={betPath(bet)}
              aria-current={bet === current ? 'true' : undefined}
              className={`flex min-h-11 items-center gap-2.5 px-3 py-1.5 md:px-4 ${bet === current ? 'bg-soft' : ''}`}
            >
              <span className="min-w-0 grow leading-tight">
                <b className="text-brand">{TICKET_BETS[bet].name}</b>
                <span className="block text-xs text-quiet">{TICKET_BETS[bet].about}</span>
              </span>
              <span className="text-right leading-tight">
                <b>{back === null ? 'Not known' : formatNaira(Math.round(back))}</b>
                <span className="block text-xs text-quiet">wins {oneInWords(oneIn)}</span>
              </span>
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
