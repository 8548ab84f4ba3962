import { useState } from 'react'
import { PREDICTION_LIMITS } from '../../rules/predictions.ts'
import { clockOf } from '../../../platform/rules/base/calendar.ts'
import { opensslCommand, readHeads, stampFile } from '../../rules/log/stamps.ts'
import { formatCount } from '../../../platform/rules/base/words.ts'
import { get } from '../../../platform/web/api/call.ts'
import { serverNow } from '../../../platform/web/api/server-time.ts'
import { Button } from '../../../platform/web/ui/button.tsx'
import { TextArea } from '../../../platform/web/ui/field.tsx'
import { IconPath } from '../../../platform/web/ui/icon-path.tsx'
import { CHECK, CROSS } from '../../../platform/web/ui/more-icons.ts'
import { Command } from './command.tsx'
import type { RecordAnswer } from './figures.tsx'
import type { Log } from './log-note.tsx'
import type * as Verifier from '../../../app/web/verify.ts'

type Report = Verifier.VerifierReport

type State =
  | { name: 'idle' | 'running' }
  | { name: 'failed'; message: string; isOfKept: boolean }
  | { name: 'done'; checked: Checked; at: number; isLikeSite: boolean | null }

/** Downloads the record of an address and checks it in this browser, visibly. */
export function CheckRecord({ address, entries }: Log & { address: string }) {
  const [state, setState] = useState<State>({ name: 'idle' })
  const isRunning = state.name === 'running'
  const [kept, setKept] = useState('')
  async function check() {
    setState({ name: 'running' })
    try {
      // Its answer also tells the time: the document is the same for everyone, and has none.
      const site = await get<'GET /api/public/record'>('/api/public/record')
      const checked = await checkRecord(address, kept.trim() === '' ? [] : [kept])
      setState({ name: 'done', checked, at: serverNow(), isLikeSite: isLike(site, checked.report) })
    } catch (error) {
      const isOfKept = error instanceof CannotCheck && error.isOfKept
      const message = 'The record could not be downloaded. Please try again with a network.'
      setState({
        name: 'failed',
        message: error instanceof CannotCheck ? asRead(error.message) : message,
        isOfKept,
      })
    }
  }
  return (
    <div className="script-only mt-4">
      {entries > PREDICTION_LIMITS.manyEntries && (
        <p className="mb-2 text-sm">The record has more than 10 MB. A computer is faster than a phone.</p>
      )}
      <details className="mb-3" open={state.name === 'failed' && state.isOfKept ? true : undefined}>
        <summary className="link inline-block min-h-11 py-2 font-bold">I kept a fingerprint</summary>
        <TextArea
          label="The text with it"
          value={kept}
          onChange={(event) => setKept(event.target.value)}
          rows={4}
          spellCheck={false}
          autoCapitalize="off"
          hint="From a mail of ours, our channel or this page: a number and 64 digits. It shows whether the entries up to it are unchanged."
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
      {state.name === 'done' && <Done {...state} />}
    </div>
  )
}

function Done({ checked: { report, left }, at, isLikeSite }: Extract<State, { name: 'done' }>) {
  const { problems, notices, entries, stamps } = report
  const words = report.words.map(asRead)
  const isGood = problems.length === 0 && isLikeSite !== false
  const found = isLikeSite === false ? 'The file has other totals than the record’s page.' : words[1]
  return (
    <>
      <div role="status" className={`checked mt-3 ${isGood ? 'bg-soft' : 'bg-error-soft'}`}>
        <span className={isGood ? 'bg-brand text-on-brand' : 'bg-error text-sheet'}>
          <IconPath path={isGood ? CHECK : CROSS} size={24} />
        </span>
        <p>
          <b>{found}</b>
          {`${formatCount(entries)} entries checked on this phone, ${clockOf(at)}`}
        </p>
      </div>
      <Sentences title="Problems" findings={problems} isOpen />
      <ul className="ruled mt-2">
        {words
          .filter((sentence) => sentence !== found)
          .map((sentence) => (
            <li key={sentence} className="py-2 text-sm">
              {sentence}
            </li>
          ))}
        {isLikeSite !== null && (
          <li className="py-2 text-sm">
            {isLikeSite ? 'The record’s page has the same totals.' : 'The record’s page has other totals.'}
          </li>
        )}
        {left > 0 && (
          <li className="py-2 text-sm">
            {`Only the newest ${PREDICTION_LIMITS.checkedStamps} stamps were read here. The command reads all ${formatCount(left + PREDICTION_LIMITS.checkedStamps)}.`}
          </li>
        )}
      </ul>
      <Sentences title="An honest site can cause these, too" findings={notices} />
      {stamps.length > 0 && (
        <details className="mt-2">
          <summary className="link inline-block min-h-11 py-2 font-bold">
            Check the signatures of the stamps
          </summary>
          <p className="text-sm">
            In the folder of the files below, with the root certificate of each authority, which you get from
            the authority and not from us. “Verification: OK” is right.
          </p>
          <Command>
            {stamps
              .slice(-PREDICTION_LIMITS.findings)
              .map((stamp) => opensslCommand(stamp))
              .join('\n')}
          </Command>
        </details>
      )}
    </>
  )
}

