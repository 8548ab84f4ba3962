import { PATHS } from '../../domain/site/paths.ts'
import type { Answers } from '../api/answers.ts'
import type { AnswerOf } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import type { Head as DocumentHead, Trail } from '../site/page.ts'
import { Breadcrumbs } from '../site/breadcrumbs.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useSearch } from '../ui/location.ts'
import { Failure } from '../ui/states.tsx'
import { Head } from '../ui/title.tsx'
import { answerAt, callOf } from './addresses.ts'
import { CheckRecord } from './check-record.tsx'
import { type Log, LogNote, SampleNote } from './log-note.tsx'
import { Command, Entry } from './entry.tsx'

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
    title: found ? `Entry ${found.entry} of the log of forecasts` : 'Check the record',
    description: 'Check every entry of the public log of forecasts on your own phone, or look one entry up.',
  }
}

/** Checks the whole log in the browser, and looks up one entry by its index, its commitment or its hash. */
export default function CheckPage() {
  const search = new URLSearchParams(useSearch())
  const asked = search.get('fingerprint')?.trim() ?? ''
  const { data: answer, error } = useCall('GET /api/public/ledger-entry', calls(search)[0])
  return (
    <div className="max-w-[44rem]">
      <Breadcrumbs trail={TRAIL} />
      <Head title="Check the record">{answer?.log.isSample && <SampleNote />}</Head>
      <p>
        Each forecast, result and change of a draw’s time is one entry of a public log. Your phone can
        download the log and check every entry itself: that no forecast came after its lock, that none was
        hidden, changed or left out, and that every score is right.
      </p>
      {answer && <Whole log={answer.log} />}
      <section aria-labelledby="lookup" className="mt-6">
        <h2 id="lookup" className="mb-2 font-bold">
          Look one entry up
        </h2>
        <form method="get" action={PATHS.recordCheck} className="flex flex-wrap items-end gap-2">
          <div className="min-w-0 flex-[1_1_16rem]">
            <Field
              label="Number, commitment or hash of an entry"
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
          asked !== '' &&
          (answer.found ? (
            <Entry found={answer.found} address={answer.log.address} />
          ) : (
            <Unknown asked={asked} />
          ))
        ) : error?.status === 400 ? (
          <Unknown asked={asked} />
        ) : (
          <Failure text="The log could not be loaded. Please try again in a moment." />
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
        The log has no signed checkpoint yet, so there is nothing to check.
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
          site that it checks also serves it.
        </p>
        <Command>{commands(address)}</Command>
        <p className="results-links">
          {['record.jsonl', 'checkpoint', 'cosigned.jsonl', 'texts.jsonl', 'policy.txt'].map((name) => (
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

/** For Node.js 20.16 and later, in the folder of the download. */
const commands = (address: string) =>
  [
    'SITE=https://the-address-of-this-site',
    `curl -O $SITE/verify.mjs -O $SITE${address}/record.jsonl -O $SITE${address}/checkpoint`,
    'node verify.mjs record.jsonl --current checkpoint',
  ].join('\n')

function Unknown({ asked }: { asked: string }) {
  return (
    <div role="status" className="mt-4 rounded-lg bg-warn-soft p-3 text-warn">
      <p className="font-bold">The log has no such entry.</p>
      <p className="mt-1 text-sm wrap-anywhere">
        “{asked.slice(0, 80)}” is no number, commitment or hash of an entry. A hash has 64 digits from 0 to 9
        and a to f; the first eight are enough. If it is copied from a page or a mail of ours and typed
        correctly, please tell us.
      </p>
    </div>
  )
}
