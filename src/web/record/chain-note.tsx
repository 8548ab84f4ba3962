import { formatInstant } from '../../domain/base/calendar.ts'
import { formatCount } from '../../domain/base/words.ts'
import { PATHS, recordCheckPath } from '../../domain/site/paths.ts'
import type { AnswerOf } from '../api/call.ts'
import { MethodLink } from '../methods/method-link.tsx'

type Chain = AnswerOf<'GET /api/public/record'>['chain']

/** The end of the chain, which anybody can note and compare later. */
export function ChainNote({ chain: { entries, head } }: { chain: Pick<Chain, 'entries' | 'head'> }) {
  return (
    <section aria-labelledby="chain" className="mt-6">
      <h2 id="chain" className="font-bold">
        The chain of forecasts
      </h2>
      <p className="mt-1 text-sm">
        {entries === 1 ? '1 entry' : `${formatCount(entries)} entries`}. Nothing on this page can be deleted.
        Note the head, and compare it with a later download:
      </p>
      <p className="mt-1 font-mono text-sm break-all">{head}</p>
      <p className="results-links mt-1">
        <a className="link" href="/record.csv">
          Download record.csv
        </a>
        <a className="link" href={`${PATHS.recordCheck}#verify`}>
          How to verify it
        </a>
        <MethodLink of="commitment">Commitment and lock</MethodLink>
      </p>
    </section>
  )
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

/** The restores from a backup that lost entries. */
export function RestoreNotes({ restores }: Pick<Chain, 'restores'>) {
  return restores.map(({ entry, at, lostEntries, lostHead }) => (
    <p key={entry} className="mt-3 rounded-lg bg-soft p-3 text-sm">
      On {formatInstant(at)} the database was restored from a backup, and{' '}
      {lostEntries === entry
        ? `entry ${formatCount(entry)} of that time was lost.`
        : `the entries ${formatCount(entry)} to ${formatCount(lostEntries)} of that time were lost.`}{' '}
      <a className="link" href={recordCheckPath(String(entry))}>
        The new entry {formatCount(entry)}
      </a>{' '}
      names the head that was lost: <span className="font-mono break-all">{lostHead}</span>
    </p>
  ))
}
