import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/** Shown while loading. The text appears after a moment, so that quick answers do not flash. */
export function Loading({ text, full = false }: { text: string; full?: boolean }) {
  return (
    <div
      role="status"
      className={`flex items-center justify-center gap-3 ${full ? 'min-h-screen' : 'min-h-40'}`}
    >
      <span className="spinner" aria-hidden="true" />
      <span className={full ? '' : 'late'}>{text}</span>
    </div>
  )
}

/** What failed, and a retry button. Typed values stay. */
export function Failure({
  text,
  detail,
  onRetry,
}: {
  text: string
  detail?: ReactNode
  onRetry?: () => void
}) {
  return (
    <div role="alert" className="my-4 rounded-lg bg-error-soft p-4">
      <p className="font-bold text-error">{text}</p>
      {detail && <p className="mt-1 text-sm">{detail}</p>}
      {onRetry && (
        <Button kind="plain" className="mt-3" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

/** Why there is nothing to show, and what to do next. */
export function Empty({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="my-4 rounded-lg border border-line bg-sheet p-6 text-center">
      <p className="font-bold">{text}</p>
      {children && <div className="mt-2 text-sm text-quiet">{children}</div>}
    </div>
  )
}
