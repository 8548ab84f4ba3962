import { formatDuration, formatInstant } from '../../../domain/base/calendar.ts'
import { formatCount } from '../../../domain/base/words.ts'
import type { AnswerOf } from '../../api/call.ts'
import { useNow } from '../../api/use-now.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Failure, Loading } from '../../ui/states.tsx'
import { Head } from '../../ui/title.tsx'
import { failureText, useAdminCall } from '../calls.ts'
import { Section } from '../section.tsx'

const STATUS = '/api/admin/status'
const REFRESH_INTERVAL_MS = 15_000
const MIB = 1024 * 1024

export const calls = () => [STATUS]

type Status = AnswerOf<'GET /api/admin/status'>
type Check = Status['checks'][number]

/** Whether the system is in order, for staff who look before they call the operator. */
export default function StatusPage() {
  const { data, error, refetch } = useAdminCall('GET /api/admin/status', STATUS, REFRESH_INTERVAL_MS)
  const now = useNow(30_000)
  return (
    <>
      <Head title="Status">
        <span className="text-sm text-quiet">{formatInstant(now)}</span>
      </Head>
      {data ? (
        <div className="space-y-4">
          <Verdict of={data} />
          <Section title="Checks">
            <DataTable
              caption="Checks"
              captionHidden
              label="Checks, table"
              columns={['Check', 'State', 'Now', 'At most']}
              tall={false}
            >
              {data.checks.map((check) => (
                <tr key={check.alert}>
                  <th scope="row" className="font-normal">
                    {check.name}
                  </th>
                  <td className={`font-bold ${check.isOk ? 'text-brand' : 'text-error'}`}>
                    {check.isOk ? 'In order' : check.alert}
                  </td>
                  <td className="whitespace-nowrap">{amount(check, check.value)}</td>
                  <td className="whitespace-nowrap">{amount(check, check.most)}</td>
                </tr>
              ))}
            </DataTable>
            <p className="mt-1 text-sm text-quiet">
              The name of a failed check is its heading in the operators’ handbook, docs/operations.md, which
              says what to do.
            </p>
          </Section>
          <Facts of={data} now={now} />
        </div>
      ) : error ? (
        <Failure text="The status could not be loaded." detail={failureText(error)} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </>
  )
}

function Verdict({ of: { checks, database } }: { of: Status }) {
  const failed = checks.filter(({ isOk }) => !isOk).length + (database.isWritable ? 0 : 1)
  return (
    <p
      role="status"
      className={`rounded-lg p-3 font-bold ${failed ? 'bg-error-soft text-error' : 'bg-soft text-ink'}`}
    >
      {failed === 0
        ? 'Everything is in order.'
        : failed === 1
          ? '1 check failed.'
          : `${failed} checks failed.`}
    </p>
  )
}

const amount = ({ unit }: Check, value: number) =>
  unit === 'count' ? formatCount(value) : value < 60 ? `${Math.round(value)} s` : formatDuration(value * 1000)

/** The database, and the process that answered. Other processes may run another release. */
function Facts({ of: { database, process }, now }: { of: Status; now: number }) {
  const facts: [name: string, value: string][] = [
    ['Database', `Postgres ${database.version}, ${formatCount(Math.ceil(database.bytes / MIB))} MiB`],
    ['Writes', database.isWritable ? 'open' : 'closed: the disk of the database is full'],
    [
      'Release of this process',
      `${process.version}, ${process.build.slice(0, 8)}, Node ${process.node.slice(1)}`,
    ],
    ['Running for', formatDuration(now - process.startedAt)],
    ['Memory', `${formatCount(Math.ceil(process.memoryBytes / MIB))} MiB`],
    ['Open live streams', formatCount(process.streams)],
    ...process.pools.map(({ name, busy, idle, waiting }): [string, string] => [
      `Connections, ${name}`,
      `${busy} busy, ${idle} idle, ${waiting} waited for`,
    ]),
  ]
  return (
    <Section title="Database and process">
      <DataTable
        caption="Database and process"
        captionHidden
        label="Database and process, table"
        columns={['What', 'Now']}
        tall={false}
      >
        {facts.map(([name, value]) => (
          <tr key={name}>
            <th scope="row" className="font-normal">
              {name}
            </th>
            <td>{value}</td>
          </tr>
        ))}
      </DataTable>
    </Section>
  )
}
