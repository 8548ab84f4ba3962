import { LOOK_UP_ID, PATHS, publicDrawPath, recordCheckPath } from '../../../platform/rules/site/paths.ts'
import type { Answers } from '../../../platform/web/api/answers.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { useCall } from '../../../platform/web/api/use-call.ts'
import type { Head as DocumentHead, Trail } from '../../../platform/web/site/page.ts'
import { Breadcrumbs } from '../../../platform/web/site/breadcrumbs.tsx'
import { Button } from '../../../platform/web/ui/button.tsx'
import { Field } from '../../../platform/web/ui/field.tsx'
import { useSearch } from '../../../platform/web/ui/location.ts'
import { Failure } from '../../../platform/web/ui/states.tsx'
import { Head } from '../../../platform/web/ui/title.tsx'
import { answerAt, callOf } from './addresses.ts'
import { CheckRecord } from './check-record.tsx'
import { type Log, LogNote, SampleNote } from './log-note.tsx'
import type { ReactNode } from 'react'
import { formatDate, formatInstant, type LagosDate } from '../../../platform/rules/base/calendar.ts'
import { authorityName } from '../../rules/stamps.ts'
import { Command } from './command.tsx'
import { KeptHeadNotice } from './kept-head.tsx'
import { placeText } from '../../rules/record/place.ts'
import { revealTime } from '../../rules/log/schedule.ts'
import { formatCount } from '../../../platform/rules/base/words.ts'
import { SlipLine } from '../../../money/web/slip.tsx'

const LEDGER_ENTRY = '/api/public/ledger-entry'
type EntryAnswer = AnswerOf<'GET /api/public/ledger-entry'>

const TRAIL: Trail = [
  [PATHS.record, 'Record'],
  [PATHS.recordCheck, 'Check the record'],
]

export const parameters = ['fingerprint']

export const calls = (search: URLSearchParams) => [callOf(LEDGER_ENTRY, search, parameters)]

export const head = (_subject: string, answers: Answers['calls']): DocumentHead => {
  const { status, body } = answerAt(answers, LEDGER_ENTRY)
  const found = status === 200 ? (body as EntryAnswer).found : null
  return {
    trail: TRAIL,
    title: found ? `Entry ${found.entry} of the record` : 'Check the record',
    description:
      'Check every entry of the public record of forecasts on your own phone, or look one entry up.',
  }
}

/** Checks the whole record in the browser, and looks up one entry by its line or its commitment. */
export default function CheckPage() {
  const search = new URLSearchParams(useSearch())
  const asked = search.get('fingerprint')?.trim() ?? ''
  const { data: answer, error } = useCall('GET /api/public/ledger-entry', calls(search)[0])
  return (
    <div className="max-w-[44rem]">
      <Breadcrumbs trail={TRAIL} />
      <Head title="Check the record">{answer?.log.isSample && <SampleNote />}</Head>
      <KeptHeadNotice />
      <p>
        Each forecast, result and change of a draw’s time is a line in a public file, and we only add lines.
        Your phone can download the file and check every line itself: that no forecast came too late, that
        none was hidden or left out, and that every score is right.
      </p>
      <p className="mt-2">
        When a draw closes, our channel shows the file’s fingerprint and the number of forecasts. Your mail
        shows it too. If they differ, we cheated: tell everybody.
      </p>
      {answer && <Whole log={answer.log} />}
      <section aria-labelledby={LOOK_UP_ID} className="mt-6">
        <h2 id={LOOK_UP_ID} className="mb-2 font-bold">
          Look one entry up
        </h2>
        <form
          method="get"
          action={`${PATHS.recordCheck}#${LOOK_UP_ID}`}
          className="flex flex-wrap items-end gap-2"
        >
          <div className="min-w-0 flex-[1_1_16rem]">
            <Field
              label="Number or commitment of an entry"
              name="fingerprint"
              defaultValue={asked.slice(0, 200)}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
            />
          </div>
          <Button type="submit">Show</Button>
        </form>
        {answer ? (
          asked !== '' && (answer.found ? <Entry found={answer.found} /> : <Unknown asked={asked} />)
        ) : error?.status === 400 ? (
          <Unknown asked={asked} />
        ) : (
          <Failure text="The record could not be loaded. Please try again in a moment." />
        )}
      </section>
      {answer && <LogNote log={answer.log} />}
    </div>
  )
}

