import type { ReactNode } from 'react'
import { formatDate, formatInstant, type LagosDate } from '../../domain/base/calendar.ts'
import { revealedAt } from '../../domain/ledger/standing.ts'
import { formatCount } from '../../domain/base/words.ts'
import { publicDrawPath, recordCheckPath } from '../../domain/site/paths.ts'
import type { AnswerOf } from '../api/call.ts'
import { SlipLine } from '../billing/slip.tsx'

type Found = NonNullable<AnswerOf<'GET /api/public/ledger-entry'>['found']>

const KINDS = {
  version: 'Forecast, or a later version of one',
  withdrawal: 'Withdrawal',
  lock: 'Lock that moved',
  result: 'Result',
  restore: 'Restore from a backup that lost entries',
} as const

/** An entry of the ledger, and how to check it by hand. */
export function Entry({ found: { by, entry }, entries }: { found: Found; entries: number }) {
  const { kind, draw, text, reasons, penName, close, at, fingerprint, previous, head } = entry
  const number = formatCount(entry.entry)
  return (
    <section aria-labelledby="entry" className="mt-4">
      <h2 id="entry" className="text-lg font-bold">
        Entry {number} of {formatCount(entries)}
      </h2>
      {by === 'head' && (
        <p>This is the head of the chain after entry {number}. The chain still contains it.</p>
      )}
      <dl className="slip">
        <SlipLine name="Kind">{KINDS[kind]}</SlipLine>
        {draw && (
          <SlipLine name="Draw">
            {draw.publicId ? (
              <a className="link" href={publicDrawPath(draw.publicId)}>
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
      </dl>
      <Digits name="Fingerprint">{fingerprint}</Digits>
      {text === null && draw ? (
        <Secret close={close} date={draw.date} />
      ) : (
        <Revealed text={text ?? ''} reasons={reasons} />
      )}
      <Digits name="Head before">{previous}</Digits>
      <Digits name="Head after">{head}</Digits>
      <h3 className="mt-4 font-bold">Its place in the chain</h3>
      <p className="text-sm">
        The head after the entry is the SHA-256 of the head before it and its fingerprint. This prints the
        head after:
      </p>
      <Command>{`printf '%s%s' ${previous} \\\n  ${fingerprint} | sha256sum`}</Command>
      <p className="results-links">
        {entry.entry > 1 && <Neighbour entry={entry.entry - 1}>Entry before</Neighbour>}
        {entry.entry < entries && <Neighbour entry={entry.entry + 1}>Entry after</Neighbour>}
      </p>
    </section>
  )
}

function Secret(version: { close: number | null; date: LagosDate }) {
  const end = version.close === null ? 'the end of its day' : 'its close'
  return (
    <p className="mt-3 rounded-lg bg-soft p-3">
      <b>{`The forecast is fixed, and secret until ${end}.`}</b> From {formatInstant(revealedAt(version))} on,
      this page shows its whole text with the numbers, so that anybody can check the fingerprint.
    </p>
  )
}

function Revealed({ text, reasons }: { text: string; reasons: string | null }) {
  const lines = text.trimEnd().split('\n')
  const command = ["printf '%s\\n' \\", ...lines.map((line) => `  '${line}' \\`), '  | sha256sum'].join('\n')
  return (
    <>
      <h3 className="mt-4 font-bold">The whole text</h3>
      <pre className="mt-1 rounded-lg border border-line bg-sheet p-3 font-mono text-sm break-all whitespace-pre-wrap">
        {text}
      </pre>
      {reasons && (
        <p className="mt-2 text-sm">
          <b>Reasons, whose SHA-256 is in the text:</b> <span className="whitespace-pre-line">{reasons}</span>
        </p>
      )}
      <details className="mt-2">
        <summary className="link inline-block py-2 font-bold">Check the fingerprint with sha256sum</summary>
        <p className="text-sm">
          Each line ends with a line feed, also the last one. On Linux, macOS or Android with Termux, this
          prints the fingerprint:
        </p>
        <Command>{command}</Command>
      </details>
    </>
  )
}

function Digits({ name, children }: { name: string; children: string }) {
  return (
    <p className="mt-2 text-sm">
      <span className="text-quiet">{name}</span>
      <br />
      <span className="font-mono break-all">{children}</span>
    </p>
  )
}

function Command({ children }: { children: string }) {
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
