import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { STAFF_LIMITS } from '../../domain/admin/staff.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { formText } from '../ui/form-text.ts'

interface Props {
  question: string
  /** The consequences of a confirmation. */
  children: ReactNode
  yes: string
  busy: boolean
  failure: string | null
  onYes: (reason: string, form: HTMLFormElement) => void
  onNo: () => void
}

/** Asks for confirmation of an irreversible change, with a reason. Escape cancels. */
export function Confirm({ question, children, yes, busy, failure, onYes, onNo }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  const decide = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onYes(formText(event.currentTarget, 'reason'), event.currentTarget)
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onNo}
      className="m-auto w-full max-w-md rounded-lg border border-line bg-sheet p-4 text-ink"
    >
      <form method="post" onSubmit={decide} className="space-y-3">
        <h2 id={id} className="text-lg font-bold">
          {question}
        </h2>
        <div className="text-sm">{children}</div>
        <Field
          label="Reason"
          name="reason"
          autoComplete="off"
          maxLength={STAFF_LIMITS.reason}
          hint="For the audit trail. Optional."
        />
        {failure && (
          <p role="alert" className="font-bold text-error">
            {failure}
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={busy}>
            {yes}
          </Button>
          <Button kind="plain" onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
        </div>
      </form>
    </dialog>
  )
}
