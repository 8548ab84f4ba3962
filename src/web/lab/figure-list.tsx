import { LAB_FIGURES, type LabFigureKey } from '../../domain/lab/figures.ts'
import { Choices } from '../ui/choices.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { labPath } from './addresses.ts'

const CHART = 'The chart'
const NUMBERS = 'Single numbers'
const TOGETHER = 'Numbers together'
const NEXT = 'From draw to draw'
const SHAPE = 'The shape of a draw'

/** The part of the list in which each figure is. */
const PARTS: Record<LabFigureKey, string> = {
  'chart-test': CHART,
  'chart-within': CHART,
  'chart-same-draw': CHART,
  frequency: NUMBERS,
  'top-five': NUMBERS,
  uniformity: NUMBERS,
  gaps: NUMBERS,
  pairs: TOGETHER,
  together: TOGETHER,
  followers: NEXT,
  moving: NEXT,
  carry: NEXT,
  'close-numbers': NEXT,
  lapping: NEXT,
  groups: NEXT,
  'counting-weeks': NEXT,
  'last-year': NEXT,
  'odd-even': SHAPE,
  'high-low': SHAPE,
  sums: SHAPE,
  endings: SHAPE,
  consecutive: SHAPE,
}

const GROUPS = [CHART, NUMBERS, TOGETHER, NEXT, SHAPE].map((title) => ({
  title,
  keys: (Object.keys(PARTS) as LabFigureKey[]).filter((key) => PARTS[key] === title),
}))

/** Every figure with its question. Each loads when it is opened. */
export function FigureList() {
  return (
    <nav aria-label="Figures" className="mt-6">
      <h2 className="font-bold">All figures</h2>
      {GROUPS.map(({ title, keys }) => (
        <section key={title}>
          <h3 className="mt-3 mb-1 text-label text-quiet">{title}</h3>
          <ul className="rows">
            {keys.map((key) => (
              <li key={key} className="not-first:border-t not-first:border-line">
                <PageLink to={pathOf(key)} className="block px-3 py-2 md:px-4">
                  <b className="block text-name text-brand">{LAB_FIGURES[key].title}</b>
                  <span className="text-sm text-quiet">{LAB_FIGURES[key].question}</span>
                </PageLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

/** The choice of a figure beside the heading. */
export function FigureChoice({ shown }: { shown: LabFigureKey }) {
  const options = GROUPS.flatMap(({ keys }) => keys.map((key) => [key, LAB_FIGURES[key].title] as const))
  return (
    <div className="w-[min(11.5rem,85vw)]">
      <Choices choices={[{ label: 'Figure', name: 'figure', value: shown, options }]} />
    </div>
  )
}

const pathOf = (figure: LabFigureKey) => labPath({ figure, typed: {} })
