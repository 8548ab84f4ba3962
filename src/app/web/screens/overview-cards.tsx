import { MESSAGES } from '../../../platform/rules/base/messages.ts'
import { SCREENS } from '../../../platform/rules/site/paths.ts'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { SHAPES } from '../../../platform/web/ui/icons.tsx'
import type { ReactNode } from 'react'
import { drawsIn, resultsIn } from '../../../draws/rules/day-result.ts'
import { formatCount, formatNaira } from '../../../platform/rules/base/words.ts'
import { FEATURES, opens, type Plan } from '../../../platform/rules/access/plans.ts'
import { useMe } from '../../../platform/web/access/me.ts'
import { IconPath } from '../../../platform/web/ui/icon-path.tsx'
import { usePlan } from '../../../money/web/prices.ts'
import type { Overview } from './overview-page.tsx'

interface Card {
  screen: Exclude<keyof typeof SCREENS, 'overview' | 'paymentChannel' | 'slip' | 'ticket'>
  /** The specification's title. */
  title: string
  icon: string
  Line: (overview: Overview) => ReactNode
}

const CARDS: readonly Card[] = [
  { screen: 'prediction', title: 'Predictions', icon: SHAPES.forecast, Line: Predictions },
  { screen: 'frequentNumbers', title: 'Frequent Numbers', icon: SHAPES.bars, Line: Frequent },
  { screen: 'dayResult', title: 'Day Result', icon: SHAPES.day, Line: Today },
  { screen: 'pastResults', title: 'Game Results', icon: SHAPES.search, Line: Draws },
  {
    screen: 'classification',
    title: 'Lotto Classification Chart',
    icon: SHAPES.chart,
    Line: () => '90 numbers',
  },
  { screen: 'assistant', title: 'AI Assistant', icon: SHAPES.chat, Line: () => 'Ask about past draws' },
]

/** The specification's six cards, each a link with one line of news. Cards outside the plan come last. */
export function Cards({ overview }: { overview: Overview }) {
  const me = useMe()
  const cards = CARDS.map((card) => {
    const { path, feature } = SCREENS[card.screen]
    const isOpen = me != null && opens({ ...me, plan: me.subscription }, feature)
    return { ...card, path, isOpen, plan: FEATURES[feature] }
  })
  return (
    <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-2 md:grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] lg:grid-cols-3 min-[100rem]:grid-cols-6">
      {[...cards.filter((card) => card.isOpen), ...cards.filter((card) => !card.isOpen)].map(
        ({ title, path, icon, Line, isOpen, plan }) => (
          <li key={title}>
            <PageLink
              to={path}
              className="grid h-full min-h-18 content-start gap-x-2 gap-y-0.5 rounded-lg border border-line bg-sheet px-3 py-2.5 md:min-h-0 md:grid-cols-[auto_minmax(0,1fr)] md:p-3"
            >
              <span className="text-brand max-md:hidden">
                <IconPath path={icon} />
              </span>
              <h2 className="text-sm font-bold">{title}</h2>
              <p className="col-span-full text-label leading-[1.35] text-quiet [&_b]:text-ink">
                {isOpen ? (
                  <Line {...overview} />
                ) : (
                  <>
                    <b>Locked</b>
                    {me?.breakUntil ? ' on your break' : <PartOf plan={plan} />}
                  </>
                )}
              </p>
            </PageLink>
          </li>
        ),
      )}
    </ul>
  )
}

function PartOf({ plan }: { plan: Plan }) {
  const { name, kobo, per } = usePlan(plan)
  return `: part of ${name}, ${formatNaira(kobo)} per ${per}`
}

/** The strip above names the next draw, so a card names only another one. */
function Predictions({ predictions, next: strip }: Overview) {
  if (!predictions) return MESSAGES.noPredictions
  const { open, next, checked } = predictions
  if (next)
    return (
      <>
        <b>{open}</b> open{next.name !== strip?.name && `, next ${next.name}`}
      </>
    )
  if (!checked) return MESSAGES.noPredictions
  return (
    <>
      <b>{checked.score}</b> in {checked.name}
    </>
  )
}

const NO_DRAWS = 'There are no draws yet.'

function Frequent({ frequent }: Overview) {
  if (!frequent) return NO_DRAWS
  return (
    <>
      {frequent.name}: <b>{frequent.number}</b> came most often
    </>
  )
}

function Today({ games }: Overview) {
  return (
    <>
      <b>
        {resultsIn(games)} of {drawsIn(games)}
      </b>{' '}
      in
    </>
  )
}

function Draws({ latest, draws }: Overview) {
  if (!latest) return NO_DRAWS
  return (
    <>
      <b>{formatCount(draws)}</b> {draws === 1 ? 'draw' : 'draws'}
    </>
  )
}
