import {
  type ComponentProps,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'

const CONTROL = 'block w-full min-h-11 rounded-lg border border-edge bg-sheet px-3 text-base'

interface Said {
  /** Said before anything is typed. */
  hint?: string | undefined
  /** What is wrong with it. */
  error?: string | undefined
}

interface Labelled extends Said {
  label: string
}

/** What ties a control to its label and notes. */
function useTies({ hint, error }: Said) {
  const id = useId()
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': ids || undefined }
}

function Notes({ id, hint, error }: Said & { id: string }) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-quiet">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm font-semibold text-error">
          {error}
        </p>
      )}
    </>
  )
}

/** A control below its label and above its notes. */
function Labelling({ id, label, hint, error, children }: Labelled & { id: string; children: ReactNode }) {
  return (
    <div>
      <label htmlFor={id} className="mb-0.5 block text-sm font-semibold">
        {label}
      </label>
      {children}
      <Notes id={id} hint={hint} error={error} />
    </div>
  )
}

export function Field({ label, hint, error, ...input }: Labelled & ComponentProps<'input'>) {
  const ties = useTies({ hint, error })
  return (
    <Labelling id={ties.id} label={label} hint={hint} error={error}>
      <input {...input} {...ties} className={CONTROL} />
    </Labelling>
  )
}

export function TextArea({
  label,
  hint,
  error,
  ...textarea
}: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const ties = useTies({ hint, error })
  return (
    <Labelling id={ties.id} label={label} hint={hint} error={error}>
      <textarea {...textarea} {...ties} className={`${CONTROL} py-2`} />
    </Labelling>
  )
}

export function Select({
  label,
  hint,
  error,
  ...select
}: Labelled & SelectHTMLAttributes<HTMLSelectElement>) {
  const ties = useTies({ hint, error })
  return (
    <Labelling id={ties.id} label={label} hint={hint} error={error}>
      <select {...select} {...ties} className={CONTROL} />
    </Labelling>
  )
}

export function Checkbox({ label, error, ...input }: Labelled & ComponentProps<'input'>) {
  const ties = useTies({ error })
  return (
    <div>
      <label htmlFor={ties.id} className="flex min-h-11 items-center gap-3">
        <input {...input} {...ties} type="checkbox" className="size-6 shrink-0 accent-action" />
        <span>{label}</span>
      </label>
      <Notes id={ties.id} error={error} />
    </div>
  )
}
