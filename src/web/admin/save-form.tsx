import type { ComponentProps, ReactNode } from 'react'
import { Banner } from '../ui/banner.tsx'
import type { Result } from '../api/use-form.ts'

interface Props {
  label: string
  result: Result | null
  onSubmit: ComponentProps<'form'>['onSubmit']
  /** The margins. */
  className: string
  onChange?: () => void
  children: ReactNode
}

/** The button of a long form is far below its outcome. */
const bringIntoView = (outcome: HTMLElement | null) => outcome?.scrollIntoView({ block: 'nearest' })

/** A form of staff, in two columns on wide screens, with the outcome above its fields. */
export function SaveForm({ label, result, onSubmit, className, onChange, children }: Props) {
  return (
    <form
      aria-label={label}
      onSubmit={onSubmit}
      onChange={onChange}
      className={`grid items-start gap-2 *:min-w-0 sm:grid-cols-2 ${className}`}
    >
      {result && (
        <div ref={bringIntoView} className="scroll-mt-16 sm:col-span-2">
          <Banner kind={result.kind}>{result.text}</Banner>
        </div>
      )}
      {children}
    </form>
  )
}
