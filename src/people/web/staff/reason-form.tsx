import type { ReactNode } from 'react'
import { STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { Disclosure } from './ruled.tsx'
import { StaffForm, type Values } from './staff-form.tsx'
import { sendStaff } from './calls.ts'
import { CallError } from '../../../platform/web/api/call.ts'
import { fieldsOf, WrongFields } from '../../../platform/web/api/use-form.ts'
import { Field, Select } from '../../../platform/web/ui/field.tsx'
import { PAID_PLANS, type PaidPlan, PLANS } from '../../../platform/rules/access/plans.ts'

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
  async function send(values: Values, form: HTMLFormElement, id: string) {
    const asked = { ...(body ? body(values, form) : values), reason: values.reason ?? '' }
    const answer = await sendStaff('POST', address, asked, id)
    const text = typeof done === 'string' ? done : done(await answer.json())
    form.reset()
    onDone?.()
    return text
  }
  return (
    <Disclosure line={<span className="font-bold">{label}</span>}>
      <StaffForm stacked className="" draft={address} button={button} send={send} explain={unshownProblem}>
        {note && <p className="text-sm">{note}</p>}
        {children}
        <Field label="Reason" name="reason" required maxLength={STAFF_LIMITS.reason} />
      </StaffForm>
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

export function PlanSelect({ initially }: { initially: PaidPlan }) {
  return (
    <Select
      label="Plan"
      name="plan"
      defaultValue={initially}
      options={PAID_PLANS.map((plan) => [plan, PLANS[plan].name])}
    />
  )
}

/** The kobo of the field in naira. @throws WrongFields if it holds no amount */
export function koboOf({ kobo = '' }: Values): number {
  const match = /^₦?(\d{1,9})(?:\.(\d{1,2}))?$/.exec(kobo.replace(/[\s,]/g, ''))
  if (!match) throw new WrongFields({ kobo: 'Enter an amount in naira, such as 1500 or 1500.50.' })
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** An amount in naira. */
export const NairaField = ({ defaultValue }: { defaultValue?: string }) => (
  <Field label="Naira" name="kobo" defaultValue={defaultValue} inputMode="decimal" required maxLength={15} />
)
