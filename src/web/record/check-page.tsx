import { PATHS } from '../../domain/site/paths.ts'
import type { Answers } from '../api/answers.ts'
import type { AnswerOf } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { MethodLink } from '../methods/method-link.tsx'
import type { Head as DocumentHead } from '../site/page.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useSearch } from '../ui/location.ts'
import { Failure } from '../ui/states.tsx'
import { Head } from '../ui/title.tsx'
import { callOf } from './addresses.ts'
import { ChainNote, SampleNote } from './chain-note.tsx'
import { Entry } from './entry.tsx'
import { Part } from './figures.tsx'
import { answerAt } from './record-page.tsx'

const LEDGER_ENTRY = '/api/public/ledger-entry'
type EntryAnswer = AnswerOf<'GET /api/public/ledger-entry'>

export const parameters = ['fingerprint']

export const calls = (search: URLSearchParams) => [callOf(LEDGER_ENTRY, search, parameters)]

export const head = (_subject: string, answers: Answers['calls']): DocumentHead => {
  const { status, body } = answerAt(answers, LEDGER_ENTRY)
  const found = status === 200 ? (body as EntryAnswer).found : null
  return {
    title: found ? `Entry ${found.entry.entry} of the forecast ledger` : 'Check a forecast',
    description:
      'Check that a forecast was fixed before its draw: its fingerprint, its text and its place in the chain.',
  }
}

/** Checks a fingerprint, an entry number or a head that was noted earlier. */
export default function CheckPage() {
  const search = new URLSearchParams(useSearch())
  const asked = search.get('fingerprint')?.trim() ?? ''
  const { data: answer, error } = useCall('GET /api/public/ledger-entry', calls(search)[0])
  return (
    <div className="max-w-[44rem]">
      <Head title="Check a forecast" />
      {answer?.chain.isSample && <SampleNote />}
      <form method="get" action={PATHS.recordCheck} className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-[1_1_16rem]">
          <Field
            label="Fingerprint, head or entry number"
            name="fingerprint"
            defaultValue={asked.slice(0, 200)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        </div>
        <Button type="submit">Check</Button>
      </form>
      {answer ? (
        asked !== '' && <Answered answer={answer} asked={asked} />
      ) : error?.status === 400 ? (
        <Unknown asked={asked} />
      ) : (
        <Failure text="The ledger could not be loaded. Please try again in a moment." />
      )}
      <Verify />
      <Limits />
      {answer && <ChainNote chain={answer.chain} />}
    </div>
  )
}

function Answered({ answer: { found, chain }, asked }: { answer: EntryAnswer; asked: string }) {
  return found ? <Entry found={found} entries={chain.entries} /> : <Unknown asked={asked} />
}

function Unknown({ asked }: { asked: string }) {
  return (
    <div role="status" className="mt-4 rounded-lg bg-warn-soft p-3 text-warn">
      <p className="font-bold">The ledger has no such entry.</p>
      <p className="mt-1 text-sm wrap-anywhere">
        “{asked.slice(0, 80)}” is no fingerprint, head or number of an entry. A fingerprint has 64 digits from
        0 to 9 and a to f; the first eight are enough. If it is copied from a page or a mail of ours and typed
        correctly, please tell us.
      </p>
    </div>
  )
}

const COMMAND = 'npm run verify-ledger -- record.csv'

/** How anybody checks the whole ledger. */
function Verify() {
  return (
    <Part
      title="Check the whole record"
      id="verify"
      link={<MethodLink of="commitment">Commitment and lock</MethodLink>}
    >
      <ol className="list-decimal pl-5">
        <li>
          Download{' '}
          <a className="link" href="/record.csv">
            record.csv
          </a>
          . It has a row for each entry, oldest first.
        </li>
        <li>
          Each row has the fingerprint of its entry and the head after it. A head is the SHA-256 of the head
          before it and the fingerprint, as hexadecimal digits one after the other. So no row can be removed,
          inserted, moved or changed without changing every later head.
        </li>
        <li>
          The program of this site replays the file: <code className="font-mono text-sm">{COMMAND}</code>. It
          reports entries that were deleted, reordered, back-dated or changed.
        </li>
        <li>Compare a head that you noted earlier with the head of the same entry in the file.</li>
      </ol>
    </Part>
  )
}

const LIMITS = [
  [
    'That a result was unknown before our close.',
    'A leaked or early draw would look like skill. The record shows separately how early forecasts were published.',
  ],
  [
    'That everyone saw the same chain.',
    'We could show different chains to different people, or rebuild the chain and cut off its end. A head that you noted elsewhere shows it. Heads are on the record, and in receipts and reminders by mail.',
  ],
  [
    'That a pen name is a certain person.',
    'The number of the author is part of the text, the pen name is not.',
  ],
  [
    'That the clock was right.',
    'All times come from our database. A head that was published elsewhere proves the latest time.',
  ],
] as const

function Limits() {
  return (
    <Part title="What this cannot prove">
      <dl className="ruled">
        {LIMITS.map(([name, text]) => (
          <div key={name} className="py-2">
            <dt className="font-bold">{name}</dt>
            <dd className="text-sm text-quiet">{text}</dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}
