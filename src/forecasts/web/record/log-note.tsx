import { formatCount } from '../../../platform/rules/base/words.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { MethodLink } from '../../../platform/web/ui/method-link.tsx'
import { headText } from '../../rules/log/head.ts'
import { STAND_IN_NOTE } from '../../rules/stamps.ts'

export type Log = AnswerOf<'GET /api/public/record'>['log']

/** What dates the record, and how anybody keeps its fingerprint; the technical part is folded. */
export function LogNote({ log }: { log: Log }) {
  const { entries, head, address, before } = log
  return (
    <section aria-labelledby="log" className="mt-6">
      <h2 id="log" className="font-bold">
        The file behind the record
      </h2>
      <p className="mt-1 text-sm">
        Every forecast is a line in a public file. We only add lines. If we changed or removed an entry,
        anyone with a saved copy could prove it. Reasons and pen names can be erased; numbers and times stay.
      </p>
      <p className="mt-1 text-sm">{datedSentence(log)}</p>
      {before && (
        <p className="mt-3 rounded-lg bg-soft p-3 text-sm">
          {before.words} {formatCount(before.left)} of {formatCount(before.size)} entries are left:{' '}
          <a className="link" href={`${before.address}/record.jsonl`}>
            what is left of it
          </a>
          . Its forecasts do not count here.
        </p>
      )}
      <p className="results-links mt-1">
        <a className="link" href={PATHS.recordCheck}>
          Check the record
        </a>
        <MethodLink of="commitment">Commitment and closing time</MethodLink>
      </p>
      {address !== null && (
        <details>
          <summary className="link inline-block min-h-11 py-2 font-bold">Fingerprint and files</summary>
          <p className="text-sm">
            Fingerprint of all {formatCount(entries)} {entries === 1 ? 'entry' : 'entries'}. Save this line:
            later it shows whether they are unchanged.
          </p>
          <p className="font-mono text-sm break-all">{headText({ size: entries, head })}</p>
          <p className="results-links mt-1">
            {['record.jsonl', 'heads.jsonl', 'texts.jsonl'].map((name) => (
              <a key={name} className="link" href={`${address}/${name}`}>
                {name}
              </a>
            ))}
            <a className="link" href="/record.csv">
              record.csv for spreadsheets (it proves nothing)
            </a>
          </p>
        </details>
      )}
    </section>
  )
}

/** Both totals side by side: an outage of the clocks is no excuse. */
function datedSentence({ clocks, areStandIns, inTime }: Log): string {
  if (clocks === 0) return 'No outside clock dates this record yet: all its times are by our own clock.'
  const { all, allWon, stamped, stampedWon } = inTime
  const counts = `Dated by an outside clock before the close: ${formatCount(stamped)} of ${formatCount(all)} forecasts. Won: ${formatCount(stampedWon)} of these, ${formatCount(allWon)} of all.`
  return areStandIns ? `${counts} ${STAND_IN_NOTE}` : counts
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
