import { LAB_FIGURE_KEYS, labFigure, type LabFigureKey, type LabInput } from '../../rules/lab/figures.ts'
import { LAB_FIELDS, LAB_LAGS, type TypedLabQuery } from '../../rules/lab/query.ts'
import { FAIR_TITLE, PATHS, SCREENS } from '../../../platform/rules/site/paths.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { Locked, useOpens } from '../../../money/web/locked.tsx'
import { SampleTag } from '../../../draws/web/sample-note.tsx'
import { ResponsibleNote } from '../../../platform/web/ui/responsible-note.tsx'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { coveredDrawsText } from '../covered-draws-text.ts'
import { Icon } from '../../../platform/web/ui/icons.tsx'
import { useSearch } from '../../../platform/web/ui/location.ts'
import { Empty, Failure, Loading } from '../../../platform/web/ui/states.tsx'
import { Head } from '../../../platform/web/ui/title.tsx'
import { useAnswerFocus } from '../../../platform/web/ui/use-answer-focus.ts'
import { CHOICES, drawsAddress, figureAddress, type LabPlace, openedOf, placeOf } from './addresses.ts'
import { FigureList, FigureChoice } from './figure-list.tsx'
import { FigureView } from './figure-view.tsx'
import { LabFailure } from './card.tsx'
import { OpenedDraws } from './opened-draws.tsx'
import { ScopeForm, LabForm, type Problems } from './scope-form.tsx'
import { BOXES, boxName } from '../../../platform/rules/base/balls.ts'
import { Button } from '../../../platform/web/ui/button.tsx'
import { Field, Select } from '../../../platform/web/ui/field.tsx'

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
            {`${LAB_FIGURE_KEYS.length} statistics of all draws, each next to what luck alone would give.`}
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
  const input = <InputForm figure={figure} typed={typed} problems={problems} />
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
        <p className="flex gap-4 text-sm">
          <PageLink to={PATHS.statistics} className="link tap">
            All figures
          </PageLink>
          <PageLink to={PATHS.fair} className="link tap">
            {FAIR_TITLE}
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

interface Props {
  figure: LabFigureKey
  typed: TypedLabQuery
  problems: Problems
}

const HINTS: Partial<Record<LabFigureKey, string>> = {
  pairs: 'Two, such as 33-45',
  groups: 'Three to five, such as 1-10-89',
}
const LATER = ['Next draw', 'Two draws later', 'Three draws later']

/** What a figure asks for beside its draws: a box, a number, numbers, a distance. */
function InputForm({ figure, typed, problems }: Props) {
  const { inputs } = labFigure(figure)
  if (inputs.length === 0) return null
  return (
    <LabForm
      figure={figure}
      typed={typed}
      fields={inputs}
      className="my-2 flex max-w-md flex-wrap items-start gap-2"
    >
      {inputs.map((input) => (
        // An error needs more room than a number.
        <div
          key={input}
          className={`min-w-0 ${input === 'number' && !problems.number ? 'w-20' : 'flex-[1_1_8rem]'}`}
        >
          <Input figure={figure} input={input} typed={typed} problems={problems} />
        </div>
      ))}
      <Button type="submit" className="mt-5.5">
        Show
      </Button>
    </LabForm>
  )
}

function Input({ figure, input, typed, problems }: { input: LabInput } & Props) {
  const shared = { name: input, defaultValue: typed[input] ?? '', error: problems[input] }
  if (input === 'box')
    return (
      <Select
        {...shared}
        label="Box"
        options={[['', 'Any box'], ...boxesOf(typed).map((name, i) => [i + 1, name] as const)]}
      />
    )
  if (input === 'lag')
    return <Select {...shared} label="How much later" options={LAB_LAGS.map((lag, i) => [lag, LATER[i]])} />
  return (
    <Field
      {...shared}
      label={input === 'number' ? 'Number' : 'Numbers'}
      inputMode={input === 'number' ? 'numeric' : 'text'}
      autoComplete="off"
      maxLength={20}
      hint={input === 'numbers' ? HINTS[figure] : undefined}
    />
  )
}

function boxesOf({ set }: TypedLabQuery): string[] {
  const names = BOXES.map(boxName)
  return set === 'both'
    ? ['winning', 'machine'].flatMap((type) => names.map((name) => `${name}, ${type}`))
    : names
}
