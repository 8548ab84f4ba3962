import type { ReactNode } from 'react'
import { formatDayMonth, formatDuration } from '../../platform/rules/base/calendar.ts'
import { formatNaira } from '../../platform/rules/base/words.ts'
import { drawOfDay, drawPath, PATHS } from '../../platform/rules/site/paths.ts'
import { betWords, verdictWords } from '../rules/entry.ts'
import { useCall } from '../../platform/web/api/use-call.ts'
import { useNow } from '../../platform/web/api/use-now.ts'
import { LoadingRows } from '../../draws/web/loading-rows.tsx'
import { stripeOf } from '../../draws/web/operator.tsx'
import { Cause } from '../../platform/web/ui/cause.tsx'
import { ResponsibleNote } from '../../platform/web/ui/responsible-note.tsx'
import { buttonClasses } from '../../platform/web/ui/button.tsx'
import { IconPath } from '../../platform/web/ui/icon-path.tsx'
import { PLUS } from '../../platform/web/ui/more-icons.ts'
import { PageLink } from '../../platform/web/ui/page-link.tsx'
import { Empty, Failure } from '../../platform/web/ui/states.tsx'
import { Head } from '../../platform/web/ui/title.tsx'
import { MyBalls } from './parts/my-balls.tsx'
import { type Entry, entryOf, type Judged, numbersOf, SLIP, type Slip } from './parts/use-slip.ts'

export const calls = () => [SLIP]

/** The player's own numbers: what waits for its draw, what was judged, and what it cost. */
export default function SlipPage() {
  const { data, error, refetch } = useCall('GET /api/slip', SLIP)
  return (
    <>
      <Head
        title="My slip"
        end={
          <PageLink to={PATHS.slipAdd} className={buttonClasses('main')}>
            <IconPath path={PLUS} />
            Add
          </PageLink>
        }
      />
      {data ? (
        <Saved slip={data} />
      ) : error ? (
        <Failure text="Your slip could not be loaded." detail={<Cause error={error} />} onRetry={refetch} />
      ) : (
        <LoadingRows />
      )}
      <ResponsibleNote />
    </>
  )
}

/** The judged draws that are shown at once. */
const NEWEST = 5

function Saved({ slip }: { slip: Slip }) {
  const { entries, waiting, judged, staked, back, unpriced, backByLuck } = slip
  const now = useNow(5000)
  const judgedRow = (draw: Judged) => {
    const entry = entryOf(slip, draw)
    return (
      <Row key={`${draw.entry} ${draw.game} ${draw.date}`} draw={draw} entry={entry} came={draw.came}>
        {formatDayMonth(draw.date)}, <Outcome entry={entry} draw={draw} />
      </Row>
    )
  }
  if (entries.length === 0)
    return (
      <Empty text="No numbers saved yet.">
        Add your numbers. We check them after each draw. We do not sell tickets.
      </Empty>
    )
  return (
    <>
      {waiting.length > 0 && (
        <Section title="Waiting for the draw">
          {waiting.map((draw) => {
            const entry = entryOf(slip, draw)
            const left = draw.closesAt - now
            return (
              <Row key={`${entry.id} ${draw.game}`} draw={draw} entry={entry}>
                <b>{left > 0 ? formatDuration(left) : 'drawing'}</b>, {betWords(entry)}
              </Row>
            )
          })}
        </Section>
      )}
      {judged.length > 0 && (
        <Section title="Judged" end="last 30 days">
          {judged.slice(0, NEWEST).map(judgedRow)}
        </Section>
      )}
      {staked > 0 && (
        <>
          <dl className="line">
            <Total name="Staked, 30 days" kobo={staked} />
            <Total name="Came back" kobo={back} />
          </dl>
          <p className="px-1 py-1.5 text-sm text-quiet">
            {unpriced > 0 && `${unpriced} won, but what the operator pays is not known. `}
            {backByLuck !== null && `₦100 brings back about ${wholeNaira(backByLuck)}. `}A win does not make
            the next one likelier.
          </p>
        </>
      )}
      {judged.length > NEWEST && (
        <details>
          <summary className="link flex min-h-11 items-center">Earlier draws</summary>
          <ul className="draw-rows">{judged.slice(NEWEST).map(judgedRow)}</ul>
        </details>
      )}
      <Section title="Saved numbers" end={`${entries.length} of 50`}>
        {entries.map((entry) => (
          <SavedEntry key={entry.id} entry={entry} />
        ))}
      </Section>
      <p className="p-2 text-center text-sm text-quiet">We keep the numbers. We do not sell tickets.</p>
    </>
  )
}

const wholeNaira = (kobo: number) => formatNaira(Math.round(kobo / 100) * 100)

function Section({ title, end, children }: { title: string; end?: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <div className="flex min-h-11 items-center justify-between">
        <h2 className="font-bold">{title}</h2>
        {end && <span className="text-sm text-quiet">{end}</span>}
      </div>
      <ul className="draw-rows">{children}</ul>
    </section>
  )
}

const NAME = 'min-w-0 flex-1 basis-22 leading-tight'
/** The whole row is the target. */
const LINK = 'text-name font-bold after:absolute after:inset-0'

interface RowProps {
  draw: Slip['waiting'][number]
  entry: Entry
  came?: readonly number[]
  children: ReactNode
}

function Row({ draw: { game, name, operator, date }, entry, came, children }: RowProps) {
  return (
    <li className={`draw-row min-h-16! pr-3! ${stripeOf(operator)}`}>
      <div className={NAME}>
        <PageLink to={drawPath(drawOfDay(game, date))} className={LINK}>
          {name}
        </PageLink>
        <div className="text-xs text-quiet">{children}</div>
      </div>
      <MyBalls numbers={numbersOf(entry)} {...(came && { came })} />
    </li>
  )
}

function Outcome({ entry, draw }: { entry: Entry; draw: Judged }) {
  const { isWin, cost } = draw
  const words = verdictWords(entry, draw)
  if (isWin === null) return <b className="text-ink">{words}</b>
  if (isWin) return <b className="text-brand">{words.replace('You ', '')}</b>
  return (
    <>
      <b className="text-ink">no win</b>, −{formatNaira(cost)}
    </>
  )
}

const Total = ({ name, kobo }: { name: string; kobo: number }) => (
  <div className="flex-1">
    <dt className="text-xs text-quiet">{name}</dt>
    <dd className="text-lg leading-tight font-bold">{formatNaira(kobo)}</dd>
  </div>
)

/** One saved entry, which opens its form. */
function SavedEntry({ entry }: { entry: Entry }) {
  const { id, from, until } = entry
  const days =
    from === until
      ? formatDayMonth(from)
      : `every draw from ${formatDayMonth(from)}${until ? ` until ${formatDayMonth(until)}` : ''}`
  return (
    <li className="draw-row min-h-16! pr-3!">
      <div className={NAME}>
        <PageLink to={`${PATHS.slipAdd}?entry=${id}`} className={`link ${LINK}`}>
          <span className="visually-hidden">Change </span>
          {entry.name ?? 'Any game'}
        </PageLink>
        <div className="text-xs text-quiet">
          {betWords(entry)}, {days}
        </div>
      </div>
      <MyBalls numbers={numbersOf(entry)} />
    </li>
  )
}
