import {
  type InputHTMLAttributes,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'

const CONTROL = 'block w-full min-h-11 rounded-lg border border-edge bg-sheet px-3 text-base'

interface Labelled {
  label: string
  /** Said before anything is typed. */
  hint?: string | undefined
  /** What is wrong with it. */
  error?: string | undefined
}

function useDescription({ hint, error }: Labelled) {
  const id = useId()
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return { id, describedBy: ids || undefined }
}

function Notes({ id, hint, error }: Labelled & { id: string }) {
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

export function Field({ label, hint, error, ...input }: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  const { id, describedBy } = useDescription({ label, hint, error })
  return (
    <div>
      <label htmlFor={id} className="mb-0.5 block text-sm font-semibold">
        {label}
      </label>
      <input
        {...input}
        id={id}
        className={CONTROL}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
      />
      <Notes id={id} label={label} hint={hint} error={error} />
    </div>
  )
}

export function TextArea({
  label,
  hint,
  error,
  ...textarea
}: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { id, describedBy } = useDescription({ label, hint, error })
  return (
    <div>
      <label htmlFor={id} className="mb-0.5 block text-sm font-semibold">
        {label}
      </label>
      <textarea
        {...textarea}
        id={id}
        className={`${CONTROL} py-2`}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
      />
      <Notes id={id} label={label} hint={hint} error={error} />
    </div>
  )
}

export function Select({
  label,
  hint,
  error,
  ...select
}: Labelled & SelectHTMLAttributes<HTMLSelectElement>) {
  const { id, describedBy } = useDescription({ label, hint, error })
  return (
    <div>
      <label htmlFor={id} className="mb-0.5 block text-sm font-semibold">
        {label}
      </label>
      <select {...select} id={id} className={CONTROL} aria-describedby={describedBy} />
      <Notes id={id} label={label} hint={hint} error={error} />
    </div>
  )
}

export function Checkbox({ label, error, ...input }: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  const { id, describedBy } = useDescription({ label, error })
  return (
    <div>
      <label htmlFor={id} className="flex min-h-11 items-center gap-3">
        <input
          {...input}
          id={id}
          type="checkbox"
          className="size-6 shrink-0 accent-action"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
        />
        <span>{label}</span>
      </label>
      <Notes id={id} label={label} error={error} />
    </div>
  )
}
