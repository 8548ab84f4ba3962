import type { ReactNode } from 'react'
import { STAFF_LIMITS } from '../../../domain/admin/staff.ts'
import { Disclosure } from '../../admin/ruled.tsx'
import { StaffForm, type Values } from '../../admin/staff-form.tsx'
import { useProof } from '../../accounts/proof.tsx'
import { call, CallError } from '../../api/call.ts'
import { fieldsOf } from '../../api/use-form.ts'
import { Field } from '../../ui/field.tsx'

interface Props {
  /** The text of the line that opens the form. */
  label: string
  /** The text of the button; the label by default. */
  button?: string
  /** Text above the fields: the consequences. */
  note?: string
  address: string
  /** The request's body beside the reason; the values by default. */
  body?: (values: Values, form: HTMLFormElement) => object
  /** The message after success. */
  done: string | ((answer: unknown) => string)
  onDone?: () => void
  /** Other fields. */
  children?: ReactNode
}

/** A staff action that needs a reason. Collapsed at first; a failure keeps the input. */
export function ReasonForm({ label, button = label, note, address, body, done, onDone, children }: Props) {
  const { withProof, dialog } = useProof()
  async function send(values: Values, form: HTMLFormElement) {
    const asked = { ...(body ? body(values, form) : values), reason: values.reason ?? '' }
    const answer = await withProof(() => call('POST', address, asked))
    const text = typeof done === 'string' ? done : done(await answer?.json())
    form.reset()
    onDone?.()
    return text
  }
  return (
    <Disclosure line={<span className="font-bold">{label}</span>}>
      <StaffForm stacked className="" button={button} send={send} explain={unshownProblem}>
        {note && <p className="text-sm">{note}</p>}
        {children}
        <Field label="Reason" name="reason" required maxLength={STAFF_LIMITS.reason} />
      </StaffForm>
      {dialog}
    </Disclosure>
  )
}

/** The message of a failure whose problems no field of the form shows; null if the fields show all. */
function unshownProblem(error: unknown, form: HTMLFormElement): string | null {
  const fields = Object.entries(fieldsOf(error))
  if (fields.length === 0) return problemText(error)
  const unshown = fields.filter(([name]) => !form.elements.namedItem(name))
  return unshown.map(([, problem]) => problem).join(' ') || null
}

/** The message of a failed call: the errors of its fields, or its title. */
export function problemText(error: unknown): string {
  const problem = error instanceof CallError ? error.problem : null
  const fields = Object.values(problem?.fields ?? {})
  if (fields.length > 0) return fields.join(' ')
  return problem?.title ?? (error instanceof Error ? error.message : String(error))
}
