// The verifier of the log, which the build bundles into `verify.mjs`: a module for pages, a Worker, and a command of
// Node.js. It has no import and contacts nobody, so that a saved copy works offline.
import {
  noteOfReceipt,
  parseCheckpointText,
  parseNote,
  type VerifyEd25519,
} from '../../forecasts/rules/log/policy.ts'
import { type Download, type LogReport, verifyLog, verifyEd25519 } from '../../forecasts/rules/log/verify.ts'
import { formatCount } from '../../platform/rules/base/words.ts'

/** The text of the policy, which the server puts in: the build does not know the keys. */
declare const POLICY: string

/** What the page sends to the Worker. */
export interface VerifierInput extends Omit<Download, 'policy' | 'noted' | 'receipts'> {
  /** By default that of this file. */
  policy?: string
  /** The checkpoints and receipts that the reader kept. */
  kept?: readonly string[]
}

/** What the Worker answers: a report, or a sentence about what cannot be read. */
export interface WorkerAnswer {
  report?: LogReport
  error?: string
  /** The error is in what the reader kept. */
  isOfKept?: boolean
}

class UnreadableKept extends Error {
  readonly isOfKept = true
}

const keys = new Map<string, Promise<CryptoKey>>()

/** The host's Ed25519, or the bundled one in browsers without it (before Chrome 137, Firefox 129, Safari 17). */
const hostVerify: VerifyEd25519 = async (publicKey, message, signature) => {
  try {
    const name = String(publicKey)
    const raw = new Uint8Array(publicKey)
    const key = keys.get(name) ?? crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
    keys.set(name, key)
    return await crypto.subtle.verify(
      'Ed25519',
      await key,
      new Uint8Array(signature),
      new Uint8Array(message),
    )
  } catch {
    return verifyEd25519(publicKey, message, signature)
  }
}

/** Checks a download. @throws Error, with a sentence for people, for what cannot be read */
export function verify({ kept = [], ...input }: VerifierInput): Promise<LogReport> {
  const receipts = kept.filter((text) => text.startsWith('c2sp.org/tlog-proof'))
  const noted = kept.map((text) => {
    try {
      const note = receipts.includes(text) ? noteOfReceipt(text) : text
      parseCheckpointText(parseNote(note).text)
      return note
    } catch {
      throw new UnreadableKept(
        'What you kept is no checkpoint and no receipt of this log. Copy it whole, with all its lines.',
      )
    }
  })
  return verifyLog({ policy: POLICY, ...input, noted, receipts }, { verify: hostVerify })
}

const USAGE = `node verify.mjs record.jsonl [options]

Checks the record of forecasts. Ends with status 0 for a correct record, 1 for problems, 2 for files that cannot be read.

  --current FILE     the newest checkpoint of the site; without it the end of the file is not checked
  --checkpoint FILE  a checkpoint or a receipt (.tlog-proof) that you kept; may be repeated
  --cosigned FILE    cosigned.jsonl: when the witnesses saw the entries
  --texts FILE       texts.jsonl: reasons and pen names
  --policy FILE      other keys of the log and its witnesses than those in this file
  --now TIME         when you downloaded the files, as 2026-11-23T16:00:00Z; by default now
`

/** Problems to print; one changed entry can break many rules. */
const SHOWN = 20

async function main(
  args: string[],
  { read, print }: { read: (file: string) => string; print: (line: string) => void },
): Promise<number> {
  const kept: string[] = []
  const cosigned: string[] = []
  // A command of its own has no server's clock.
  // oxlint-disable-next-line project/clock
  const input: VerifierInput = { record: '', kept, cosigned, now: Date.now() }
  const options: Record<string, (value: string) => void> = {
    '--current': (file) => (input.current = read(file)),
    '--checkpoint': (file) => kept.push(read(file)),
    '--cosigned': (file) => cosigned.push(...linesOf(read(file)).map((line) => String(JSON.parse(line)))),
    '--texts': (file) => (input.texts = read(file)),
    '--policy': (file) => (input.policy = read(file)),
    '--now': (time) => (input.now = Date.parse(time)),
  }
  const files: string[] = []
  for (let i = 0; i < args.length; i++) {
    const option = options[args[i]!]
    if (option && i + 1 < args.length) option(args[++i]!)
    else files.push(args[i]!)
  }
  const [file] = files
  if (!file || files.length > 1 || file.startsWith('-') || Number.isNaN(input.now)) {
    print(USAGE)
    return 2
  }
  const report = await verify({ ...input, record: read(file) })
  for (const line of linesOfReport(report, input)) print(line)
  return report.problems.length === 0 ? 0 : 1
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')

function linesOfReport(report: LogReport, input: VerifierInput): string[] {
  const { problems, notices, forecasts, counts, draws } = report
  const last = forecasts.flatMap(({ state, scores }) => (state === 'scored' ? scores.slice(-1) : []))
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const inTime = forecasts.filter(({ isWitnessedInTime }) => isWitnessedInTime).length
  const states = Object.entries(counts).map(([state, count]) => `${state} ${formatCount(count)}`)
  const words = ({ check, index, message }: LogReport['problems'][0]) =>
    `${check}${index === null ? '' : ` entry ${index}`}: ${message}`
  const left = problems.length - SHOWN
  return [
    `log ${report.origin ?? 'without a start'}, ${formatCount(report.entries)} entries`,
    `root ${report.root}`,
    `forecasts ${formatCount(forecasts.length)} for ${formatCount(draws.length)} draws: ${states.join(', ')}`,
    `scored: ${formatCount(sum(last.map(({ hits }) => hits)))} hits, ${formatCount(last.filter(({ won }) => won).length)} won`,
    `seen by the witnesses before their lock: ${formatCount(inTime)} of ${formatCount(forecasts.length)}`,
    ...notices.map((notice) => `look ${words(notice)}`),
    ...(input.current ? [] : ['look: without --current the end of the file is not checked']),
    ...problems.slice(0, SHOWN).map((problem) => `PROBLEM ${words(problem)}`),
    ...(left > 0 ? [`and ${formatCount(left)} more`] : []),
    problems.length === 0 ? 'The record is correct.' : 'The record is NOT correct.',
  ]
}

async function answer(input: VerifierInput): Promise<void> {
  const send = (message: WorkerAnswer) => postMessage(message)
  try {
    send({ report: await verify(input) })
  } catch (error) {
    send({ error: (error as Error).message, isOfKept: error instanceof UnreadableKept })
  }
}

/** As the program of Node.js, not as a module of another one. It imports nothing, because browsers read this file, too. */
async function runInNode(script: string): Promise<void> {
  const { readFileSync, realpathSync } = process.getBuiltinModule('node:fs')
  const { pathToFileURL } = process.getBuiltinModule('node:url')
  if (pathToFileURL(realpathSync(script)).href !== import.meta.url) return
  try {
    process.exitCode = await main(process.argv.slice(2), {
      read: (file) => {
        try {
          return readFileSync(file, 'utf8')
        } catch (error) {
          throw new Error(`Cannot read ${file} (${(error as { code?: string }).code}).`, { cause: error })
        }
      },
      print: (line) => void process.stdout.write(`${line}\n`),
    })
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 2
  }
}

if (typeof process === 'undefined') {
  if ('WorkerGlobalScope' in globalThis)
    addEventListener('message', (event: MessageEvent<VerifierInput>) => void answer(event.data))
} else if (process.argv[1]) await runInNode(process.argv[1])
