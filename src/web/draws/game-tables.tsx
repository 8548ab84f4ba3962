import { useEffect, useRef, useState } from 'react'
import { PATHS } from '../../domain/paths.ts'
import type { GameSection, YearSummary } from '../../domain/results-view.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { allDraws } from '../../domain/words.ts'
import { Empty } from '../ui/states.tsx'
import { WhenNear } from '../ui/when-near.tsx'
import { DrawsTable } from './draws-table.tsx'
import type { Results, ResultsView } from './use-results.ts'

/** The yearly tables per game. The newest year of each game is open, the others are collapsed. */
export function GameTables({ results, view }: { results: Results; view: ResultsView }) {
  if (view.sections.length === 0) {
    return results.only ? (
      <Empty text="No draw matches.">Untick “Show only draws that match” to see all draws.</Empty>
    ) : (
      <Empty text="There are no draws yet.">They appear here as soon as the first is recorded.</Empty>
    )
  }
  return (
    <>
      {view.sections.length > 1 && <JumpTo sections={view.sections} />}
      {view.sections.map((section) => (
        <section key={section.key} aria-labelledby={`game-${section.key}`} className="mt-6">
          <h2 id={`game-${section.key}`} className="scroll-mt-4 text-lg font-bold">
            {section.name}
          </h2>
          {section.years.map((year, i) => (
            <YearTable
              key={year.year}
              section={section}
              year={year}
              newest={i === 0}
              results={results}
              view={view}
            />
          ))}
        </section>
      ))}
    </>
  )
}

function JumpTo({ sections }: { sections: readonly GameSection[] }) {
  return (
    <nav aria-label="Jump to a game" className="scroller mt-4">
      <ul className="flex gap-2 pb-1 md:flex-wrap">
        {sections.map(({ key, name }) => (
          <li key={key} className="shrink-0">
            <a
              href={`#game-${key}`}
              className="block rounded-full border border-edge bg-sheet px-3 py-1.5 text-sm"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface YearProps {
  section: GameSection
  year: YearSummary
  newest: boolean
  results: Results
  view: ResultsView
}

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`

function YearTable({ section, year, newest, results, view }: YearProps) {
  const [open, setOpen] = useState(newest)
  const details = useRef<HTMLDetailsElement>(null)
  // The user may have opened it before this script ran.
  useEffect(() => setOpen(details.current!.open), [])
  const matches = results.checked.search.rows.length > 0 ? `, ${count(year.matches, 'match', 'matches')}` : ''
  return (
    <details
      ref={details}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="-mx-3 mt-2 border-y border-line bg-sheet sm:mx-0 sm:rounded-lg sm:border"
    >
      <summary className="flex min-h-11 cursor-pointer items-center px-3 py-2 font-bold">
        {section.name} {year.year}
        <span className="ml-2 text-sm font-normal text-quiet">
          {count(year.draws, 'draw', 'draws')}
          {matches}
        </span>
      </summary>
      {/* Without script, a closed year still holds the link to its page. */}
      {(open || !view.has(section.key, year.year)) && (
        <YearRows section={section} year={year} results={results} view={view} />
      )}
    </details>
  )
}

const ROW_HEIGHT_PX = 26
const HEAD_HEIGHT_PX = 60

function YearRows({ section, year, results, view }: Omit<YearProps, 'newest'>) {
  const found = view.rows(section.key, year.year)
  const address = `${PATHS.pastResults}?game=${section.key}&year=${year.year}`
  const whole = (
    <p className="px-3 pb-3 text-sm">
      <a className="link" href={address}>
        {allDraws(year.draws)} of {section.name} {year.year}
      </a>
    </p>
  )
  if (!found) return whole
  const { rows, partial, withPage } = found
  return (
    <>
      <WhenNear
        height={HEAD_HEIGHT_PX + rows.length * ROW_HEIGHT_PX}
        waiting={MESSAGES.loading}
        atOnce={withPage}
      >
        <DrawsTable
          caption={`${section.name} ${year.year}${partial ? `, newest ${rows.length}` : ''}`}
          rows={rows}
          search={results.checked.search.rows}
        />
      </WhenNear>
      {partial && whole}
    </>
  )
}
