import type { ReactNode } from 'react'
import {
  addDays,
  capitalised,
  dayOf,
  formatDate,
  formatDayMonth,
  formatMonth,
  type LagosDate,
  lagosDate,
} from '../../../platform/rules/base/calendar.ts'
import { formatCount, formatNaira } from '../../../platform/rules/base/words.ts'
import { BILLING_LIMITS } from '../../rules/limits.ts'
import { channelName } from '../../rules/payments.ts'
import { PAID_PLANS, type PaidPlan, PLANS } from '../../../platform/rules/access/plans.ts'
import { DataTable } from '../../../platform/web/ui/data-table.tsx'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { GROWTH, paymentPath } from './addresses.ts'
import type { Money } from './money-page.tsx'
import { itemAt } from '../../../platform/rules/base/lists.ts'

/** Columns of amounts end at the right. */
const RIGHT = '[&_td]:text-right! [&_thead_th:not(:first-child)]:text-right! [&_td]:font-fig'

type Income = Money['income'][number]

const HIGHEST_FIRST = [...PAID_PLANS].reverse()
const koboOf = (rows: readonly Income[], plan?: PaidPlan) =>
  rows.filter((row) => !plan || row.plan === plan).reduce((sum, { kobo }) => sum + kobo, 0)
/** Naira without their sign, because a heading names them. */
const plain = (kobo: number) => formatNaira(kobo).replace('₦', '')

function Card({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className={`rounded-lg border border-line bg-sheet p-3 ${wide ? 'lg:col-span-2' : ''}`}
    >
      <h2 className="mb-1.5 font-bold">{title}</h2>
      {children}
    </section>
  )
}

const None = () => <p className="text-sm text-quiet">None in this period.</p>

/** The income of each day, or of each month of a long period, by its name. */
function bucketsOf({ income, from, to }: Money): [name: string, rows: Income[]][] {
  const days = Array.from({ length: dayOf(to) - dayOf(from) + 1 }, (_, i) => addDays(from, i))
  const nameOf = days.length > BILLING_LIMITS.barDays ? formatMonth : formatDayMonth
  const names = [...new Set(days.map(nameOf))]
  return names.map((name) => [name, income.filter(({ day }) => nameOf(day) === name)])
}

/** `1 Nov`, or `8` in the month of the first mark; `Nov 2026` for a month. */
function markOf(name: string, first: string): string {
  const [word = '', day = '', month] = name.split(' ')
  if (month === undefined) return `${word.slice(0, 3)} ${day}`
  return name !== first && first.endsWith(month) ? day : `${day} ${month}`
}

/** Income by day as bars, plan above plan, and as a table. */
export function ByDay({ money }: { money: Money }) {
  const buckets = bucketsOf(money)
  const [best] = [...buckets].sort((a, b) => koboOf(b[1]) - koboOf(a[1]))
  const most = koboOf(best?.[1] ?? [])
  if (!best || most === 0)
    return (
      <Card title="By day">
        <None />
      </Card>
    )
  const marks = [0, 1, 2, 3].map((i) => itemAt(buckets, Math.round((i * (buckets.length - 1)) / 3))[0])
  return (
    <Card title="By day">
      <svg
        role="img"
        aria-label={`Income by day, highest ${formatNaira(most)} on ${best[0]}`}
        viewBox={`0 0 ${buckets.length} 100`}
        preserveAspectRatio="none"
        className="block h-36 w-full border-b border-edge md:h-52"
      >
        {buckets.map(([name, rows], i) => {
          let top = 100
          return HIGHEST_FIRST.map((plan) => {
            const height = (100 * koboOf(rows, plan)) / most
            top -= height
            const colour = plan === 'pro' ? 'fill-brand' : 'fill-edge'
            return (
              <rect
                key={`${name} ${plan}`}
                x={i + 0.07}
                y={top}
                width={0.86}
                height={height}
                className={colour}
              />
            )
          })
        })}
      </svg>
      <div className="flex justify-between pt-1 text-xs text-quiet" aria-hidden="true">
        {[...new Set(marks)].map((name) => (
          <span key={name}>{markOf(name, itemAt(marks, 0))}</span>
        ))}
      </div>
      <p className="flex gap-4 pt-2 text-xs text-quiet" aria-hidden="true">
        {HIGHEST_FIRST.map((plan) => (
          <span key={plan} className="inline-flex items-center gap-1.5">
            <i className={`size-3 rounded-xs ${plan === 'pro' ? 'bg-brand' : 'bg-edge'}`} />
            {PLANS[plan].name}
          </span>
        ))}
      </p>
      <details>
        <summary className="link inline-flex min-h-11 items-center text-sm">as a table</summary>
        <Sums caption="Income by day" first="Day" rows={buckets} />
      </details>
    </Card>
  )
}

/** Naira by plan, a line for each group, and their sum. */
function Sums({ caption, first, rows }: { caption: string; first: string; rows: [string, Income[]][] }) {
  const all = rows.flatMap(([, of]) => of)
  const lines: [string, Income[]][] = [...rows.filter(([, of]) => of.length > 0), ['All', all]]
  const columns = [first, ...HIGHEST_FIRST.map((plan) => PLANS[plan].name), 'All']
  return (
    <DataTable caption={caption} captionHidden columns={columns} tall={false} className={RIGHT}>
      {lines.map(([name, of], i) => (
        <tr key={name} className={i === lines.length - 1 ? 'font-bold' : ''}>
          <th scope="row">{name}</th>
          {HIGHEST_FIRST.map((plan) => (
            <td key={plan}>{plain(koboOf(of, plan))}</td>
          ))}
          <td>{plain(koboOf(of))}</td>
        </tr>
      ))}
    </DataTable>
  )
}

