import type { ReactNode } from 'react'
import { formatCount, formatNaira } from '../../../platform/rules/base/words.ts'
import { BETS } from '../../../draws/rules/bets.ts'
import { FEWEST_EXPECTED, type LuckFigure } from '../../../draws/rules/luck/luck-bar.ts'
import { rangeWords } from '../../../draws/rules/luck/words.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { MethodLink } from '../../../platform/web/ui/method-link.tsx'
import { LuckBar } from '../../../draws/web/luck-bar.tsx'
import { ProofLine } from './charts.tsx'

export type RecordAnswer = AnswerOf<'GET /api/public/record'>
type Figures = NonNullable<RecordAnswer['figures']>

const percent = (share: number) => `${(share * 100).toFixed(1)}%`

/** What is proven is not too few to tell. */
const isFew = ({ isProven, expected }: Figures) => !isProven && expected < FEWEST_EXPECTED

/** The record in one sentence above its luck bar. */
export function Verdict({ figures }: { figures: Figures }) {
  const { verdict, came, expected, usual } = figures
  return (
    <section aria-label="The record against luck" className="rounded-lg bg-soft p-3">
      <p className="mb-2 font-bold">{verdict}</p>
      <LuckBar value={came} mean={expected} {...usual} few={isFew(figures)} ends />
    </section>
  )
}

/** What the verdict means, then the figures, each beside luck in the same cell. */
export function Findings({ figures }: { figures: Figures }) {
  const { numbers, finding, proof, funnel } = figures
  return (
    <Part title="Against luck">
      <p>{finding}</p>
      <p className="text-sm text-quiet">{numbers.rest}</p>
      <p className="mt-2">{proof.sentence}</p>
      {funnel.length > 1 && <ProofLine points={funnel} needed={proof.needed} />}
      <p className="text-sm text-quiet">
        A line that falls does not show that forecasts are worse than guessing.
      </p>
      <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] gap-px overflow-hidden rounded-lg border border-line bg-line">
        <Cells figures={figures} />
      </dl>
      <p className="results-links mt-1">
        <MethodLink of="numbers-against-luck">Numbers against luck</MethodLink>
        <MethodLink of="verdict">The verdict</MethodLink>
      </p>
    </Part>
  )
}

function Cells({ figures }: { figures: Figures }) {
  const { came, forecast, expected, usual, draws, money, wins } = figures
  const most = [...wins].sort((a, b) => b.forecasts - a.forecasts)[0]
  const share = (count: number) => count / forecast
  return (
    <>
      <Cell
        name={`Share that came in ${draws === 1 ? '1 draw' : `${formatCount(draws)} draws`}`}
        value={share(came)}
        mean={share(expected)}
        low={share(usual.low)}
        high={share(usual.high)}
        few={isFew(figures)}
        words={percent}
      />
      {money && !money.isTooRare && (
        <Cell
          name="Back per ₦100 staked"
          value={money.backPer100}
          mean={money.luckPer100}
          {...money.usualPer100}
          words={nairaOf}
        />
      )}
      {most && (
        <Cell
          name={`Longest losing run, ${BETS[most.form].name}`}
          value={most.longestRun}
          mean={most.runByLuck.median}
          low={most.runByLuck.low}
          high={most.runByLuck.high}
          words={formatCount}
        />
      )}
    </>
  )
}

/** `about 23, usually 11 to 41`, or `47` if guessing hardly ever gives another run. */
function runWords({ median, ...usual }: Figures['wins'][number]['runByLuck']): string {
  if (usual.low === usual.high) return rangeWords(usual)
  return `about ${formatCount(median)}, usually ${rangeWords(usual)}`
}

const nairaOf = (kobo: number) => formatNaira(Math.round(kobo / 100) * 100)

interface CellProps extends LuckFigure {
  name: string
  words: (value: number) => string
  few?: boolean
}

function Cell({ name, few = false, ...figure }: CellProps) {
  return (
    <div className="bg-sheet p-3 text-label leading-tight">
      <dt>{name}</dt>
      <dd>
        <b className="block py-0.5 text-xl">{figure.words(figure.value)}</b>
        <LuckBar {...figure} few={few} ends />
      </dd>
    </div>
  )
}

/** The wins of each form, with their range and no verdict. */
export function Wins({ wins }: { wins: Figures['wins'] }) {
  if (wins.length === 0) return null
  return (
    <Part title="Wins by form" link={<MethodLink of="wins">How wins are counted</MethodLink>}>
      <ul className="ruled">
        {wins.map(({ form, sentence, rate, longestRun, runByLuck }) => (
          <li key={form} className="py-2 text-sm">
            <h3 className="text-name font-bold">{BETS[form].name}</h3>
            <p>{sentence}.</p>
            <p className="text-quiet">
              A rate of {percent(rate.low)} to {percent(rate.high)} fits this. Longest losing run {longestRun}
              ; guessing gives {runWords(runByLuck)}.
            </p>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** Naira back, never without luck's range. */
export function Money({ money }: { money: Figures['money'] }) {
  if (!money) return null
  const { sentence, withoutMultiplier } = money
  return (
    <Part title="Naira back" link={<MethodLink of="naira-back">How naira back is computed</MethodLink>}>
      <p>{sentence}</p>
      {withoutMultiplier > 0 && (
        <p className="mt-1 text-sm text-quiet">
          {withoutMultiplier === 1 ? '1 forecast is' : `${formatCount(withoutMultiplier)} forecasts are`} left
          out, because the operator’s multiplier is not known.
        </p>
      )}
    </Part>
  )
}

/** A part of the page with its heading, and a link at the end of the line. */
export function Part({ title, link, children }: { title: string; link?: ReactNode; children: ReactNode }) {
  return (
    <section className="mt-6">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="font-bold">{title}</h2>
        {link && <span className="text-sm">{link}</span>}
      </div>
      {children}
    </section>
  )
}
