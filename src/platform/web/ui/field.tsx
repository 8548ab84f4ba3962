import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react'
import { CONTROL } from './button.tsx'

/** The problems of a form by the names of its fields. Each field shows its own. */
export const Problems = createContext<Readonly<Record<string, string>>>({})

/** The problem of a field; undefined without one. */
export const useProblem = (name: string | undefined): string | undefined => useContext(Problems)[name ?? '']

interface FieldNotes {
  /** Shown from the start. */
  hint?: ReactNode
  /** What is wrong with the value, for a form without {@link Problems}. */
  error?: string | undefined
}

interface Labelled extends FieldNotes {
  label: string
}

type Control = Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby'>

/** The attributes that connect a control with its label and notes, and the problem of its field. */
function useFieldAttributes(name: string | undefined, { hint, error: given }: FieldNotes) {
  const problem = useProblem(name)
  const error = given ?? problem
  const id = useId()
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const control: Control = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': ids || undefined,
  }
  return { id, control, notes: <Notes id={id} hint={hint} error={error} /> }
}

function Notes({ id, hint, error }: FieldNotes & { id: string }) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-quiet">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm font-bold text-error">
          {error}
        </p>
      )}
    </>
  )
}

/** A label, its control and the notes below it. */
function LabelledControl({
  label,
  name,
  children,
  ...given
}: Labelled & { name: string | undefined; children: (control: Control) => ReactNode }) {
  const { id, control, notes } = useFieldAttributes(name, given)
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-label font-bold">
        {label}
      </label>
      {children(control)}
      {notes}
    </div>
  )
}

type FieldProps = Labelled & {
  /** What is shown beside the label, and follows the field in the order of the keyboard. */
  aside?: ReactNode
} & ComponentProps<'input'>

export function Field({ label, hint, error, aside, ...input }: FieldProps) {
  const field = (
    <LabelledControl label={label} name={input.name} hint={hint} error={error}>
      {(control) => <input {...input} {...control} className={CONTROL} />}
    </LabelledControl>
  )
  return aside ? (
    <div className="field-aside">
      {field}
      {aside}
    </div>
  ) : (
    field
  )
}

export function TextArea({ label, hint, error, ...textarea }: Labelled & ComponentProps<'textarea'>) {
  return (
    <LabelledControl label={label} name={textarea.name} hint={hint} error={error}>
      {(control) => <textarea {...textarea} {...control} className={`${CONTROL} py-2`} />}
    </LabelledControl>
  )
}

/** A value, or a value and its text. */
export type Option = string | number | readonly [value: string | number, text: string | undefined]

export function Options({ of }: { of: readonly Option[] }) {
  return of.map((option) => {
    const [value, text] = typeof option === 'object' ? option : [option, option]
    return (
      <option key={value} value={value}>
        {text}
      </option>
    )
  })
}

/** Groups of options are children. */
type SelectProps = Labelled & { options?: readonly Option[] } & ComponentProps<'select'>

export function Select({ label, hint, error, options, children, ...select }: SelectProps) {
  return (
    <LabelledControl label={label} name={select.name} hint={hint} error={error}>
      {(control) => (
        <select {...select} {...control} className={CONTROL}>
          {options ? <Options of={options} /> : children}
        </select>
      )}
    </LabelledControl>
  )
}

/** A checkbox of a group has a value. The group shows its problem. */
export function Checkbox({ label, error, ...input }: Labelled & ComponentProps<'input'>) {
  const name = input.value === undefined ? input.name : undefined
  const { id, control, notes } = useFieldAttributes(name, { error })
  return (
    <div>
      <label htmlFor={id} className="flex min-h-11 items-center gap-3">
        <input {...input} {...control} type="checkbox" className="size-6 shrink-0 accent-brand" />
        <span>{label}</span>
      </label>
      {notes}
    </div>
  )
}