export function ByChannel({ money: { income } }: { money: Money }) {
  const nameOf = ({ channel }: Income) => (channel ? capitalised(channelName(channel)) : 'Unknown')
  const names = [...new Set(income.map(nameOf))]
  const sumOf = (name: string) => koboOf(income.filter((row) => nameOf(row) === name))
  const rows = names
    .sort((a, b) => sumOf(b) - sumOf(a))
    .map((name): [string, Income[]] => [name, income.filter((row) => nameOf(row) === name)])
  return (
    <Card title="By plan and channel">
      {rows.length === 0 ? (
        <None />
      ) : (
        <Sums caption="Income by plan and channel, in naira" first="Channel" rows={rows} />
      )}
    </Card>
  )
}

/** Refunds and lost disputes, newest first. */
export function Returns({ money: { returns } }: { money: Money }) {
  return (
    <Card title="Refunds and lost disputes">
      {returns.length === 0 && <None />}
      <ul className="divide-y divide-line">
        {[...returns].reverse().map(({ at, reference, plan, kobo, reason }) => (
          <li key={`${reference} ${at}`}>
            <PageLink
              to={paymentPath(reference)}
              className="flex min-h-11 justify-between gap-3 py-2 text-sm"
            >
              <span>
                {PLANS[plan].name} {formatNaira(kobo)}
                <small className="block text-quiet">
                  {formatDate(lagosDate(at))}, {reason}
                </small>
              </span>
              <b>returned</b>
            </PageLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** What Paystack says that it paid out. A difference from our payments is an alarm. */
export function Payouts({ money: { payouts } }: { money: Money }) {
  return (
    <Card title="Payouts of Paystack">
      {payouts.length === 0 ? (
        <None />
      ) : (
        <DataTable
          caption="Payouts of Paystack, in naira"
          captionHidden
          tall={false}
          className={RIGHT}
          columns={['Day', 'Charged', 'Fees', 'Deducted', 'Paid out']}
        >
          {payouts.map(({ id, day, status, processedKobo, feesKobo, deductedKobo, paidOutKobo }) => (
            <tr key={id}>
              <th scope="row">
                {formatDayMonth(day)}
                {status !== 'success' && `, ${status}`}
              </th>
              <td>{plain(processedKobo)}</td>
              <td>{plain(feesKobo)}</td>
              <td>{plain(deductedKobo)}</td>
              <td>{plain(paidOutKobo)}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </Card>
  )
}

/** People by month, newest first, with a line of those who paid at each month's end. */
export function GrowthCard({ months: all }: AnswerOf<'GET /api/admin/growth'>) {
  const first = all.findIndex(({ month: _month, ...counts }) =>
    Object.values(counts).some((count) => count > 0),
  )
  const months = all.slice(Math.max(0, Math.min(first, all.length - 2)))
  const nameOf = (month: LagosDate) => formatMonth(month).replace(/^(...)\w*/, '$1')
  const most = Math.max(...months.map(({ paying }) => paying))
  const points = months.map(({ paying }, i) => `${i},${100 - (96 * paying) / (most || 1)}`).join(' ')
  const now = itemAt(months, months.length - 1)
  const percent = (part: number, all: number) => (all === 0 ? '–' : `${Math.round((100 * part) / all)} %`)
  return (
    <Card title="Players by month" wide>
      <p className="text-sm">
        {formatCount(now.paying)} pay now
        {most > now.paying && `, at most ${formatCount(most)} at the end of a month`}.
      </p>
      <svg
        viewBox={`0 0 ${months.length - 1} 100`}
        preserveAspectRatio="none"
        className="block h-24 w-full border-b border-edge"
        aria-hidden="true"
      >
        <polyline
          points={points}
          className="fill-none stroke-brand stroke-2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div className="flex justify-between py-1 text-xs text-quiet" aria-hidden="true">
        <span>{nameOf(itemAt(months, 0).month)}</span>
        <span>{nameOf(now.month)}</span>
      </div>
      <DataTable
        caption="People of each month"
        captionHidden
        className={RIGHT}
        columns={['Month', 'Signed up', 'Of them paid', 'First paid', 'Paying', 'Renewed', 'Lost', 'Rate']}
      >
        {[...months].reverse().map(({ month, signedUp, paidSince, newPayers, paying, renewed, lost }) => (
          <tr key={month}>
            <th scope="row" className="whitespace-nowrap">
              {nameOf(month)}
            </th>
            <td>{formatCount(signedUp)}</td>
            <td>{percent(paidSince, signedUp)}</td>
            <td>{formatCount(newPayers)}</td>
            <td>{formatCount(paying)}</td>
            <td>{formatCount(renewed)}</td>
            <td>{formatCount(lost)}</td>
            <td>{percent(renewed, renewed + lost)}</td>
          </tr>
        ))}
      </DataTable>
      <p className="text-sm text-quiet">
        Paid by card, transfer or voucher. Lost: nothing more was paid within 7 days after the end. Rate:
        renewed of all that ended.
      </p>
      <a href={`${GROWTH}/export`} download className="link inline-flex min-h-11 items-center text-sm">
        Download CSV
      </a>
    </Card>
  )
}
