import { useState } from 'react'
import { formatClock, lagosMinutes } from '../../../platform/rules/base/calendar.ts'
import type { LogReport } from '../../rules/log/verify.ts'
import { formatCount } from '../../../platform/rules/base/words.ts'
import { get } from '../../../platform/web/api/call.ts'
import { serverNow } from '../../../platform/web/api/server-time.ts'
import { SlipLine } from '../../../money/web/slip.tsx'
import { Button } from '../../../platform/web/ui/button.tsx'
import { TextArea } from '../../../platform/web/ui/field.tsx'
import { IconPath } from '../../../platform/web/ui/icon-path.tsx'
import { CHECK, CROSS } from '../../../platform/web/ui/more-icons.ts'
import type { RecordAnswer } from './figures.tsx'
import type { Log } from './log-note.tsx'
import type * as Verifier from '../../../app/web/verify.ts'

type State =
  | { name: 'idle' | 'running' }
  | { name: 'failed'; message: string; isOfKept: boolean }
  | { name: 'done'; report: LogReport; at: number; isLikeSite: boolean | null }

/** About 10 MB, which a cheap phone takes long for. */
const MANY_ENTRIES = 36_000

/** Downloads the log of an address and checks it in this browser, visibly. */
export function CheckRecord({ address, entries, isIndependent }: Log & { address: string }) {
  const [state, setState] = useState<State>({ name: 'idle' })
  const isRunning = state.name === 'running'
  const [kept, setKept] = useState('')
  async function check() {
    setState({ name: 'running' })
    try {
      const texts = kept.trim() === '' ? [] : [`${kept.trim()}\n`]
      // Its answer also tells the time: the document is the same for everyone, and has none.
      const site = await get<'GET /api/public/record'>('/api/public/record')
      const report = await checkRecord(address, texts)
      setState({ name: 'done', report, at: serverNow(), isLikeSite: isLike(site, report) })
    } catch (error) {
      const isOfKept = error instanceof CannotCheck && error.isOfKept
      const message = 'The record could not be downloaded. Please try again with a network.'
      setState({ name: 'failed', message: error instanceof CannotCheck ? error.message : message, isOfKept })
    }
  }
  return (
    <div className="script-only mt-4">
      {entries > MANY_ENTRIES && (
        <p className="mb-2 text-sm">These are more than 10 MB. A computer is faster than a phone.</p>
      )}
      <details className="mb-3" open={state.name === 'failed' && state.isOfKept ? true : undefined}>
        <summary className="link inline-block min-h-11 py-2 font-bold">
          I kept a checkpoint or a receipt
        </summary>
        <TextArea
          label="The whole text that you kept"
          value={kept}
          onChange={(event) => setKept(event.target.value)}
          rows={6}
          spellCheck={false}
          autoCapitalize="off"
          hint="From the record, a mail or a .tlog-proof file. It shows a record that was rebuilt since then."
          error={state.name === 'failed' && state.isOfKept ? state.message : undefined}
        />
      </details>
      <Button className="min-h-13 w-full" disabled={isRunning} onClick={() => void check()}>
        {isRunning ? 'Checking …' : `Check all ${formatCount(entries)} entries`}
      </Button>
      {isRunning && <progress className="mt-3 h-3 w-full accent-brand" aria-label="The check runs" />}
      {state.name === 'failed' && !state.isOfKept && (
        <p role="alert" className="mt-3 text-error">
          {state.message}
        </p>
      )}
      {state.name === 'done' && <Done {...state} isIndependent={isIndependent} />}
    </div>
  )
}

function Done({
  report,
  at,
  isLikeSite,
  isIndependent,
}: Extract<State, { name: 'done' }> & Pick<Log, 'isIndependent'>) {
  const { problems, notices, entries, forecasts, counts } = report
  const isCorrect = problems.length === 0 && isLikeSite !== false
  const seen = forecasts.filter(({ isWitnessedInTime }) => isWitnessedInTime).length
  const minutes = lagosMinutes(at)
  return (
    <>
      <div role="status" className={`checked mt-3 ${isCorrect ? 'bg-soft' : 'bg-error-soft'}`}>
        <span className={isCorrect ? 'bg-brand text-on-brand' : 'bg-error text-sheet'}>
          <IconPath path={isCorrect ? CHECK : CROSS} size={24} />
        </span>
        <p>
          <b>{isCorrect ? 'The record is correct' : 'The record is not correct'}</b>
          {`${formatCount(entries)} entries checked on this phone, ${formatClock(minutes)}`}
        </p>
      </div>
      {isLikeSite === false && (
        <p className="mt-2 font-bold text-error">The log has other totals than the record’s page.</p>
      )}
      <Sentences title="What is wrong" findings={problems} isOpen />
      <dl className="slip mt-2">
        <SlipLine name="Forecasts">{formatCount(forecasts.length)}</SlipLine>
        <SlipLine name="Scored">{formatCount(counts.scored)}</SlipLine>
        <SlipLine name="Withdrawn before the lock">{formatCount(counts.withdrawn)}</SlipLine>
        <SlipLine name="After the lock, never scored">{formatCount(counts['after-lock'])}</SlipLine>
        <SlipLine name="Void">{formatCount(counts.void)}</SlipLine>
        <SlipLine
          name={
            isIndependent ? 'Seen by witnesses before the lock' : 'Seen by our own witness before the lock'
          }
        >
          {formatCount(seen)}
        </SlipLine>
        <SlipLine name="The same totals as the record’s page">
          {isLikeSite === null ? 'Not compared' : isLikeSite ? 'Yes' : 'No'}
        </SlipLine>
      </dl>
      <Sentences title="What an honest site can cause, too" findings={notices} />
    </>
  )
}

