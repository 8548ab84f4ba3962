import { formatDate } from '../../domain/base/calendar.ts'
import { formatCount, formatNaira } from '../../domain/base/words.ts'
import { drawOfDay, drawPath } from '../../domain/site/paths.ts'
import { breakEvenWords, hundredthsWords, linesRangeWords, oneInWords } from '../../domain/tickets/words.ts'
import type { AnswerOf } from '../api/call.ts'
import { DrawRow } from '../draws/draw-row.tsx'
import { PageLink } from '../ui/page-link.tsx'

type Answer = AnswerOf<'GET /api/ticket'>
type Ticket = NonNullable<Answer['ticket']>
type Past = NonNullable<Answer['past']>

const HUNDRED_NAIRA = 10_000
const wholeNaira = (kobo: number) => formatNaira(Math.round(kobo / 100) * 100)
const naira = (kobo: number) => formatNaira(Math.round(kobo))
const linesWords = (lines: number) => `${formatCount(lines)} ${lines === 1 ? 'line' : 'lines'}`
const drawsWords = (draws: number) => `${formatCount(draws)} ${draws === 1 ? 'draw' : 'draws'}`

/** The chance and the naira back of a ticket, its lines and its cost. */
export function TicketOdds({ ticket }: { ticket: Ticket }) {
  const { oneIn, times, back, lines, cost, stake, operator } = ticket
  return (
    <div className="answer">
      <b className="col-span-full text-lg">
        Wins {oneInWords(oneIn)} draws
        {back !== null && `. ₦100 brings back ${naira(back)} on average`}
      </b>
      <dl>
        <Fact name="Lines" value={formatCount(lines)} />
        <Fact name="Cost of a draw" value={formatNaira(cost)} />
        <Fact
          name="A winning line pays"
          value={times === null ? `Not known for ${operator}` : naira(times * stake)}
        />
        {back !== null && (
          <Fact name="To break even it must win" value={breakEvenWords(back / HUNDRED_NAIRA)} />
        )}
      </dl>
    </div>
  )
}

/** What a ticket would have won in past draws, beside luck. */
export function PastResult({ ticket, past }: { ticket: Ticket; past: Past }) {
  const { name, from, to, draws, pricedCost, won, unpriced, lines, usualLines, nothingByLuck, wonByLuck } =
    past
  if (from === null || to === null)
    return (
      <p className="mt-3 rounded-lg bg-warn-soft px-3 py-2 text-warn">
        No draw of {name} is on record for this choice.
      </p>
    )
  return (
    <>
      <div className="answer">
        <p className="col-span-full text-sm">
          {drawsWords(draws)} of {name},{' '}
          {from === to ? formatDate(to) : `${formatDate(from)} to ${formatDate(to)}`}
        </p>
        <b className="col-span-full text-lg">
          {won === null ? `${linesWords(lines)} won` : `Cost ${formatNaira(pricedCost)}, back ${naira(won)}`}
        </b>
        <dl>
          <Fact name="Winning lines" value={formatCount(lines)} />
          <Fact name="Luck usually gives" value={linesRangeWords(usualLines)} />
          <Fact name="Luck brings back nothing" value={`${hundredthsWords(nothingByLuck)} times`} />
          {wonByLuck !== null && <Fact name="Luck brings back on average" value={wholeNaira(wonByLuck)} />}
        </dl>
      </div>
      {unpriced > 0 && (
        <p className="mt-2 text-sm text-quiet">
          {unpriced < draws
            ? `What ${past.operator} paid for this bet is not known for ${drawsWords(unpriced)}. Cost and naira back leave them out.`
            : `What ${past.operator} paid for this bet is not known, so there is no amount.`}
        </p>
      )}
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
