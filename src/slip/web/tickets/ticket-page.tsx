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
import { formatCount, formatNaira } from '../../../platform/rules/base/words.ts'
import { backWords, BETS, oneInWords, type TicketBet } from '../../../draws/rules/bets.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { formatDate } from '../../../platform/rules/base/calendar.ts'
import { drawOfDay, drawPath, PATHS, publicDrawPath } from '../../../platform/rules/site/paths.ts'
import { cameWords, unpricedWords } from '../../rules/entry.ts'
import { DrawRow } from '../../../draws/web/draw-row.tsx'
import { ShareButton } from '../../../platform/web/ui/share-button.tsx'
import { Verdict } from '../../../draws/web/my-balls.tsx'
import { BallSet } from '../../../platform/web/ui/ball.tsx'
import { buttonClasses } from '../../../platform/web/ui/button.tsx'
import { LuckBar } from '../../../draws/web/luck-bar.tsx'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { itemAt } from '../../../platform/rules/base/lists.ts'

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

type Answer = AnswerOf<'GET /api/ticket'>
type Ticket = NonNullable<Answer['ticket']>
type Past = NonNullable<Answer['past']>

const naira = (kobo: number) => formatNaira(Math.round(kobo))
const linesWords = (lines: number) => `${formatCount(lines)} ${lines === 1 ? 'line' : 'lines'}`
const drawsWords = (draws: number) => `${formatCount(draws)} ${draws === 1 ? 'draw' : 'draws'}`

/** Whether the ticket won in the chosen draw, above the draw. */
function DrawVerdict({ ticket, draw, past }: { ticket: Ticket; draw: Answer['draw']; past: Past }) {
  if (!draw)
    return (
      <p className="mt-3 rounded-lg bg-warn-soft px-3 py-2 text-warn">
        No draw of {past.name} is on record for this choice.
      </p>
    )
  const { tickets, winning, date } = draw
  const won = tickets.filter(({ lines }) => lines > 0)
  const isPriced = won.every((one) => one.won !== null)
  const amount = won.reduce((sum, one) => sum + (one.won ?? 0), 0)
  const isWin = won.length > 0
  const mine = new Set(tickets.flatMap(({ numbers }) => numbers))
  const came = (numbers: readonly number[]) => numbers.filter((number) => winning.includes(number))
  const first = itemAt(tickets, 0)
  const one = { numbers: first.numbers, against: [] }
  const isMany = tickets.length > 1
  const text = isMany
    ? `${won.length} of ${tickets.length} tickets won.`
    : cameWords(one, came(first.numbers))
  const unpriced = isMany ? 'You won' : unpricedWords(one, came(first.numbers))
  const title = isWin ? (isPriced ? `You won ${naira(amount)}` : unpriced) : 'No win'
  const message = () =>
    `${title}: ${past.name}, ${formatDate(date)}. ${winning.join(' - ')}\n${location.origin}${publicDrawPath(drawOfDay(past.game, date))}`
  return (
    <>
      <Verdict isWin={isWin} title={title} text={text} role="status">
        {isWin ? (
          <ShareButton className="share-draw" text={message} />
        ) : (
          <PageLink
            to={`${PATHS.slipAdd}?numbers=${ticket.numbers.join('+')}&game=${past.game}`}
            className={buttonClasses('plain')}
          >
            Save
          </PageLink>
        )}
      </Verdict>
      <div className="line min-h-16!">
        <PageLink
          to={drawPath(drawOfDay(past.game, date))}
          className="tap flex-col items-start! justify-center"
        >
          {past.name}
          <small>{formatDate(date)}</small>
        </PageLink>
        <BallSet
          type="winning"
          numbers={winning}
          isHit={(place) => mine.has(winning[place]!) && (ticket.bet !== 'nap' || place === 0)}
        />
      </div>
    </>
  )
}

/** The chance and the naira back of a ticket, its lines and its cost. */
function TicketOdds({ ticket }: { ticket: Ticket }) {
  const { oneIn, times, back, lines, cost, stake, operator } = ticket
  return (
    <section aria-label="This ticket" className="mt-4">
      <h2 className="mb-2 font-bold">This ticket wins {oneInWords(oneIn)} draws</h2>
      <dl className="answer">
        <Fact name="Lines" value={formatCount(lines)} />
        <Fact name="Cost of a draw" value={formatNaira(cost)} />
        <Fact
          name="A winning line pays"
          value={times === null ? `Not known for ${operator}` : naira(times * stake)}
        />
        {back !== null && <Fact name="₦100 brings back" value={naira(back)} />}
      </dl>
    </section>
  )
}

/** What a ticket would have won in the past draws of its game, beside luck. */
function PastResult({ ticket, past }: { ticket: Ticket; past: Past }) {
  const { draws, pricedCost, won, unpriced, wonDraws, lines, linesByLuck, usualLines } = past
  if (draws === 0) return null
  return (
    <>
      <h2 className="mt-4 mb-2 font-bold">Same numbers, last {drawsWords(draws)}</h2>
      <div className="line flex-nowrap!">
        <span className="w-18 shrink-0">
          <small>{lines === wonDraws ? 'won' : 'lines won'}</small>
          <b>{formatCount(lines)}</b>
        </span>
        <LuckBar value={lines} mean={linesByLuck} {...usualLines} few={false} hit={lines > 0} ends />
      </div>
      <p className="mt-1 text-sm text-quiet">
        {won !== null && `Cost ${formatNaira(pricedCost)}, back ${naira(won)}. `}
        {unpriced > 0 &&
          `What ${past.operator} paid for this bet is not known${unpriced < draws ? ` for ${drawsWords(unpriced)}` : ''}.`}
      </p>
      <WonDraws ticket={ticket} past={past} />
    </>
  )
}

/** The draws in which a line won, newest first. */
function WonDraws({ ticket: { bet, numbers, against }, past }: { ticket: Ticket; past: Past }) {
  const { game, name, operator, wins, wonDraws } = past
  if (wins.length === 0) return null
  const marked = new Set([...numbers, ...against])
  return (
    <section className="mt-4">
      <h2 className="mb-2 font-bold">
        {wins.length < wonDraws ? `The newest ${wins.length} of ${wonDraws} winning draws` : 'Winning draws'}
      </h2>
      <ol className="draw-rows">
        {wins.map((row) => {
          const label = `${name}, ${formatDate(row.date)}`
          return (
            <DrawRow
              key={row.date}
              operator={operator}
              name={
                <PageLink to={drawPath(drawOfDay(game, row.date))} aria-label={label} className="draw-link">
                  {formatDate(row.date)}
                </PageLink>
              }
              label={label}
              note={row.won === null ? linesWords(row.lines) : `${linesWords(row.lines)}, ${naira(row.won)}`}
              draw={row}
              isHit={(type, place) =>
                type === 'winning' && marked.has(row.winning[place]!) && (bet !== 'nap' || place === 0)
              }
            />
          )
        })}
      </ol>
    </section>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
