import { formatInstant } from '../../../domain/base/calendar.ts'
import { type AnswerOf, call } from '../../api/call.ts'
import { useForm } from '../../api/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { changeErrorText } from '../complete-sign-in.ts'
import { ChangeStatus } from './change-status.tsx'
import { Section } from './section.tsx'

type Session = AnswerOf<'GET /api/profile'>['sessions'][number]

/** The open sessions of the account. */
export function SessionsSection({ sessions, onDone }: { sessions: Session[]; onDone: () => void }) {
  const { busy, result, run } = useForm(changeErrorText)
  const end = (path: string, result: string) =>
    void run(async () => {
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
              <Button
                kind="plain"
                disabled={busy}
                onClick={() => end(`/api/profile/sessions/${id}`, 'The device is logged out.')}
              >
                Log out<span className="visually-hidden"> {device}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          kind="plain"
          className="mt-2 max-w-full wrap-anywhere"
          disabled={busy}
          onClick={() => end('/api/profile/sessions', 'All other devices are logged out.')}
        >
          Log out everywhere else
        </Button>
      )}
      <ChangeStatus result={result} />
    </Section>
  )
}
