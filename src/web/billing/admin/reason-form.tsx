import type { ReactNode } from 'react'
import { STAFF_LIMITS } from '../../../domain/admin/staff.ts'
import { Disclosure } from '../../admin/ruled.tsx'
import { useProof } from '../../accounts/proof.tsx'
import { call, CallError } from '../../api/call.ts'
import { useForm, WrongFields } from '../../api/use-form.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formText } from '../../ui/form-text.ts'

interface Props {
  /** The text of the line that opens the form. */
  label: string
  /** The text of the button; the label by default. */
  button?: string
  /** Text above the fields: the consequences. */
  note?: string
  address: string
  /** The other fields of the request's body. */
  body?: (form: HTMLFormElement) => object
  /** The message after success. */
  done: (answer: unknown) => string
  onDone?: () => void
  /** Other fields; a function gets the problems by the names of the fields. */
  children?: ReactNode | ((fields: Record<string, string>) => ReactNode)
}

/** A staff action that needs a reason. Collapsed at first; a failure keeps the input. */
export function ReasonForm({ label, button = label, note, address, body, done, onDone, children }: Props) {
  const { busy, result, fields, submit } = useForm(problemText)
  const { withProof, dialog } = useProof()
  const act = submit(async (form) => {
    const reason = formText(form, 'reason').trim()
    if (reason === '') throw new WrongFields({ reason: 'Say why.' })
    const answer = await withProof(() => call('POST', address, { ...body?.(form), reason }))
    const text = done(await answer?.json())
    form.reset()
    onDone?.()
    return text
  })

  // The other fields show their own problems if they get them.
  const isAtFields = typeof children === 'function' && Object.keys(fields).length > 0

  return (
    <Disclosure line={<span className="font-bold">{label}</span>}>
      <form method="post" noValidate onSubmit={act} className="space-y-3">
        {note && <p className="text-sm">{note}</p>}
        {typeof children === 'function' ? children(fields) : children}
        <Field label="Reason" name="reason" required maxLength={STAFF_LIMITS.reason} error={fields.reason} />
        {result && !isAtFields && <Banner kind={result.kind}>{result.text}</Banner>}
        <Button type="submit" disabled={busy}>
          {busy ? 'Please wait...' : button}
        </Button>
      </form>
      {dialog}
    </Disclosure>
  )
}

/** The message of a failed call: the errors of its fields, or its title. */
export function problemText(error: unknown): string {
  const problem = error instanceof CallError ? error.problem : null
  const fields = Object.values(problem?.fields ?? {})
  if (fields.length > 0) return fields.join(' ')
  return problem?.title ?? (error instanceof Error ? error.message : String(error))
}
