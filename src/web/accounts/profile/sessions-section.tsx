import { NOTICES } from '../../../domain/base/messages.ts'
import { formatInstant } from '../../../domain/base/calendar.ts'
import { type AnswerOf, call } from '../../api/call.ts'
import { stateOf, useForm } from '../../api/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { useFormAnswer } from '../../ui/form-answer.ts'
import { PlainForm } from '../../ui/plain-form.tsx'
import { changeErrorText } from '../complete-sign-in.ts'
import { ChangeStatus } from './change-status.tsx'
import { Section } from './section.tsx'

type Session = AnswerOf<'GET /api/profile'>['sessions'][number]

/** The open sessions of the account. */
export function SessionsSection({ sessions, onDone }: { sessions: Session[]; onDone: () => void }) {
  const [one, all] = [useFormAnswer('session'), useFormAnswer('sessions')]
  const { busy, result, submit } = useForm(changeErrorText, stateOf(one.form ? one : all))
  const end = (path: string, result: string) =>
    submit(async () => {
      await call('DELETE', path)
      onDone()
      return result
    })
  return (
    <Section
      title="Devices"
      note="Where you are logged in. Log out unknown devices, then change your password."
    >
      <ul className="divide-y divide-line">
        {sessions.map(({ id, device, address, seenAt, current }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <div className="min-w-0 flex-1 basis-40">
              <p className="font-bold">
                {device} {current && <span className="text-brand">(this device)</span>}
              </p>
              <p className="text-sm text-quiet">
                {address && `${address}, `}last used {formatInstant(seenAt)}
              </p>
            </div>
            {!current && (
              <PlainForm
                name="session"
                opensAtTop
                onSubmit={end(`/api/profile/sessions/${id}`, NOTICES['session-ended'].text)}
              >
                <Button type="submit" kind="plain" name="id" value={id} disabled={busy}>
                  Log out<span className="visually-hidden"> {device}</span>
                </Button>
              </PlainForm>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <PlainForm
          name="sessions"
          onSubmit={end('/api/profile/sessions', NOTICES['sessions-ended'].text)}
          className="mt-2"
        >
          <Button type="submit" kind="plain" className="max-w-full wrap-anywhere" disabled={busy}>
            Log out everywhere else
          </Button>
        </PlainForm>
      )}
      <ChangeStatus result={result} />
    </Section>
  )
}
