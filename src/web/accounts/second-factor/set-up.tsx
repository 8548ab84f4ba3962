import { useState } from 'react'
import { groupByFour } from '../../../domain/accounts/second-factor.ts'
import { type AnswerOf, send } from '../../api/call.ts'
import { useForm } from '../../api/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { formText } from '../../ui/form-text.ts'
import { CodeField } from '../way-in.tsx'
import { changeErrorText } from '../complete-sign-in.ts'
import { ChangeStatus, Section } from '../profile/section.tsx'
import { useProof } from '../proof.tsx'

type Begun = AnswerOf<'POST /api/profile/second-factor'>

/** Two steps: put the key into an app, then prove with a code that the app holds the key. */
export function SetUp({ onCodes }: { onCodes: (codes: string[]) => void }) {
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
