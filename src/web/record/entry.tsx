import type { ReactNode } from 'react'
import { formatDate, formatInstant, type LagosDate } from '../../domain/base/calendar.ts'
import { placeText } from '../../domain/record/place.ts'
import { revealTime } from '../../domain/log/schedule.ts'
import { formatCount } from '../../domain/base/words.ts'
import { publicDrawPath, recordCheckPath } from '../../domain/site/paths.ts'
import type { AnswerOf } from '../api/call.ts'
import { SlipLine } from '../billing/slip.tsx'

type Found = NonNullable<AnswerOf<'GET /api/public/ledger-entry'>['found']>

const KINDS = {
  start: 'Start of the log',
  slot: 'Time of a game’s draws',
  author: 'Author',
  version: 'Forecast, or a later version of one',
  withdrawal: 'Withdrawal',
  reveal: 'Numbers of a forecast',
  result: 'Result',
  void: 'Void draw',
  end: 'End of the log',
} as const

/** An entry of the log, and how to check it by hand. @param address of the log on this host */
export function Entry({ found, address }: { found: Found; address: string | null }) {
  const { kind, entry, entries, draw, leaf, hash, opening, reasons, penName, close, at, witnessed, place } =
    found
  return (
    <section aria-labelledby="entry" className="mt-4">
      <h3 id="entry" className="text-lg font-bold">
        Entry {formatCount(entry)}
      </h3>
      <dl className="slip">
        <SlipLine name="Kind">{KINDS[kind]}</SlipLine>
        {draw && (
          <SlipLine name="Draw">
            {draw.publicId ? (
              <a className="link tap -my-3" href={publicDrawPath(draw.publicId)}>
                {draw.name}, {formatDate(draw.date)}
              </a>
            ) : (
              `${draw.name}, ${formatDate(draw.date)}`
            )}
          </SlipLine>
        )}
        {close !== null && <SlipLine name="Close">{formatInstant(close)}</SlipLine>}
        <SlipLine name={kind === 'version' ? 'Published' : 'Entered'}>{formatInstant(at)}</SlipLine>
        {penName && <SlipLine name="By">{penName}</SlipLine>}
        {place && <SlipLine name="Place">{placeText(place)}</SlipLine>}
        {witnessed.map((one) => (
          <SlipLine key={one.witness} name={`Seen by ${one.witness}`}>
            {formatInstant(one.at)}
          </SlipLine>
        ))}
      </dl>
      {kind === 'version' && opening === null && draw && <Secret close={close} date={draw.date} />}
      {opening !== null && <Opening opening={opening} reasons={reasons} />}
      <details className="mt-2">
        <summary className="link inline-block min-h-11 py-2 font-bold">The entry as the log has it</summary>
        <Command>{leaf}</Command>
        <p className="mt-2 text-sm">This prints its hash in the tree:</p>
        <Command>{`printf '\\0%s' '${leaf}' | sha256sum\n# ${hash}`}</Command>
      </details>
      <p className="results-links">
        {address !== null && (
          <a className="link" href={`${address}/proof/${entry}.tlog-proof`} download>
            Keep its receipt
          </a>
        )}
        {entry > 0 && <Neighbour entry={entry - 1}>Entry before</Neighbour>}
        {entry < entries - 1 && <Neighbour entry={entry + 1}>Entry after</Neighbour>}
      </p>
    </section>
  )
}

function Secret({ close, date }: { close: number | null; date: LagosDate }) {
  const end = close === null ? 'the end of its day' : 'its close'
  return (
    <p className="mt-3 rounded-lg bg-soft p-3">
      <b>{`The forecast is fixed, and secret until ${end}.`}</b> From {formatInstant(revealTime(close, date))}{' '}
      on, this page shows its numbers, so that anybody can check the commitment.
    </p>
  )
}

function Opening({ opening, reasons }: { opening: string; reasons: string | null }) {
  return (
    <>
      {reasons && (
        <p className="mt-2 text-sm">
          <b>Reasons:</b> <span className="whitespace-pre-line">{reasons}</span>
        </p>
      )}
      <details className="mt-2">
        <summary className="link inline-block min-h-11 py-2 font-bold">
          Check its commitment with sha256sum
        </summary>
        <p className="text-sm">On Linux, macOS or Android with Termux, this prints the commitment:</p>
        <Command>{`printf '%s' '${opening}' | sha256sum`}</Command>
      </details>
    </>
  )
}

export function Command({ children }: { children: string }) {
  return (
    <pre className="mt-1 rounded-lg border border-line bg-sheet p-3 font-mono text-xs break-all whitespace-pre-wrap">
      {children}
    </pre>
  )
}

function Neighbour({ entry, children }: { entry: number; children: ReactNode }) {
  return (
    <a className="link" href={recordCheckPath(String(entry))}>
      {children}
    </a>
  )
}
