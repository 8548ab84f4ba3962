import { useCallback, useRef, useState, type ReactNode } from 'react'
import { STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { clockOf, formatDate, formatDuration, lagosDate } from '../../../platform/rules/base/calendar.ts'
import { hasRight } from '../../../platform/rules/access/staff-roles.ts'
import { useMe } from '../../../platform/web/access/me.ts'
import { Ruled, Disclosure } from '../../../people/web/staff/ruled.tsx'
import { useAnswerCache } from '../../../platform/web/api/use-call.ts'
import { useNow } from '../../../platform/web/api/use-now.ts'
import { SampleTag } from '../sample-note.tsx'
import { Failure, Loading } from '../../../platform/web/ui/states.tsx'
import { Head } from '../../../platform/web/ui/title.tsx'
import { failureText, useAdminCall, sendAdminCall } from '../../../people/web/staff/calls.ts'
import { DESK, FILTERS, GAPS, listAddress } from './addresses.ts'
import { DeskForm } from './desk.tsx'
import { lacksMachine } from './draw-notes.tsx'
import { Gaps } from './gaps.tsx'
import { type Deleted, UndoBars } from './undo-bars.tsx'
import { DrawsList } from './draws-list.tsx'
import { type DeskDay, blankEntry, deskLines } from './entry.ts'
import { useBoxInput } from './use-box-input.ts'
import { useDesk, type Desk } from './use-desk.ts'
import { type DeskLine, deskState } from '../../rules/desk.ts'
import { Banner } from '../../../platform/web/ui/banner.tsx'
import { Button } from '../../../platform/web/ui/button.tsx'
import type { Notice } from './use-entry.ts'

export const parameters = FILTERS

export const calls = (search: URLSearchParams) => [DESK, listAddress(search), GAPS]

/** My Results: the form for the next due draw, what is due, and the list of all draws. */
export default function ResultsPage() {
  const { data, error, refetch } = useAdminCall('GET /api/admin/desk', DESK, STAFF_LIMITS.deskMs)
  const now = useNow(30_000)
  return (
    <>
      <Head title="My Results">
        <span className="text-sm text-quiet">{formatDate(lagosDate(now))}</span>
        {data?.samples && <SampleTag />}
      </Head>
      {data ? (
        <Results today={data} />
      ) : error ? (
        <Failure text={failureText(error)} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </>
  )
}

function Results({ today }: { today: DeskDay }) {
  const grid = useRef<HTMLDivElement>(null)
  const [version, setVersion] = useState(0)
  const cache = useAnswerCache()
  /** Fetches today and the gaps again, and drops the cached other days. Resolves when the screen shows them. */
  const askDays = useCallback(
    () => cache.renew((address) => address.startsWith(DESK) || address.startsWith(GAPS)),
    [cache],
  )
  const onSaved = useCallback(() => {
    setVersion((before) => before + 1)
    return askDays()
  }, [askDays])
  const desk = useDesk(today, grid, onSaved)
  const [deleted, setDeleted] = useState<readonly Deleted[]>([])
  const input = useBoxInput(desk, today, onSaved)
  return (
    <div className="desk-page contents">
      <div className="grid grid-cols-1 items-start gap-3 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_18.75rem]">
        <div className="space-y-3">
          <DeskForm desk={desk} input={input} today={today} grid={grid} />
          <UndoBars
            desk={desk}
            today={today}
            deleted={deleted}
            onChanged={onSaved}
            onEnd={({ draw }, isRestored) => {
              setDeleted((all) => all.filter((one) => one.draw.id !== draw.id))
              if (isRestored) void onSaved()
            }}
          />
        </div>
        <div className="space-y-3">
          <DueList desk={desk} today={today} />
          <Ruled>
            <li>
              <Gaps desk={desk} today={today} onSaved={onSaved} />
            </li>
            <Samples today={today} onChanged={() => void onSaved()} />
          </Ruled>
        </div>
      </div>
      <DrawsList
        desk={desk}
        today={today}
        version={version}
        onChanged={() => void askDays()}
        onDeleted={(one) => {
          setDeleted((all) => [...all.filter(({ draw }) => draw.id !== one.draw.id), one])
          void onSaved()
        }}
      />
    </div>
  )
}

const LOOKS = {
  late: 'text-error',
  due: 'text-warn',
  coming: 'text-quiet',
  entered: 'text-brand',
  sample: 'text-quiet',
}

function stateText(line: DeskLine, now: number): string {
  const { closesAt, expectedAt } = line.schedule!
  switch (deskState(line, now)) {
    case 'late':
      return `Late by ${formatDuration(now - expectedAt)}`
    case 'due':
      return 'Due'
    case 'coming':
      return `in ${formatDuration(closesAt - now)}`
    case 'entered':
      return 'Entered'
    case 'sample':
      return 'Sample result'
  }
}

/** Whether a draw of today was entered without its machine numbers. */
const lacksMachineOf = ({ game, record }: DeskLine, { games }: DeskDay) => {
  const draw = games.find(({ key }) => key === game)?.draw
  return record === 'real' && !!draw && lacksMachine(draw)
}

const heldOf = ({ game, date }: DeskLine, { held }: DeskDay) =>
  held.find((one) => one.game === game && one.date === date)

/** Today's draws by closing time with their state; below them the missing draws of the days before. */
function DueList({ desk, today }: { desk: Desk; today: DeskDay }) {
  const lines = deskLines(today)
  return (
    <section aria-labelledby="due" className="rounded-lg border border-line bg-sheet p-3">
      <h2 id="due" className="font-bold">
        Due today
      </h2>
      {lines.length === 0 && <p className="text-sm text-quiet">No game draws today.</p>}
      <ul className="mt-1.5">
        {lines.map((line) => (
          <DueLine key={line.game} desk={desk} line={line}>
            <span className="text-quiet">{clockOf(line.schedule!.closesAt)}</span>
            <span className="min-w-0 flex-1">{desk.nameOf(line.game)}</span>
            {heldOf(line, today) ? (
              <span className="text-xs font-bold text-quiet">Publishing</span>
            ) : lacksMachineOf(line, today) ? (
              <span className="text-xs font-bold text-warn">Machine missing</span>
            ) : (
              <span className={`text-xs font-bold ${LOOKS[deskState(line, desk.now)]}`}>
                {stateText(line, desk.now)}
              </span>
            )}
          </DueLine>
        ))}
      </ul>
      {desk.missing.length > 0 && (
        <details className="mt-1.5 border-t border-line">
          <summary className="link flex min-h-11 items-center px-2 text-sm">
            Not entered on the days before: {desk.missing.length}
          </summary>
          <ul>
            {desk.missing.map((line) => (
              <DueLine key={`${line.game} ${line.date}`} desk={desk} line={line}>
                <span className="min-w-0 flex-1">{desk.nameOf(line.game)}</span>
                <span className="text-quiet">{formatDate(line.date)}</span>
              </DueLine>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

/** Opens a draw in the form. The one that is open is marked. */
function DueLine({
  desk,
  line,
  children,
}: {
  desk: Desk
  line: { game: string; date: string }
  children: ReactNode
}) {
  const isOpen = desk.entry.game === line.game && desk.entry.date === line.date
  return (
    <li>
      <button
        type="button"
        aria-current={isOpen || undefined}
        className={`flex min-h-11 w-full items-center gap-2 rounded-md px-2 text-left text-sm ${isOpen ? 'bg-soft font-bold' : ''}`}
        onClick={() => desk.choose(blankEntry(line.game, line.date))}
      >
        {children}
      </button>
    </li>
  )
}

/** The removal of the samples. */
function Samples({ today, onChanged }: { today: DeskDay; onChanged: () => void }) {
  const [notice, setNotice] = useState<Notice | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const me = useMe()
  const isOwner = !!me && hasRight(me, 'operate')

  async function removeSamples() {
    setBusy(true)
    try {
      const { removed } = await sendAdminCall('POST /api/admin/samples/remove', { body: { confirm: true } })
      setConfirming(false)
      setNotice({ kind: 'good', text: `${removed} sample draws are removed.` })
      onChanged()
    } catch (error) {
      setNotice({ kind: 'bad', text: failureText(error) })
    } finally {
      setBusy(false)
    }
  }

  if (!today.samples && !notice) return null
  return (
    <li>
      <Disclosure line={<span className="font-bold">Sample draws</span>}>
        {notice && <Banner kind={notice.kind}>{notice.text}</Banner>}
        {today.samples && !isOwner && (
          <p className="mt-3 text-sm text-quiet">Only owners remove the sample draws.</p>
        )}
        {today.samples && isOwner && (
          <div className="mt-3">
            {!isConfirming && (
              <Button kind="plain" onClick={() => setConfirming(true)}>
                Remove sample draws
              </Button>
            )}
            {isConfirming && (
              <div role="alert" className="rounded-lg bg-error-soft p-3">
                <p className="font-bold text-error">
                  Remove every sample draw, forecast and payment? Only real data stays, and no samples are
                  added again.
                </p>
                <div className="mt-2 flex flex-wrap gap-2">
                  <Button disabled={busy} onClick={() => void removeSamples()}>
                    Remove them
                  </Button>
                  <Button kind="plain" onClick={() => setConfirming(false)}>
                    Keep them
                  </Button>
                </div>
              </div>
            )}
          </div>
        )}
      </Disclosure>
    </li>
  )
}
