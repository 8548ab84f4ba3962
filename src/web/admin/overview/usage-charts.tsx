import { capitalised, formatDate } from '../../../domain/calendar.ts'
import { formatCount } from '../../../domain/money.ts'
import type { UsagePage, UsageSource } from '../../../domain/usage.ts'
import type { AnswerOf } from '../../api/call.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Failure } from '../../ui/states.tsx'
import { failureText, useAdminCall } from '../calls.ts'
import { Section } from '../section.tsx'
import { Bars } from './bars.tsx'

export const USAGE = '/api/admin/usage'
/** The charts show whole days. */
const REFRESH_INTERVAL_MS = 10 * 60_000

type Usage = AnswerOf<'GET /api/admin/usage'>
type Figure = Exclude<keyof Usage['days'][number], 'date'>

/** What people do, from our own counts, and whether they pay, from the payments. */
export function UsageCharts() {
  const { data, error, refetch } = useAdminCall('GET /api/admin/usage', USAGE, REFRESH_INTERVAL_MS)
  if (!data)
    return error ? (
      <Failure text="The usage charts could not be loaded." detail={failureText(error)} onRetry={refetch} />
    ) : null
  const { days } = data
  const sumOf = (figure: Figure) => days.reduce((sum, day) => sum + day[figure], 0)
  const [visits, views, signUps, paid, forecasts] = (
    ['visits', 'views', 'signUps', 'firstPayments', 'forecasts'] as const
  ).map(sumOf) as [number, number, number, number, number]
  const now = days[days.length - 1]!
  return (
    <>
      <h2 className="pt-2 font-bold">Usage in {days.length} days</h2>
      <div className="grid grid-cols-1 items-start gap-x-4 gap-y-3 lg:grid-cols-2">
        <DayBars
          of={days}
          title="Visits by day"
          summary={`${countOf(visits, 'visit', 'visits')}, ${countOf(views, 'page viewed', 'pages viewed')}.`}
          figures={{ visits: 'Visits', views: 'Pages viewed' }}
        />
        <DayBars
          of={days}
          title="First payments by day"
          summary={`${countOf(paid, 'person', 'people')} paid for the first time; ${countOf(signUps, 'sign-up', 'sign-ups')}; ${countOf(visits, 'visit', 'visits')}.`}
          figures={{ firstPayments: 'First payments', signUps: 'Sign-ups', visits: 'Visits' }}
        />
        <DayBars
          of={days}
          title="Pro plans by day"
          summary={`${formatCount(now.pro)} Pro and ${formatCount(now.basic)} Basic now. A person with both counts in both.`}
          figures={{ pro: 'Pro', basic: 'Basic' }}
        />
        <DayBars
          of={days}
          title="Forecasts opened by day"
          summary={`${countOf(forecasts, 'view', 'views')} of pages with forecasts.`}
          figures={{ forecasts: 'Views' }}
        />
        <Counts
          title="Where visits come from"
          columns={['Source', 'Visits']}
          rows={data.sources.map(({ source, visits }) => [SOURCE_NAMES[source], visits])}
        />
        <Counts
          title="Most viewed pages"
          columns={['Page', 'Views']}
          rows={data.pages.map(({ page, views }) => [pageName(page), views])}
        />
      </div>
      <p className="text-xs text-quiet">
        Pages are counted by hour, without who opened them. Staff and programs are not counted.
      </p>
    </>
  )
}

const countOf = (n: number, one: string, many: string) => `${formatCount(n)} ${n === 1 ? one : many}`

/** Bars of the first figure; the table has them all. */
function DayBars({
  of,
  title,
  summary,
  figures,
}: {
  of: Usage['days']
  title: string
  summary: string
  figures: Partial<Record<Figure, string>>
}) {
  const keys = Object.keys(figures) as Figure[]
  return (
    <Bars
      title={title}
      summary={summary}
      columns={['Day', ...Object.values(figures)]}
      bars={of.map((day) => ({
        name: formatDate(day.date),
        value: day[keys[0]!],
        cells: keys.map((key) => formatCount(day[key])),
      }))}
    />
  )
}

function Counts({
  title,
  columns,
  rows,
}: {
  title: string
  columns: [string, string]
  rows: [name: string, n: number][]
}) {
  return (
    <Section title={title}>
      {rows.length === 0 ? (
        <p className="text-quiet">Nothing was counted yet.</p>
      ) : (
        <DataTable caption={title} captionHidden label={`${title}, table`} columns={columns} tall={false}>
          {rows.map(([name, n]) => (
            <tr key={name}>
              <th scope="row" className="font-normal">
                {name}
              </th>
              <td>{formatCount(n)}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </Section>
  )
}

const SOURCE_NAMES: Record<UsageSource, string> = {
  own: 'This site',
  direct: 'Typed, bookmarked or from an app',
  search: 'Search engines',
  social: 'Social networks',
  messenger: 'Messengers',
  site: 'Other sites',
}

/** `pastResults` is "Past results". */
const pageName = (page: UsagePage) =>
  capitalised(page.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
