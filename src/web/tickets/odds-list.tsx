import { formatCount, formatNaira } from '../../domain/base/words.ts'
import { TICKET_BETS, type TicketBet } from '../../domain/tickets/bets.ts'
import type { AnswerOf } from '../api/call.ts'

interface Props {
  odds: AnswerOf<'GET /api/ticket'>['odds']
  operator: string
  current: TicketBet
}

/** Every bet with its chance and what ₦100 brings back, for its smallest ticket. */
export function OddsList({ odds, operator, current }: Props) {
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
            {odds.map(({ bet, oneIn, back }) => (
              <tr key={bet} className={bet === current ? 'bg-soft' : undefined}>
                <th scope="row">{TICKET_BETS[bet].name}</th>
                <td className="text-right!">1 in {formatCount(Math.round(oneIn))}</td>
                <td className="text-right! font-bold">{back === null ? 'Not known' : backWords(back)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-1 text-sm text-quiet">
        On average, at what {operator} pays. More lines win more often and cost as much more.
      </p>
    </div>
  )
}

const TEN_NAIRA = 1000

/** Whole naira from ₦10 on. */
const backWords = (kobo: number) =>
  formatNaira(kobo < TEN_NAIRA ? Math.round(kobo) : Math.round(kobo / 100) * 100)
