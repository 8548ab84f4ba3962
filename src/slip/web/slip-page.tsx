import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { formatDayMonth, formatDuration } from '../../platform/rules/base/calendar.ts'
import { formatNaira } from '../../platform/rules/base/words.ts'
import { drawOfDay, drawPath, PATHS } from '../../platform/rules/site/paths.ts'
import { betWords, isListed, verdictWords, SLIP_LIMITS } from '../rules/entry.ts'
import { noteStore } from '../../platform/web/api/answer-age.ts'
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
import { OwnBetHelp } from '../../draws/web/bet-help-button.tsx'
import { MyBalls } from '../../draws/web/my-balls.tsx'
import { withNewerResults } from './parts/newer-results.ts'
import { type Entry, entryOf, type Judged, numbersOf, SLIP, type Slip } from './parts/use-slip.ts'

export const calls = () => [SLIP]

/** The player's own numbers: what waits for its draw, what was judged, and what it cost. */
export default function SlipPage() {
  const { data, error, refetch } = useCall('GET /api/slip', SLIP)
  const slip = useJudged(data)
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
      {slip ? (
        <Saved slip={slip} />
      ) : error ? (
        <Failure text="Your slip could not be loaded." detail={<Cause error={error} />} onRetry={refetch} />
      ) : (
        <LoadingRows />
      )}
      <ResponsibleNote />
    </>
  )
}

/** The slip as the server judged it; without a network, with the results that came to this phone since. */
function useJudged(slip: Slip | undefined): Slip | undefined {
  const { keptAt } = useSyncExternalStore(noteStore.subscribe, noteStore.get, noteStore.get)
  const [newer, setNewer] = useState<{ base: Slip; slip: Slip }>()
  useEffect(() => {
    if (slip && keptAt !== null)
      withNewerResults(slip).then(
        (judged) => setNewer({ base: slip, slip: judged }),
        () => undefined,
      )
  }, [slip, keptAt])
  return newer && newer.base === slip ? newer.slip : slip
}

const ShareCard = lazy(() => import('./share-card.tsx'))

function Saved({ slip }: { slip: Slip }) {
  const { entries, waiting, judged, staked, back, unpriced, backByLuck } = slip
  const now = useNow(5000)
  const [shared, setShared] = useState<{ entry: Entry; draw: Judged } | null>(null)
  const listed = entries.filter((entry) => isListed(entry, slip))
  /** The draw that leads to the form of an entry which is not listed: the one it waits for, or its newest. */
  const leadsToForm = (draw: { entry: number }) =>
    !listed.some(({ id }) => id === draw.entry) &&
    [...waiting, ...judged].find(({ entry }) => entry === draw.entry) === draw
  const judgedRow = (draw: Judged) => {
    const entry = entryOf(slip, draw)
    return (
      <Row key={`${draw.entry} ${draw.game} ${draw.date}`} draw={draw} entry={entry} came={draw.came}>
        {formatDayMonth(draw.date)}, <Outcome entry={entry} draw={draw} />{' '}
        {/* The links stay together, beside the words or below them. */}
        <span className="inline-block max-md:-ml-2">
          {leadsToForm(draw) && <ChangeLink {...draw} />}
          {draw.came.length > 0 && (
            <button
              type="button"
              className={`${SMALL_LINK} script-only`}
              aria-haspopup="dialog"
              onClick={() => setShared({ entry, draw })}
            >
              Share
              <span className="visually-hidden">
                {' '}
                {draw.name}, {formatDayMonth(draw.date)}
              </span>
            </button>
          )}
        </span>
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
      {shared && (
        <Suspense>
          <ShareCard {...shared} onClose={() => setShared(null)} />
        </Suspense>
      )}
      {waiting.length > 0 && (
        <Section title="Waiting for the draw">
          {waiting.map((draw) => {
            const entry = entryOf(slip, draw)
            const left = draw.closesAt - now
            return (
              <Row key={`${entry.id} ${draw.game}`} draw={draw} entry={entry}>
                <b>{left > 0 ? formatDuration(left) : 'drawing'}</b>, {betWords(entry)}
                <Help entry={entry} />
                {leadsToForm(draw) && <ChangeLink {...draw} />}
              </Row>
            )
          })}
        </Section>
      )}
      {judged.length > 0 && (
        <Section title="Judged" end="last 30 days">
          {judged.slice(0, SLIP_LIMITS.judgedFirst).map(judgedRow)}
        </Section>
      )}
      {staked > 0 && (
        <>
          <dl className="line md:mt-2 md:rounded-lg md:border md:border-line">
            <Total name="Staked, 30 days" kobo={staked} />
            <Total name="Came back" kobo={back} />
          </dl>
          <p className="px-1 py-1.5 text-sm text-quiet md:px-0">
            {unpriced > 0 && `${unpriced} won, but what the operator pays is not known. `}
            {backByLuck !== null && `₦100 brings back about ${wholeNaira(backByLuck)}. `}A win does not make
            the next one likelier.
          </p>
        </>
      )}
      {judged.length > SLIP_LIMITS.judgedFirst && (
        <details>
          <summary className="link flex min-h-11 items-center">Earlier draws</summary>
          <ul className="draw-rows">{judged.slice(SLIP_LIMITS.judgedFirst).map(judgedRow)}</ul>
        </details>
      )}
      {listed.length > 0 && (
        <Section title="Saved numbers">
          {listed.map((entry) => (
            <SavedEntry key={entry.id} entry={entry} />
          ))}
        </Section>
      )}
      <p className="p-2 text-center text-sm text-quiet">
        {entries.length} of 50 saved. We keep the numbers. We do not sell tickets.
      </p>
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
const SMALL_LINK = 'link tap relative -my-2 mx-2 text-sm'
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

const Help = ({ entry }: { entry: Entry }) =>
  entry.bet !== 'watch' && <OwnBetHelp {...entry} bet={entry.bet} />

const formOf = (entry: number) => `${PATHS.slipAdd}?entry=${entry}`

const ChangeLink = ({ entry, name }: { entry: number; name: string }) => (
  <PageLink to={formOf(entry)} className={SMALL_LINK}>
    Change<span className="visually-hidden"> {name}</span>
  </PageLink>
)

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
        <PageLink to={formOf(id)} className={`link ${LINK}`}>
          <span className="visually-hidden">Change </span>
          {entry.name ?? 'Any game'}
        </PageLink>
        <div className="text-xs text-quiet">
          {betWords(entry)}
          <Help entry={entry} />, {days}
        </div>
      </div>
      <MyBalls numbers={numbersOf(entry)} />
    </li>
  )
}
