import { LAB_FIGURES, type LabFigureKey } from '../../domain/lab/figures.ts'
import { usePopup } from '../layout/use-popup.ts'
import { Icon } from '../ui/icons.tsx'
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

/** A menu of the figures beside the heading. */
export function FigureMenu({ shown }: { shown: LabFigureKey }) {
  const { popup, close } = usePopup()
  return (
    <details ref={popup} className="relative ml-auto">
      <summary className="flex min-h-11 items-center gap-1 rounded-md border-[1.5px] border-edge bg-sheet pr-2 pl-3">
        <span className="visually-hidden">Figures: </span>
        {LAB_FIGURES[shown].title}
        <Icon name="down" />
      </summary>
      <ul className="lifted absolute right-0 z-5 max-h-[70vh] w-[min(20rem,92vw)] overflow-y-auto rounded-lg p-2">
        {GROUPS.flatMap(({ keys }) => keys).map((key) => (
          <li key={key}>
            <PageLink
              to={pathOf(key)}
              onClick={close}
              aria-current={key === shown ? 'page' : undefined}
              className={`flex min-h-11 items-center rounded-md px-2 text-sm leading-tight ${key === shown ? 'bg-soft font-bold text-brand' : ''}`}
            >
              {LAB_FIGURES[key].title}
            </PageLink>
          </li>
        ))}
      </ul>
    </details>
  )
}

const pathOf = (figure: LabFigureKey) => labPath({ figure, typed: {} })
