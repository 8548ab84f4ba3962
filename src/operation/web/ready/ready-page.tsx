import { useState } from 'react'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { Button, buttonClasses } from '../../../platform/web/ui/button.tsx'
import { IconPath, WARN } from '../../../platform/web/ui/icon-path.tsx'
import { CHECK } from '../../../platform/web/ui/more-icons.ts'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { Failure, Loading } from '../../../platform/web/ui/states.tsx'
import { Head } from '../../../platform/web/ui/title.tsx'
import { failureText, sendAdminCall, useAdminCall } from '../../../people/web/staff/calls.ts'
import { Section } from '../../../people/web/staff/section.tsx'
import { readyVerdict, type Tested } from '../../rules/ready.ts'

const READY = '/api/admin/ready'

export const calls = () => [READY]

type Part = AnswerOf<'GET /api/admin/ready'>['parts'][number]

/** Whether the owner can tell people: each part of production, what players miss without it, and a test. */
export default function ReadyPage() {
  const { data, error, refetch } = useAdminCall('GET /api/admin/ready', READY)
  return (
    <>
      <Head title="Ready for players">
        <Button kind="plain" className="script-only ml-auto" onClick={refetch}>
          Check all
        </Button>
      </Head>
      {error && (
        <Failure text="The parts could not be checked." detail={failureText(error)} onRetry={refetch} />
      )}
      {data ? (
        <>
          <Verdict parts={data.parts} />
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
            <Parts
              title="Without these nobody can use the site"
              parts={data.parts.filter(({ use }) => use)}
              onTested={refetch}
            />
            <Parts
              title="Before you tell people"
              parts={data.parts.filter(({ use }) => !use)}
              onTested={refetch}
            />
          </div>
        </>
      ) : (
        !error && <Loading />
      )}
    </>
  )
}

function Verdict({ parts }: { parts: readonly Part[] }) {
  const { head, rest } = readyVerdict(parts)
  const isMissing = parts.some(({ lamp }) => lamp === 'missing')
  return (
    <p
      role="status"
      className={`mb-4 flex items-center gap-3 rounded-lg p-3 ${isMissing ? 'bg-error-soft text-error' : 'bg-soft text-brand'}`}
    >
      <IconPath path={isMissing ? WARN : CHECK} />
      <span>
        <b className="block">{head}</b>
        {rest}
      </span>
    </p>
  )
}

/** `onTested` reads the parts again, because a test can show that one works. */
interface PartsProps {
  title: string
  parts: readonly Part[]
  onTested: () => void
}

const Parts = ({ title, parts, onTested }: PartsProps) => (
  <Section title={title}>
    <ul className="ruled">
      {parts.map((part) => (
        <OnePart key={part.name} part={part} onTested={onTested} />
      ))}
    </ul>
  </Section>
)

const LAMPS = {
  ready: { name: 'Ready', look: 'rounded-full bg-brand text-on-brand', path: CHECK },
  look: { name: 'Works, but look', look: 'rounded-md bg-gold text-on-gold', path: 'M6 12h12' },
  missing: { name: 'Missing', look: 'text-error', path: WARN },
} as const

function OnePart({
  part: { name, lamp, text, code, link, test },
  onTested,
}: { part: Part } & Pick<PartsProps, 'onTested'>) {
  const { name: state, look, path } = LAMPS[lamp]
  return (
    <li className="flex gap-3 py-3">
      <span role="img" aria-label={state} className={`grid size-6 shrink-0 place-items-center ${look}`}>
        <IconPath path={path} size={lamp === 'missing' ? 24 : 16} />
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-52">
          <h3 className="font-bold">{name}</h3>
          <p className="text-sm text-quiet">{text}</p>
          {code && <code className="text-sm font-bold break-all">{code}</code>}
        </div>
        {test ? (
          <Test part={test} onTested={onTested} />
        ) : (
          link && (
            <PageLink to={link.to} className={buttonClasses('plain')}>
              {link.text}
            </PageLink>
          )
        )}
      </div>
    </li>
  )
}

const LABELS: Record<Tested, string> = {
  mail: 'Send test mail',
  payments: 'Test the keys',
  address: 'Test the certificate',
  record: 'Test the clocks',
  notifications: 'Send to me',
}

/** A button that tests a part, and then the outcome under it. */
function Test({ part, onTested }: { part: Tested } & Pick<PartsProps, 'onTested'>) {
  const [outcome, setOutcome] = useState<{ works: boolean; text: string } | 'busy' | null>(null)
  async function test() {
    setOutcome('busy')
    const failed = (error: unknown) => ({ works: false, text: failureText(error) })
    setOutcome(await sendAdminCall('POST /api/admin/ready/:part', { params: { part } }).catch(failed))
    onTested()
  }
  return (
    <>
      <Button kind="plain" className="script-only" disabled={outcome === 'busy'} onClick={() => void test()}>
        {LABELS[part]}
      </Button>
      <p
        role="status"
        className={`basis-full text-sm empty:absolute ${outcome === 'busy' || outcome?.works ? '' : 'text-error'}`}
      >
        {outcome === 'busy' ? 'Testing…' : outcome?.text}
      </p>
    </>
  )
}
