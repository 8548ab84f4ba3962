import type { ReactNode } from 'react'
import { Banner } from '../ui/banner.tsx'
import type { Save } from './use-save.ts'

interface Props {
  label: string
  save: Save
  /** The margins. */
  className: string
  onChange?: () => void
  children: ReactNode
}

/** A form of staff, in two columns on wide screens, with the outcome above its fields. */
export function SaveForm({ label, save: { outcome, submit }, className, onChange, children }: Props) {
  return (
    <form
      aria-label={label}
      onSubmit={submit}
      onChange={onChange}
      className={`grid items-start gap-2 *:min-w-0 sm:grid-cols-2 ${className}`}
    >
      {outcome && (
        <div className="sm:col-span-2">
          <Banner kind={outcome.kind}>{outcome.text}</Banner>
        </div>
      )}
      {children}
    </form>
  )
}
