import { formatInstant } from '../../../domain/base/calendar.ts'
import { formatCount } from '../../../domain/base/words.ts'
import { ReasonForm } from '../../billing/admin/reason-form.tsx'
import { useForm } from '../../api/use-form.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { failureText, sendAdminCall } from '../calls.ts'
import { Section } from '../section.tsx'
import type { Overview } from './figures.tsx'

type Restore = NonNullable<Overview['restore']>

/** What staff still decide after a restore: closed payments, and mails that may have been sent already. */
export function AfterRestore({
  of: { at, backupAt, paymentsClosed, heldMails },
  onChange,
}: {
  of: Restore
  /** Called after a decision. */
  onChange: () => void
}) {
  return (
    <Section title="After the restore">
      <p className="text-sm">
        All data is as of {formatInstant(backupAt)}. It was restored on {formatInstant(at)}.
      </p>
      {paymentsClosed && (
        <>
          <p className="mt-2 text-sm font-bold">
            Payments are closed until the comparison with Paystack has finished.
          </p>
          <ReasonForm
            label="Open payments now"
            note="A payment made after the backup is unknown here until the comparison has found it."
            address="/api/admin/restore/open-payments"
            done="Payments are open."
            onDone={onChange}
          />
        </>
      )}
      {heldMails > 0 && <HeldMails count={heldMails} onChange={onChange} />}
    </Section>
  )
}

function HeldMails({ count, onChange }: { count: number; onChange: () => void }) {
  const { busy, result, run } = useForm(failureText)
  const decide = (decision: 'send' | 'discard') =>
    run(async () => {
      await sendAdminCall('POST /api/admin/restore/mails', { body: { decision } })
      onChange()
    })

  return (
    <>
      <p className="mt-2 text-sm">
        <strong>
          {count === 1
            ? '1 mail from before the restore waits.'
            : `${formatCount(count)} mails from before the restore wait.`}
        </strong>{' '}
        They may have been sent already. Their links to confirm an address or to set a password do not work.
      </p>
      {result && <Banner kind="bad">{result.text}</Banner>}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button kind="plain" disabled={busy} onClick={() => void decide('discard')}>
          Discard them
        </Button>
        <Button kind="plain" disabled={busy} onClick={() => void decide('send')}>
          Send them
        </Button>
      </div>
    </>
  )
}