function Whole({ log }: { log: Log }) {
  const { address } = log
  if (address === null)
    return (
      <p className="mt-4 rounded-lg bg-soft p-3">
        The record has no entry yet, so there is nothing to check.
      </p>
    )
  return (
    <>
      <CheckRecord {...log} address={address} />
      <details className="mt-2">
        <summary className="link inline-block min-h-11 py-2 font-bold">
          Check it with a command instead
        </summary>
        <p className="text-sm">
          A saved copy of the program works without a network. Compare its SHA-256 with that of a friend: the
          site that it checks also serves it. `sha256sum` prints the fingerprint without any program of ours,
          and a file with fingerprints that you kept can follow `stamps`.
        </p>
        <Command>{commands(log.site, address, log.entries)}</Command>
        <p className="results-links">
          {FILES.map((name) => (
            <a key={name} className="link" href={`${address}/${name}`}>
              {name}
            </a>
          ))}
          <a className="link" href="/verify.mjs">
            verify.mjs
          </a>
        </p>
      </details>
    </>
  )
}

/** In an order in which no later file knows fewer entries. */
const FILES = ['texts.jsonl', 'heads.jsonl', 'record.jsonl']

/** For Node.js 20.16 and later, in an empty folder. The first line needs no program of ours. */
const commands = (site: string, address: string, entries: number) =>
  [
    `SITE=${site}`,
    `curl -O $SITE/verify.mjs ${FILES.map((name) => `-O $SITE${address}/${name}`).join(' ')}`,
    `head -n ${entries} record.jsonl | sha256sum`,
    `mkdir -p stamps; node verify.mjs --list heads.jsonl | xargs -I{} curl -o stamps/{} $SITE${address}/stamps/{}`,
    'node verify.mjs record.jsonl heads.jsonl stamps --texts texts.jsonl',
  ].join('\n')

function Unknown({ asked }: { asked: string }) {
  return (
    <div role="status" className="mt-4 rounded-lg bg-warn-soft p-3 text-warn">
      <p className="font-bold">The record has no such entry.</p>
      <p className="mt-1 text-sm wrap-anywhere">
        “{asked.slice(0, 80)}” is no number or commitment of an entry. A commitment has 64 digits from 0 to 9
        and a to f; the first eight are enough. If it is copied from a page or a mail of ours and typed
        correctly, please tell us.
      </p>
    </div>
  )
}

type Found = NonNullable<AnswerOf<'GET /api/public/ledger-entry'>['found']>

const KINDS = {
  start: 'Start of the record',
  slot: 'Time of a game’s draws',
  author: 'Author',
  version: 'Forecast, or a later version of one',
  withdrawal: 'Withdrawal',
  reveal: 'Numbers of a forecast',
  result: 'Result',
  void: 'Draw that does not count',
  end: 'End of the record',
} as const

/** An entry of the record, and how to check it by hand. */
function Entry({ found }: { found: Found }) {
  const { kind, entry, entries, draw, leaf, opening, reasons, penName, close, at, stamps, place } = found
  return (
    <section aria-labelledby="entry" className="mt-4">
      <h3 id="entry" className="text-lg font-bold">
        Entry {formatCount(entry)}
      </h3>
      <dl className="slip">
        <SlipLine name="Kind">{KINDS[kind]}</SlipLine>
        {draw && (
          <SlipLine name="Draw">
            {draw.page ? (
              <a className="link tap -my-3" href={publicDrawPath(draw.page)}>
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
        {stamps.map((one) => (
          <SlipLine key={one.authority} name={`Stamped by ${authorityName(one.authority)}`}>
            {formatInstant(one.time)}
          </SlipLine>
        ))}
        {stamps.length === 0 && <SlipLine name="Outside clocks">Dated by our own clock only</SlipLine>}
      </dl>
      {kind === 'version' && opening === null && draw && <Secret close={close} date={draw.date} />}
      {opening !== null && <Opening opening={opening} reasons={reasons} />}
      <details className="mt-2">
        <summary className="link inline-block min-h-11 py-2 font-bold">The entry as the file has it</summary>
        <Command>{leaf}</Command>
      </details>
      <p className="results-links">
        {entry > 1 && <Neighbour entry={entry - 1}>Entry before</Neighbour>}
        {entry < entries && <Neighbour entry={entry + 1}>Entry after</Neighbour>}
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

function Neighbour({ entry, children }: { entry: number; children: ReactNode }) {
  return (
    <a className="link" href={recordCheckPath(String(entry))}>
      {children}
    </a>
  )
}