/** Findings to show; one changed entry can break many rules. */
const SHOWN = 20

const sentenceOf = ({ check, index, message }: LogReport['problems'][0]) =>
  `${index === null ? '' : `Entry ${formatCount(index)}: `}${message} (${check})`

function Sentences({
  title,
  findings,
  isOpen,
}: {
  title: string
  findings: LogReport['problems']
  isOpen?: boolean
}) {
  if (findings.length === 0) return null
  return (
    <details className="mt-2" open={isOpen}>
      <summary className="link inline-block min-h-11 py-2 font-bold">
        {title} ({formatCount(findings.length)})
      </summary>
      <ul className="ruled">
        {[...new Set(findings.map(sentenceOf))].slice(0, SHOWN).map((sentence) => (
          <li key={sentence} className="py-2 text-sm wrap-anywhere">
            {sentence}
          </li>
        ))}
        {findings.length > SHOWN && (
          <li className="py-2 text-sm">and {formatCount(findings.length - SHOWN)} more</li>
        )}
      </ul>
    </details>
  )
}

/** Whether the record's page has the totals of the log; null if the log has grown meanwhile. */
function isLike(
  { log, counts: site }: RecordAnswer,
  { entries, forecasts, counts }: LogReport,
): boolean | null {
  if (log.entries !== entries) return null
  const own = [forecasts.length, counts.scored, counts.withdrawn, counts['after-lock'], counts.void]
  return String(own) === String([site.published, site.scored, site.withdrawn, site.afterLock, site.void])
}

const VERIFIER = '/verify.mjs'

/** What cannot be checked, in a sentence. */
class CannotCheck extends Error {
  // No initial values: compiled for the oldest browsers, they need a helper that is larger than the class.
  /** The reason is what the reader kept. */
  declare readonly isOfKept: boolean
  constructor(message: string, isOfKept = false) {
    super(message)
    this.isOfKept = isOfKept
  }
}

/**
 * Downloads the whole log and checks it in this browser.
 *
 * @param address of the log on this host
 * @param kept checkpoints and receipts of the reader
 * @throws CannotCheck, or another error for a network that fails
 */
async function checkRecord(address: string, kept: readonly string[]): Promise<LogReport> {
  // In this order, no later file knows fewer entries; what was added meanwhile is cut off.
  const cosigned = await text(`${address}/cosigned.jsonl`)
  const current = await text(`${address}/checkpoint`)
  const [record, texts] = await Promise.all([text(`${address}/record.jsonl`), text(`${address}/texts.jsonl`)])
  const input: Verifier.VerifierInput = {
    record: `${record.split('\n', Number(current.split('\n')[1])).join('\n')}\n`,
    current,
    kept,
    cosigned: cosigned
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as string),
    texts,
    now: serverNow(),
  }
  return await inWorker(input)
}

async function text(address: string): Promise<string> {
  const response = await fetch(address)
  if (!response.ok) throw new CannotCheck(`The server did not send ${address}. Please try again in a moment.`)
  return await response.text()
}

/** Runs the verifier without a Worker: the page answers nothing meanwhile. */
async function inPage(input: Verifier.VerifierInput): Promise<LogReport> {
  const message = 'This browser cannot run the check. Update it, or use a computer.'
  const verifier = await (import(/* @vite-ignore */ VERIFIER) as Promise<typeof Verifier>).catch(() => {
    throw new CannotCheck(message)
  })
  return verifier.verify(input).catch((error: Error & { isOfKept?: boolean }) => {
    throw new CannotCheck(error.message, error.isOfKept)
  })
}

function inWorker(input: Verifier.VerifierInput): Promise<LogReport> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(VERIFIER, { type: 'module' })
    const end = (run: () => void) => {
      worker.terminate()
      run()
    }
    worker.addEventListener('message', ({ data }: MessageEvent<Verifier.WorkerAnswer>) => {
      const { report, error, isOfKept } = data
      if (report) end(() => resolve(report))
      else end(() => reject(new CannotCheck(error ?? '', isOfKept)))
    })
    // A browser without module workers (Firefox before 114), or a file that did not arrive.
    worker.addEventListener('error', () => end(() => resolve(inPage(input))))
    // The rule is about windows: a Worker has no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(input)
  })
}
