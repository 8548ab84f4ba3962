import { LAB_FIGURE_KEYS } from '../../domain/lab/figures.ts'
import { LAB_FIELDS } from '../../domain/lab/query.ts'
import { PATHS, SCREENS } from '../../domain/site/paths.ts'
import type { AnswerOf } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { Locked, useOpens } from '../billing/locked.tsx'
import { SampleTag } from '../draws/sample-note.tsx'
import { ResponsibleNote } from '../layout/responsible-note.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { coveredDrawsText } from '../statistics/covered-draws-text.ts'
import { Icon } from '../ui/icons.tsx'
import { useSearch } from '../ui/location.ts'
import { Empty, Failure, Loading } from '../ui/states.tsx'
import { Head } from '../ui/title.tsx'
import { useAnswerFocus } from '../ui/use-answer-focus.ts'
import { CHOICES, drawsAddress, figureAddress, type LabPlace, openedOf, placeOf } from './addresses.ts'
import { FigureList, FigureChoice } from './figure-list.tsx'
import { FigureView } from './figure-view.tsx'
import { InputForm } from './input-form.tsx'
import { LabFailure } from './card.tsx'
import { OpenedDraws } from './opened-draws.tsx'
import { ScopeForm } from './scope-form.tsx'

export const parameters = ['figure', ...LAB_FIELDS, 'mark', 'page', 'part']

export function calls(search: URLSearchParams): string[] {
  const place = placeOf(search)
  const opened = openedOf(search)
  return [figureAddress(place), opened ? drawsAddress(place, opened) : CHOICES]
}

/** Statistics: past draws beside luck. One figure at a time, each with an address of its own. */
export default function LabPage() {
  const search = new URLSearchParams(useSearch())
  const [place, opened] = [placeOf(search), openedOf(search)]
  const isOpen = useOpens('statistics')
  return (
    <>
      {!isOpen ? (
        <>
          <Head title={SCREENS.statistics.title} />
          <Locked feature="statistics">
            {`${LAB_FIGURE_KEYS.length} figures of every recorded draw, each beside luck: the chart, numbers and pairs, waits, what comes after what.`}
          </Locked>
        </>
      ) : opened ? (
        <OpenedDraws place={place} opened={opened} />
      ) : (
        <Figure place={place} part={Number(search.get('part'))} isLanding={!search.has('figure')} />
      )}
      <ResponsibleNote />
    </>
  )
}

function Figure({ place, part, isLanding }: { place: LabPlace; part: number; isLanding: boolean }) {
  const { data, error, refetch } = useCall('GET /api/lab/:figure', figureAddress(place))
  const choices = useCall('GET /api/lab', CHOICES).data
  const { figure, typed } = place
  useAnswerFocus(figureAddress(place), data !== undefined || error !== undefined)
  const isInvalid = error?.problem?.code === 'invalid-input'
  const problems = error?.problem?.fields ?? {}
  // The map of pairs has the look-up of numbers, because its cells are no links without script.
  const input = (
    <InputForm figure={figure === 'pairs' ? 'together' : figure} typed={typed} problems={problems} />
  )
  return (
    <>
      <Verdict answer={data} />
      <Head title={SCREENS.statistics.title} end={<FigureChoice shown={figure} />} />
      {data ? (
        data.draws === 0 ? (
          <Empty icon={<Icon name="search" size={32} />} text="No draw fits this choice.">
            Choose other draws.
          </Empty>
        ) : (
          <>
            {input}
            <FigureView answer={data} place={place} part={part} />
          </>
        )
      ) : error ? (
        <>
          {input}
          {isInvalid ? (
            // The field says why.
            <Failure text="This choice cannot be shown." />
          ) : (
            <LabFailure text="The figure could not be loaded." error={error} onRetry={refetch} />
          )}
        </>
      ) : (
        <Loading />
      )}
      <ScopeForm figure={figure} typed={typed} games={choices?.games ?? []} problems={problems} />
      {isLanding ? (
        <FigureList />
      ) : (
        <p className="text-sm">
          <PageLink to={PATHS.statistics} className="link tap">
            All figures
          </PageLink>
        </p>
      )}
    </>
  )
}

/** The answer to the figure's question, and the draws that it is about. */
function Verdict({ answer }: { answer: AnswerOf<'GET /api/lab/:figure'> | undefined }) {
  const { sentences, main = 0, draws = 0, from, to, sample } = answer ?? {}
  return (
    <div role="status">
      {from && to && (
        <div className="mb-3 rounded-lg bg-soft p-3 text-sm">
          <b className="block text-lg leading-tight">{sentences?.[main]}</b>
          {coveredDrawsText({ draws, from, to })} {sample && <SampleTag />}
        </div>
      )}
    </div>
  )
}
