import { besideLuck, searchNumbers, type SearchRow } from '../rules/number-search.ts'
import { yearsOf } from '../rules/history.ts'
import { FEWEST_EXPECTED, luckScale } from '../rules/luck/luck-bar.ts'
import { itemAt } from '../../platform/rules/base/lists.ts'
import { LuckBar } from './luck-bar.tsx'
import { useHistory } from './use-results.ts'

/** The newest years that fit beside a year's table. */
const MOST_YEARS = 8

/** How often a search found its number in each year of a game, from the draws on this device. */
export default function ByYear({ row, game }: { row: SearchRow; game: { key: string; name: string } }) {
  const history = useHistory(true)?.history
  const draws = history?.games.get(game.key)
  if (!draws) return null
  const years = yearsOf(draws)
    .slice(0, MOST_YEARS)
    .map((year) => {
      const { counts, searched } = searchNumbers(history!, { rows: [row], game: game.key, year })
      const [count, all] = [itemAt(counts, 0), itemAt(searched, 0)]
      return { year, all, luck: besideLuck(count, row.box, all) }
    })
  const scale = luckScale(years.map(({ luck }) => luck))
  return (
    <section aria-labelledby="by-year">
      <div className="mt-3 mb-2 flex items-center justify-between">
        <h2 id="by-year" className="font-bold">
          {row.number} in {game.name}, by year
        </h2>
        <span className="text-sm text-quiet">of draws</span>
      </div>
      <ul className="draw-rows">
        {years.map(({ year, all, luck }) => (
          <li key={year} className="flex min-h-11 items-center gap-3 border-b border-line px-4">
            <b>{year}</b>
            <div className="flex-1">
              {luck.mean < FEWEST_EXPECTED ? (
                <span className="text-sm text-quiet">too few to tell</span>
              ) : (
                <LuckBar {...luck} scale={scale} />
              )}
            </div>
            <span className="min-w-20 text-right">
              <b>{luck.value}</b> of {all}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
