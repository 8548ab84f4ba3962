import { formatCount } from '../../../platform/rules/base/words.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { MethodLink } from '../../../platform/web/ui/method-link.tsx'

export type Log = AnswerOf<'GET /api/public/record'>['log']

/** The end of the log, which anybody can keep and compare later. */
export function LogNote({ log }: { log: Log }) {
  const { entries, root, address, before } = log
  return (
    <section aria-labelledby="log" className="mt-6">
      <h2 id="log" className="font-bold">
        The log of forecasts
      </h2>
      <p className="mt-1 text-sm">
        {entries === 1 ? '1 entry' : `${formatCount(entries)} entries`}. An entry cannot be removed or changed
        without contradicting a checkpoint that others hold. Reasons and pen names can be erased; numbers and
        times stay. {witnessSentence(log)}
      </p>
      {before && (
        <p className="mt-3 rounded-lg bg-soft p-3 text-sm">
          {before.words} {formatCount(before.left)} of {formatCount(before.size)} entries are left:{' '}
          <a className="link" href={`${before.address}/record.jsonl`}>
            what is left of it
          </a>
          . Its forecasts do not count here.
        </p>
      )}
      <p className="mt-1 text-sm">
        <span className="text-quiet">Root of the tree</span>
        <br />
        <span className="font-mono break-all">{root}</span>
      </p>
      <p className="results-links mt-1">
        {address !== null && (
          <a className="link" href={`${address}/checkpoint`} download="lotto-forecast-checkpoint.txt">
            Keep a checkpoint
          </a>
        )}
        <a className="link" href={PATHS.recordCheck}>
          Check the record
        </a>
        <a className="link" href="/record.csv">
          record.csv for spreadsheets (it proves nothing)
        </a>
        <MethodLink of="commitment">Commitment and lock</MethodLink>
      </p>
    </section>
  )
}

/** Which forecasts witnesses saw in time, and which our clock alone dates. */
function witnessSentence({
  isIndependent,
  witnesses,
  inTime,
}: Pick<Log, 'isIndependent' | 'witnesses' | 'inTime'>): string {
  const [witnessed, ownClock] = [inTime.witnessed, inTime.ownClock].map(formatCount)
  const counts = `Forecasts that a quorum saw before their lock: ${witnessed}. Forecasts with our clock only: ${ownClock}.`
  if (isIndependent)
    return `Its policy names ${witnesses === 1 ? '1 witness' : `${witnesses} witnesses`}. ${counts}`
  const standIn = witnesses > 0 ? ' The witness of this demonstration is our own.' : ''
  return `No independent witness confirms these times yet, so keep a checkpoint.${standIn} ${witnesses > 0 ? counts : ''}`.trim()
}

/** The tag of a demonstration, which opens to its sentence. */
export function SampleNote() {
  return (
    <details className="sample-tag self-center">
      <summary>
        <span className="tag">Sample data</span>
      </summary>
      <p className="text-sm text-quiet">
        These forecasts and their draws are generated to show how the record works. They are not real.
      </p>
    </details>
  )
}
