import type { LogReport, Progress } from '../../domain/log/verify.ts'
import type * as Verifier from '../verify.ts'
import { serverNow } from '../api/server-time.ts'

const VERIFIER = '/verify.mjs'

/** What cannot be checked, in a sentence. */
export class CannotCheck extends Error {
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
export async function checkRecord(
  address: string,
  kept: readonly string[],
  onProgress: (progress: Progress) => void,
): Promise<LogReport> {
  // In this order, no later file knows fewer entries; what was added meanwhile is cut off.
  const cosigned = await text(`${address}/cosigned.jsonl`)
  const current = await text(`${address}/checkpoint`)
  const [record, texts] = await Promise.all([text(`${address}/record.jsonl`), text(`${address}/texts.jsonl`)])
  const input: Verifier.VerifierInput = {
    record: firstLines(record, Number(current.split('\n')[1])),
    current,
    kept,
    cosigned: cosigned
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as string),
    texts,
    now: serverNow(),
  }
  return await inWorker(input, onProgress)
}

async function text(address: string): Promise<string> {
  const response = await fetch(address)
  if (!response.ok) throw new CannotCheck(`The server did not send ${address}. Please try again in a moment.`)
  return await response.text()
}

/** The first lines of a text; the whole text if it has fewer. */
function firstLines(text: string, count: number): string {
  let end = 0
  for (let line = 0; line < count; line++) {
    const next = text.indexOf('\n', end)
    if (next < 0) return text
    end = next + 1
  }
  return text.slice(0, end)
}

/** Runs the verifier without a Worker: the page answers nothing meanwhile. */
async function inPage(
  input: Verifier.VerifierInput,
  onProgress: (progress: Progress) => void,
): Promise<LogReport> {
  const message = 'This browser cannot run the check. Update it, or use a computer.'
  const verifier = await (import(/* @vite-ignore */ VERIFIER) as Promise<typeof Verifier>).catch(() => {
    throw new CannotCheck(message)
  })
  return verifier.verify(input, onProgress).catch((error: Error & { isOfKept?: boolean }) => {
    throw new CannotCheck(error.message, error.isOfKept)
  })
}

function inWorker(
  input: Verifier.VerifierInput,
  onProgress: (progress: Progress) => void,
): Promise<LogReport> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(VERIFIER, { type: 'module' })
    const end = (run: () => void) => {
      worker.terminate()
      run()
    }
    worker.addEventListener('message', ({ data }: MessageEvent<Verifier.WorkerAnswer>) => {
      const { progress, report, error, isOfKept } = data
      if (progress) onProgress(progress)
      else if (report) end(() => resolve(report))
      else end(() => reject(new CannotCheck(error ?? '', isOfKept)))
    })
    // A browser without module workers (Firefox before 114), or a file that did not arrive.
    worker.addEventListener('error', () => end(() => resolve(inPage(input, onProgress))))
    // The rule is about windows: a Worker has no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(input)
  })
}
