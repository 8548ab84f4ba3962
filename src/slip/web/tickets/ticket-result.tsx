import { drawsWords, formatCount, formatNaira } from '../../../platform/rules/base/words.ts'
import { oneInWords } from '../../../draws/rules/bets.ts'
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

type Answer = AnswerOf<'GET /api/ticket'>
type Ticket = NonNullable<Answer['ticket']>
type Past = NonNullable<Answer['past']>

const naira = (kobo: number) => formatNaira(Math.round(kobo))
const linesWords = (lines: number) => `${formatCount(lines)} ${lines === 1 ? 'line' : 'lines'}`

/** Whether the ticket won in the chosen draw, above the draw. */
export function DrawVerdict({ ticket, draw, past }: { ticket: Ticket; draw: Answer['draw']; past: Past }) {
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
export function TicketOdds({ ticket }: { ticket: Ticket }) {
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
export function PastResult({ ticket, past }: { ticket: Ticket; past: Past }) {
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
