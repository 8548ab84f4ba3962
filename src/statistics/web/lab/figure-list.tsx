import { listOf } from '../../../platform/rules/base/words.ts'
import { LAB_FIGURES, type LabFigureKey } from '../../rules/lab/figures.ts'
import { FAIR_TITLE, PATHS } from '../../../platform/rules/site/paths.ts'
import { Choices } from '../../../platform/web/ui/choices.tsx'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { labPath } from './addresses.ts'

/** The figures in the parts of the list. */
const GROUPS: readonly { title: string; keys: readonly LabFigureKey[] }[] = [
  { title: 'The chart', keys: listOf('chart-test chart-within chart-same-draw') },
  { title: 'Numbers', keys: listOf('frequency uniformity gaps pairs high-low') },
  { title: 'From draw to draw', keys: listOf('followers moving carry groups') },
]

/** Every figure with its question. Each loads when it is opened. */
export function FigureList() {
  return (
    <nav aria-label="Figures" className="mt-6">
      <h2 className="font-bold">All figures</h2>
      <ul className="rows mt-3">
        <Entry to={PATHS.fair} title={FAIR_TITLE} question="One verdict, and the ten tests behind it." />
      </ul>
      {GROUPS.map(({ title, keys }) => (
        <section key={title}>
          <h3 className="mt-3 mb-1 text-label text-quiet">{title}</h3>
          <ul className="rows">
            {keys.map((key) => (
              <Entry key={key} to={labPath({ figure: key, typed: {} })} {...LAB_FIGURES[key]} />
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

function Entry({ to, title, question }: { to: string; title: string; question: string }) {
  return (
    <li className="not-first:border-t not-first:border-line">
      <PageLink to={to} className="block px-3 py-2 md:px-4">
        <b className="block text-name text-brand">{title}</b>
        <span className="text-sm text-quiet">{question}</span>
      </PageLink>
    </li>
  )
}
