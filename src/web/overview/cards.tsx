import type { ReactNode } from 'react'
import { drawsIn, resultsIn } from '../../domain/draws/day-result.ts'
import { MESSAGES } from '../../domain/base/messages.ts'
import { formatCount, formatNaira } from '../../domain/base/words.ts'
import { SCREENS } from '../../domain/site/paths.ts'
import { FEATURES, opens, type Plan } from '../../domain/billing/plans.ts'
import { useMe } from '../accounts/me.ts'
import type { AnswerOf } from '../api/call.ts'
import { IconPath } from '../ui/icon-path.tsx'
import { SHAPES } from '../ui/icons.tsx'
import { usePlan } from '../site/prices.ts'
import { PageLink } from '../ui/page-link.tsx'

type Overview = AnswerOf<'GET /api/overview'>

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
    <ul className="overview-cards">
      {[...cards.filter((card) => card.isOpen), ...cards.filter((card) => !card.isOpen)].map(
        ({ title, path, icon, Line, isOpen, plan }) => (
          <li key={title}>
            <PageLink to={path} className="overview-card">
              <IconPath path={icon} />
              <h2 className="text-sm font-bold">{title}</h2>
              <p>
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

function Predictions({ predictions }: Overview) {
  if (!predictions) return MESSAGES.noPredictions
  const { open, next, checked } = predictions
  if (next)
    return (
      <>
        <b>{open}</b> open, next {next.name}
      </>
    )
  if (!checked) return MESSAGES.noPredictions
  return (
    <>
      <b>
        {checked.came} of {checked.numbers}
      </b>{' '}
      came in {checked.name}
    </>
  )
}

const NO_DRAWS = 'There are no draws yet.'

function Frequent({ frequent }: Overview) {
  if (!frequent) return NO_DRAWS
  return (
    <>
      <b>{frequent.number}</b> leads {frequent.name}
    </>
  )
}

function Today({ games }: Overview) {
  return (
    <>
      <b>
        {resultsIn(games)} of {drawsIn(games)}
      </b>{' '}
      {games.length === 1 ? 'result' : 'results'} in
    </>
  )
}

function Draws({ latest, draws }: Overview) {
  if (!latest) return NO_DRAWS
  return (
    <>
      <b>{formatCount(draws)}</b> {draws === 1 ? 'draw' : 'draws'} to search
    </>
  )
}
