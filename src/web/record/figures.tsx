import type { ReactNode } from 'react'
import { formatCount, formatNaira } from '../../domain/base/words.ts'
import { PREDICTION_FORMS } from '../../domain/predictions/predictions.ts'
import { FEWEST_EXPECTED } from '../../domain/luck/luck-bar.ts'
import { rangeWords, roughly } from '../../domain/luck/words.ts'
import type { AnswerOf } from '../api/call.ts'
import { MethodLink } from '../methods/method-link.tsx'
import { LuckBar } from '../ui/luck-bar.tsx'
import { DataTable } from '../ui/data-table.tsx'

export type RecordAnswer = AnswerOf<'GET /api/public/record'>
type Figures = NonNullable<RecordAnswer['figures']>

const percent = (share: number) => `${(share * 100).toFixed(1)}%`

/** The record in one sentence above its luck bar. What is proven is not too few to tell. */
export function Verdict({ figures }: { figures: Figures }) {
  const { verdict, isProven, came, expected, usual } = figures
  return (
    <section aria-label="The record against luck" className="rounded-lg bg-soft p-3">
      <p className="mb-2 font-bold">{verdict}</p>
      <LuckBar value={came} mean={expected} {...usual} few={!isProven && expected < FEWEST_EXPECTED} ends />
    </section>
  )
}

/** What the verdict means, then the figures, each beside luck in the same cell. */
export function Findings({ figures }: { figures: Figures }) {
  const { numbers, finding } = figures
  return (
    <Part title="Against luck">
      <p>{finding}</p>
      <p className="text-sm text-quiet">{numbers.rest}</p>
      <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-px overflow-hidden rounded-lg border border-line bg-line">
        <Cells figures={figures} />
      </dl>
      <p className="results-links mt-1">
        <MethodLink of="numbers-against-luck">Numbers against luck</MethodLink>
        <MethodLink of="verdict">The verdict</MethodLink>
      </p>
    </Part>
  )
}

function Cells({ figures: { came, forecast, expected, usual, draws, money, wins } }: { figures: Figures }) {
  const most = [...wins].sort((a, b) => b.forecasts - a.forecasts)[0]
  return (
    <>
      <Cell name="Forecast numbers that came" value={`${formatCount(came)} of ${formatCount(forecast)}`}>
        luck gives about {roughly(expected)}, usually {rangeWords(usual)}
      </Cell>
      <Cell
        name={`Share that came in ${draws === 1 ? '1 draw' : `${formatCount(draws)} draws`}`}
        value={percent(came / forecast)}
      >
        luck gives 5.6%, usually {percent(usual.low / forecast)} to {percent(usual.high / forecast)}
      </Cell>
      {money && !money.isTooRare && (
        <Cell name="Back per ₦100 staked" value={formatNaira(roundKobo(money.backPer100))}>
          luck gives about {formatNaira(roundKobo(money.luckPer100))}, usually{' '}
          {formatNaira(roundKobo(money.usualPer100.low))} to {formatNaira(roundKobo(money.usualPer100.high))}
        </Cell>
      )}
      {most && (
        <Cell
          name={`Longest losing run, ${PREDICTION_FORMS[most.form].name}`}
          value={formatCount(most.longestRun)}
        >
          luck gives {runWords(most.runByLuck)}
        </Cell>
      )}
    </>
  )
}

/** `about 23, usually 11 to 41`, or `47` if guessing hardly ever gives another run. */
function runWords({ median, ...usual }: Figures['wins'][number]['runByLuck']): string {
  if (usual.low === usual.high) return rangeWords(usual)
  return `about ${formatCount(median)}, usually ${rangeWords(usual)}`
}

const roundKobo = (kobo: number) => Math.round(kobo / 100) * 100

function Cell({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div className="bg-sheet p-3 text-label leading-tight max-md:last:odd:col-span-full">
      <dt>{name}</dt>
      <dd>
        <b className="block py-0.5 text-xl">{value}</b>
        <span className="text-quiet">{children}</span>
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
            <h3 className="text-name font-bold">{PREDICTION_FORMS[form].name}</h3>
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

const LEAD_CAPTION =
  'Forecasts by the time from their publication to the close. A leaked result would show in the late ones.'
const LEAD_COLUMNS = ['Before the close', 'Forecasts', 'Numbers that came', 'Luck, usually']

/** The numbers that came, by how early the forecast was published. */
export function LeadTimes({ leadTimes }: { leadTimes: Figures['leadTimes'] }) {
  return (
    <Part title="How early" link={<MethodLink of="lead-times">Why it matters</MethodLink>}>
      <DataTable tall={false} caption={LEAD_CAPTION} columns={LEAD_COLUMNS}>
        {leadTimes.map(({ name, forecasts, numbers, came, usual }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{formatCount(forecasts)}</td>
            <td>
              {formatCount(came)} of {formatCount(numbers)}
            </td>
            <td>{rangeWords(usual)}</td>
          </tr>
        ))}
      </DataTable>
    </Part>
  )
}

/** A part of the page with its heading, and a link at the end of the line. */
export function Part({
  title,
  id,
  link,
  children,
}: {
  title: string
  id?: string
  link?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="mt-6">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id={id} className="font-bold">
          {title}
        </h2>
        {link && <span className="text-sm">{link}</span>}
      </div>
      {children}
    </section>
  )
}
