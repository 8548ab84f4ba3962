import { STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { formatDuration, formatInstant, MINUTE, SECOND } from '../../../platform/rules/base/calendar.ts'
import { formatCount } from '../../../platform/rules/base/words.ts'
import { CONTROL_GROUPS, controlLine } from '../../rules/metrics/control-room.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { useNow } from '../../../platform/web/api/use-now.ts'
import { buttonClasses } from '../../../platform/web/ui/button.tsx'
import { DataTable } from '../../../platform/web/ui/data-table.tsx'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { Failure, Loading } from '../../../platform/web/ui/states.tsx'
import { Head } from '../../../platform/web/ui/title.tsx'
import { failureText, useAdminCall } from '../../../people/web/staff/calls.ts'
import { Section } from '../../../people/web/staff/section.tsx'

const STATUS = '/api/admin/status'
const MIB = 1024 * 1024

export const calls = () => [STATUS]

type Status = AnswerOf<'GET /api/admin/status'>
type Line = Status['lines'][number]

/** The control room: what runs, what is wrong, and what an owner does about it. It renews itself while it is visible. */
export default function StatusPage() {
  const { data, error, refetch } = useAdminCall('GET /api/admin/status', STATUS, STAFF_LIMITS.statusMs)
  const now = useNow(STAFF_LIMITS.statusMs)
  return (
    <>
      <Head title="Control room">
        <span className="text-sm text-quiet">{formatInstant(now)}</span>
      </Head>
      {error && (
        <Failure
          text="The figures could not be loaded. If other screens fail, too, call the server’s owner."
          detail={failureText(error)}
          onRetry={refetch}
        />
      )}
      {data ? (
        <div className="space-y-4">
          <ToDo red={data.lines.filter(({ isRed }) => isRed)} of={data} />
          <div className="grid grid-cols-1 items-start gap-x-4 gap-y-3 lg:grid-cols-2">
            {CONTROL_GROUPS.map((group) => (
              <Section key={group} title={group}>
                <dl className="ruled">
                  {data.lines
                    .filter(({ figure }) => controlLine(figure).group === group)
                    .map((line) => (
                      <Figure key={line.figure} line={line} of={data} />
                    ))}
                </dl>
              </Section>
            ))}
          </div>
          <Facts of={data} now={now} />
        </div>
      ) : (
        !error && <Loading />
      )}
    </>
  )
}

/** What an owner does now, for each figure that is wrong. */
function ToDo({ red, of }: { red: readonly Line[]; of: Status }) {
  return (
    <section
      aria-label="What to do now"
      className={`rounded-lg p-3 ${red.length > 0 ? 'bg-error-soft' : 'bg-soft'}`}
    >
      <p role="status" className={`font-bold ${red.length > 0 ? 'text-error' : ''}`}>
        {red.length === 0
          ? 'Everything is in order.'
          : red.length === 1
            ? '1 thing needs you now.'
            : `${red.length} things need you now.`}
      </p>
      <ul>
        {red.map(({ figure, value }) => {
          const { name, does, link, alert } = controlLine(figure)
          return (
            <li key={figure} className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
              <div className="min-w-0 flex-1 basis-64">
                <p className="font-bold">
                  {name}: {amount(figure, value)}
                </p>
                <p className="text-sm">
                  {does}
                  {alert && <span className="text-quiet"> For the server’s owner: {alert}.</span>}
                </p>
                {figure === 'lotto_sweep_steps_failing' && <FailingSteps of={of} />}
              </div>
              {link && (
                <PageLink to={link.to} className={buttonClasses('plain')}>
                  {link.text}
                </PageLink>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function FailingSteps({ of: { failingSteps } }: { of: Status }) {
  return (
    <ul className="text-sm text-error">
      {failingSteps.map(({ name, since, failures }) => (
        <li key={name}>
          <b>{name}</b> has failed since {formatInstant(since)}, {formatCount(failures)} times in a row.
        </li>
      ))}
    </ul>
  )
}

function Figure({ line: { figure, value, isRed }, of }: { line: Line; of: Status }) {
  const { name, most } = controlLine(figure)
  const note = figure === 'closeToPublication' && of.lastDraw
  return (
    <div className="flex min-h-11 items-center justify-between gap-4 py-1.5 text-sm">
      <dt className="min-w-0">
        {name}
        <small className="block text-xs text-quiet">
          {note && `${note}. `}
          {most !== undefined && `At most ${amount(figure, most)}`}
        </small>
      </dt>
      <dd className={`text-right text-base font-bold ${isRed ? 'text-error' : ''}`}>
        {isRed && <span className="visually-hidden">Wrong: </span>}
        {amount(figure, value)}
      </dd>
    </div>
  )
}

function amount(figure: Line['figure'], value: number | null): string {
  if (value === null) {
    if (figure === 'backup') return 'never'
    return controlLine(figure).isEmptyAtFirst ? 'none yet' : 'not known'
  }
  const { unit } = controlLine(figure)
  if (unit === 'percent') return `${value} %`
  if (!unit) return formatCount(value)
  return value * SECOND < MINUTE ? `${Math.round(value)} s` : formatDuration(value * SECOND)
}

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
      `${busy} busy, ${idle} idle, ${waiting} requests wait`,
    ]),
  ]
  return (
    <details>
      <summary className="link flex min-h-11 items-center text-sm">For the server’s owner</summary>
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
    </details>
  )
}
