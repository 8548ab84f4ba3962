import { formatDate } from '../../../platform/rules/base/calendar.ts'
import type { LabAnswer } from '../../rules/lab/figure.ts'
import { labFigure } from '../../rules/lab/figures.ts'
import { drawOfDay, drawPath, SCREENS } from '../../../platform/rules/site/paths.ts'
import { DRAW_TYPES, type DrawType } from '../../../platform/rules/base/balls.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { SampleTag } from '../../../draws/web/sample-note.tsx'
import { BallSet } from '../../../platform/web/ui/ball.tsx'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { Loading } from '../../../platform/web/ui/states.tsx'
import { Head } from '../../../platform/web/ui/title.tsx'
import { drawsAddress, figureAddress, type LabPlace, labPath, type Opened } from './addresses.ts'
import { Card, LabFailure, LuckRows } from './card.tsx'

type Found = AnswerOf<'GET /api/lab/:figure/draws'>
type Case = Found['cases'][number]

interface Props {
  place: LabPlace
  opened: Opened
}

/** The draws behind one mark of a picture, newest first. */
export function OpenedDraws({ place, opened }: Props) {
  const figure = useCall('GET /api/lab/:figure', figureAddress(place))
  const { data, error, refetch } = useCall('GET /api/lab/:figure/draws', drawsAddress(place, opened))
  const types = typesOf(place)
  const isSample = data?.cases.some((draws) => draws.some(({ sample }) => sample)) ?? false
  return (
    <>
      <Head title={SCREENS.statistics.title}>{isSample && <SampleTag />}</Head>
      <p className="-mt-2 text-sm">
        <PageLink to={labPath(place)} className="link tap">
          Back to the figure
        </PageLink>
      </p>
      {figure.data && <MarkCard answer={figure.data} mark={opened.mark} />}
      {data ? (
        <>
          <ol className="rows">
            {data.cases.map((draws) => (
              <li
                key={draws.map(({ game, date }) => drawOfDay(game, date)).join(' ')}
                className="px-3 py-2 not-first:border-t not-first:border-line md:px-4"
              >
                <CaseDraws draws={draws} types={types} />
              </li>
            ))}
          </ol>
          <Pages found={data} place={place} opened={opened} />
        </>
      ) : error ? (
        <LabFailure text="The draws could not be loaded." error={error} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </>
  )
}

/** The count of the mark beside luck. */
function MarkCard({ answer: { series }, mark: key }: { answer: LabAnswer; mark: string }) {
  const found = series.find(({ marks }) => marks.some((mark) => mark.key === key))
  const mark = found?.marks.find((one) => one.key === key)
  if (!found || !mark) return null
  return (
    <Card title={`${found.title}: ${mark.label}`}>
      <p className="my-2 font-bold">{mark.sentence}</p>
      <LuckRows marks={[{ ...mark, label: 'Came' }]} pathOf={() => null} />
    </Card>
  )
}

/** The sets that a figure counts. */
function typesOf({ figure, typed }: LabPlace): readonly DrawType[] {
  const { sets } = labFigure(figure)
  const set = sets.find((one) => one === typed.set) ?? sets[0]!
  return DRAW_TYPES.filter((type) => set === 'both' || set === type)
}

/** One case: its draws, oldest first, with the numbers that make it ringed. */
function CaseDraws({ draws, types }: { draws: Case; types: readonly DrawType[] }) {
  return draws.map((draw, i) => (
    <div
      key={drawOfDay(draw.game, draw.date)}
      className="relative flex min-h-11 flex-wrap items-center gap-2 py-1"
    >
      <div className="min-w-0 flex-[1_1_6rem] leading-tight">
        {i === 0 || draw.game !== draws[0]!.game ? <b className="text-name">{draw.name}</b> : 'then'}
        <PageLink
          to={drawPath(drawOfDay(draw.game, draw.date))}
          className="link block text-xs after:absolute after:inset-0"
        >
          {formatDate(draw.date)}
        </PageLink>
      </div>
      <div className="relative z-1 space-y-2">
        {types.map((type) => (
          <BallSet
            key={type}
            type={type}
            numbers={draw[type]}
            letter={types.length > 1}
            isHit={(place) => draw.numbers.includes(draw[type][place]!)}
          />
        ))}
      </div>
    </div>
  ))
}

function Pages({ found: { total, pageSize }, place, opened }: Props & { found: Found }) {
  const pages = Math.ceil(total / pageSize)
  if (pages <= 1) return null
  const { page } = opened
  const pathTo = (to: number) => labPath(place, { ...opened, page: to })
  return (
    <p className="results-links">
      {page > 1 && (
        <PageLink to={pathTo(page - 1)} className="link">
          Newer draws
        </PageLink>
      )}
      <span className="text-quiet">
        Page {page} of {pages}
      </span>
      {page < pages && (
        <PageLink to={pathTo(page + 1)} className="link">
          Older draws
        </PageLink>
      )}
    </p>
  )
}