const sentenceOf = ({ check, line, message }: Report['problems'][0]) =>
  `${line === null ? '' : `Entry ${formatCount(line)}: `}${asRead(message)} (${check})`

/** What the program calls a head is a fingerprint on pages. */
const asRead = (sentence: string) => sentence.replace(/\bhead(s?)\b/g, 'fingerprint$1')

function Sentences({
  title,
  findings,
  isOpen,
}: {
  title: string
  findings: Report['problems']
  isOpen?: boolean
}) {
  if (findings.length === 0) return null
  return (
    <details className="mt-2" open={isOpen}>
      <summary className="link inline-block min-h-11 py-2 font-bold">
        {title} ({formatCount(findings.length)})
      </summary>
      <ul className="ruled">
        {[...new Set(findings.map(sentenceOf))].slice(0, PREDICTION_LIMITS.findings).map((sentence) => (
          <li key={sentence} className="py-2 text-sm wrap-anywhere">
            {sentence}
          </li>
        ))}
        {findings.length > PREDICTION_LIMITS.findings && (
          <li className="py-2 text-sm">
            and {formatCount(findings.length - PREDICTION_LIMITS.findings)} more
          </li>
        )}
      </ul>
    </details>
  )
}

/** Whether the record's page has the totals of the file; null if the file has grown meanwhile. */
function isLike({ log, counts: site }: RecordAnswer, { entries, forecasts, counts }: Report): boolean | null {
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

interface Checked {
  report: Report
  /** How many stamps were not read. */
  left: number
}

/**
 * Downloads the whole record and checks it in this browser.
 *
 * @param address of the record on this host
 * @param kept texts with heads that the reader kept
 * @throws CannotCheck, or another error for a network that fails
 */
async function checkRecord(address: string, kept: readonly string[]): Promise<Checked> {
  // In this order, no later file knows fewer entries.
  const [texts, listed] = [await text(`${address}/texts.jsonl`), await text(`${address}/heads.jsonl`)]
  const all = readHeads(listed)
  const names = all.flatMap(({ size, stamps }) => stamps.map((authority) => ({ size, authority })))
  const read = names.slice(-PREDICTION_LIMITS.checkedStamps)
  const isRead = new Set(read.map(stampFile))
  const heads = all.map(({ stamps, ...one }) => ({
    ...one,
    stamps: stamps.filter((authority) => isRead.has(stampFile({ ...one, authority }))),
  }))
  const stamps = await Promise.all(
    read.map(async (stamp) => ({
      ...stamp,
      token: new Uint8Array(await (await file(`${address}/stamps/${stampFile(stamp)}`)).arrayBuffer()),
    })),
  )
  const record = await text(`${address}/record.jsonl`)
  const input: Verifier.VerifierInput = {
    record,
    heads: heads.map((one) => JSON.stringify(one)).join('\n'),
    stamps,
    kept,
    texts,
    now: serverNow(),
  }
  return { report: await inWorker(input), left: names.length - read.length }
}

async function file(address: string): Promise<Response> {
  const response = await fetch(address)
  if (!response.ok) throw new CannotCheck(`The server did not send ${address}. Please try again in a moment.`)
  return response
}

const text = async (address: string) => (await file(address)).text()

/** Runs the verifier without a Worker: the page answers nothing meanwhile. */
async function inPage(input: Verifier.VerifierInput): Promise<Report> {
  const message = 'This browser cannot run the check. Update it, or use a computer.'
  const verifier = await (import(/* @vite-ignore */ VERIFIER) as Promise<typeof Verifier>).catch(() => {
    throw new CannotCheck(message)
  })
  return verifier.verify(input).catch((error: Error & { isOfKept?: boolean }) => {
    throw new CannotCheck(error.message, error.isOfKept)
  })
}

function inWorker(input: Verifier.VerifierInput): Promise<Report> {
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
