import { useState, useEffect, useRef } from 'react'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { Banner } from '../../../platform/web/ui/banner.tsx'
import { Failure, Loading } from '../../../platform/web/ui/states.tsx'
import { Title } from '../../../platform/web/ui/title.tsx'
import { useMe, useRefreshMe } from '../../../platform/web/access/me.ts'
import { Sections, Section, ChangeStatus } from '../profile/section.tsx'
import { Button } from '../../../platform/web/ui/button.tsx'
import { call, send, type AnswerOf } from '../../../platform/web/api/call.ts'
import { useForm } from '../../../platform/web/api/use-form.ts'
import { changeErrorText } from '../complete-sign-in.ts'
import { useProof } from '../proof.tsx'
import { groupByFour } from '../../../platform/rules/access/second-factor.ts'
import { formText } from '../../../platform/web/ui/form-text.ts'
import { CodeField } from '../way-in.tsx'

const PROFILE = '/api/profile'
export const calls = () => [PROFILE]

/** The user's second factor: set-up, recovery codes, turning off. */
export default function SecondFactorPage() {
  const me = useMe()
  const refresh = useRefreshMe()
  const { data, error, refetch } = useCall('GET /api/profile', PROFILE)
  const [codes, setCodes] = useState<string[] | null>(null)

  function changed() {
    refetch()
    void refresh()
  }

  return (
    <>
      <Title>Second factor</Title>
      <p className="max-w-[56rem] text-quiet">
        Logins then need your password and a code from an app on your phone. Someone who learns your password
        cannot log in without your phone.
      </p>
      {me?.adminArea === 'factor-needed' && !codes && (
        <div className="mt-3">
          <Banner kind="bad">The admin area opens when your account has a second factor.</Banner>
        </div>
      )}
      <Sections>
        {codes ? (
          <RecoveryCodes
            codes={codes}
            onDone={() => {
              setCodes(null)
              changed()
            }}
          />
        ) : !data ? (
          error ? (
            <div className="px-3">
              <Failure text="Your profile could not be loaded." detail={error.message} onRetry={refetch} />
            </div>
          ) : (
            <Loading />
          )
        ) : data.secondFactor ? (
          <Manage left={data.recoveryCodes} onCodes={setCodes} onOff={changed} />
        ) : (
          <SetUp onCodes={setCodes} />
        )}
      </Sections>
      <p className="mt-3 flex gap-6">
        {me?.adminArea === 'open' && (
          <PageLink to={PATHS.admin} className="link tap">
            Admin area
          </PageLink>
        )}
        <PageLink to={PATHS.profile} className="link tap">
          Profile
        </PageLink>
      </p>
    </>
  )
}

/** New recovery codes, which are shown only once. */
function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const list = useRef<HTMLUListElement>(null)
  // The form that had the focus is removed.
  useEffect(() => list.current?.focus(), [])
  return (
    <Section
      title="Your recovery codes"
      note="The second factor is on. Each of these codes logs you in once if you lose your phone. Write them down or print them now: they are not shown again."
    >
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Recovery codes"
        className="space-y-1 font-mono text-sm break-words"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button className="mt-3" onClick={onDone}>
        I have saved them
      </Button>
    </Section>
  )
}

interface Props {
  /** The number of unused recovery codes. */
  left: number
  onCodes: (codes: string[]) => void
  onOff: () => void
}

/** New recovery codes and turning off, for a second factor that is on. */
function Manage({ left, onCodes, onOff }: Props) {
  const { busy, result, run } = useForm(changeErrorText)
  const { withProof, dialog } = useProof()

  const renew = () =>
    void run(async () => {
      const answer = await withProof(() => send('POST /api/profile/second-factor/recovery-codes'))
      if (answer) onCodes(answer.recoveryCodes)
    })
  const turnOff = () =>
    void run(async () => {
      await withProof(() => call('DELETE', '/api/profile/second-factor'))
      onOff()
    })

  return (
    <Section title="On">
      <p className="mb-3">
        {left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`} New codes replace the
        old ones.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button kind="plain" disabled={busy} onClick={renew}>
          New recovery codes
        </Button>
        <Button kind="danger" disabled={busy} onClick={turnOff}>
          Turn off
        </Button>
      </div>
      <ChangeStatus result={result} />
      {dialog}
    </Section>
  )
}

type Begun = AnswerOf<'POST /api/profile/second-factor'>

/** Two steps: put the key into an app, then prove with a code that the app holds the key. */
function SetUp({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const { busy, result, fields, run, submit } = useForm(changeErrorText)
  const { withProof, dialog } = useProof()
  const [begun, setBegun] = useState<Begun | null>(null)

  const begin = () =>
    void run(async () => {
      setBegun(await withProof(() => send('POST /api/profile/second-factor')))
    })

  const confirm = submit(async (form) => {
    const code = formText(form, 'code')
    const answer = await withProof(() => send('POST /api/profile/second-factor/confirm', { code }))
    if (answer) onCodes(answer.recoveryCodes)
  })

  return (
    <Section title={begun ? 'Add the key to your app' : 'Off'}>
      {begun ? (
        <>
          <Key begun={begun} />
          <form onSubmit={confirm} className="mt-4 space-y-3" noValidate>
            <CodeField recovery={false} error={fields.code} />
            <Button type="submit" disabled={busy}>
              Turn on
            </Button>
          </form>
        </>
      ) : (
        <>
          <p className="mb-3">
            You need an authenticator app, such as Google Authenticator, Microsoft Authenticator or Aegis.
          </p>
          <Button disabled={busy} onClick={begin}>
            Set up
          </Button>
        </>
      )}
      <ChangeStatus result={result} />
      {dialog}
    </Section>
  )
}

/** The key in three forms: a QR code, a link for an app on this device, and text. */
function Key({ begun: { key, uri, qr } }: { begun: Begun }) {
  return (
    <>
      <p>Scan this code with the app on your phone.</p>
      <svg
        role="img"
        aria-label="QR code of the key"
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        className="my-3 w-full max-w-[20rem] rounded-md border border-line"
      >
        <rect width={qr.size} height={qr.size} fill="#fff" />
        <path d={qr.path} fill="#000" />
      </svg>
      <p>
        Is the app on this device?{' '}
        <a href={uri} className="link tap">
          Open the app
        </a>
      </p>
      <p className="mt-3">Or type this key into the app:</p>
      <p className="mt-1 font-mono break-words">{groupByFour(key).replaceAll('-', ' ')}</p>
    </>
  )
}
