// The verifier of the record, which the build bundles into `verify.mjs`: a module for pages, a Worker, and a command of
// Node.js. It has no import and contacts nobody, so that a saved copy works offline.
import { headsIn } from '../../forecasts/rules/log/head.ts'
import {
  opensslCommand,
  readHeads,
  readStampFile,
  type Stamp,
  stampFile,
} from '../../forecasts/rules/log/stamps.ts'
import { type Download, type LogReport, verifyLog, wordsOf } from '../../forecasts/rules/log/verify.ts'

/** What the page sends to the Worker: `heads` as the file has them. */
export interface VerifierInput extends Omit<Download, 'heads'> {
  heads: string
}

/** A check, and what it says. */
export interface VerifierReport extends LogReport {
  words: string[]
}

/** What the Worker answers: a report, or a sentence about what cannot be read. */
export interface WorkerAnswer {
  report?: VerifierReport
  error?: string
  /** The error is in what the reader kept. */
  isOfKept?: boolean
}

class UnreadableKept extends Error {
  readonly isOfKept = true
}

/** Checks a download. @throws Error, with a sentence for people, for what cannot be read */
export async function verify({ heads, ...input }: VerifierInput): Promise<VerifierReport> {
  const { kept = [] } = input
  if (kept.length > 0 && !kept.some((text) => headsIn(text).length > 0))
    throw new UnreadableKept(
      'What you kept has no head of the record. Copy the number and all 64 digits behind it.',
    )
  const report = await verifyLog({ ...input, heads: readHeads(heads) })
  return { ...report, words: wordsOf(report) }
}

const USAGE = `node verify.mjs record.jsonl heads.jsonl stamps [kept.txt]

Checks the record of forecasts. It checks no signature of a stamp: it prints the command of openssl for each. Ends with
status 0 without a problem, 1 with problems, 2 for files that cannot be read.

  stamps         a folder with the stamps, such as 7-digicert.tsr
  kept.txt       any text with heads that you kept, such as a mail; may be several files
  --texts FILE   texts.jsonl: reasons and pen names
  --now TIME     when you downloaded the files, as 2026-11-23T16:00:00Z; by default now
  --list FILE    only prints the names of the stamps that heads.jsonl lists
`

/** Problems to print; one changed line can break many rules. */
const SHOWN = 20

interface Files {
  read: (file: string) => string
  stampsIn: (folder: string) => Stamp[]
  print: (line: string) => void
}

async function main(args: string[], { read, stampsIn, print }: Files): Promise<number> {
  // A command of its own has no server's clock.
  // oxlint-disable-next-line project/clock
  let now = Date.now()
  let texts: string | null = null
  let listed: string | null = null
  const options: Record<string, (value: string) => void> = {
    '--texts': (file) => (texts = read(file)),
    '--now': (time) => (now = Date.parse(time)),
    '--list': (file) => (listed = read(file)),
  }
  const files: string[] = []
  for (let i = 0; i < args.length; i++) {
    const option = options[args[i]!]
    if (option && i + 1 < args.length) option(args[++i]!)
    else files.push(args[i]!)
  }
  if (listed !== null) {
    for (const { size, stamps } of readHeads(listed))
      for (const authority of stamps) print(stampFile({ size, authority }))
    return 0
  }
  const [file, heads, folder, ...kept] = files
  if (!file || !heads || !folder || files.some((one) => one.startsWith('-')) || Number.isNaN(now)) {
    print(USAGE)
    return 2
  }
  const report = await verify({
    record: read(file),
    heads: read(heads),
    stamps: stampsIn(folder),
    kept: kept.map(read),
    texts,
    now,
  })
  const { problems, notices, stamps, words } = report
  const sentence = ({ check, line, message }: LogReport['problems'][0]) =>
    `${check}${line === null ? '' : ` line ${line}`}: ${message}`
  const left = problems.length - SHOWN
  for (const line of [
    ...words,
    ...problems.slice(0, SHOWN).map((problem) => `PROBLEM ${sentence(problem)}`),
    ...(left > 0 ? [`and ${left} more`] : []),
    ...notices.map((notice) => `look ${sentence(notice)}`),
    ...stamps.map((stamp) => opensslCommand(stamp, file, folder)),
  ])
    print(line)
  return problems.length === 0 ? 0 : 1
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
  const { readdirSync, readFileSync, realpathSync } = process.getBuiltinModule('node:fs')
  const { pathToFileURL } = process.getBuiltinModule('node:url')
  if (pathToFileURL(realpathSync(script)).href !== import.meta.url) return
  const found = <T>(file: string, get: () => T): T => {
    try {
      return get()
    } catch (error) {
      throw new Error(`Cannot read ${file} (${(error as { code?: string }).code}).`, { cause: error })
    }
  }
  try {
    process.exitCode = await main(process.argv.slice(2), {
      read: (file) => found(file, () => readFileSync(file, 'utf8')),
      stampsIn: (folder) =>
        found(folder, () => readdirSync(folder)).flatMap((name) => {
          const stamp = readStampFile(name)
          return stamp ? [{ ...stamp, token: new Uint8Array(readFileSync(`${folder}/${name}`)) }] : []
        }),
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
