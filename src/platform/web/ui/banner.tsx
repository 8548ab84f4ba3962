import type { ReactNode } from 'react'

const LOOKS = { good: 'bg-soft text-brand', bad: 'bg-error-soft text-error', warn: 'bg-warn-soft text-warn' }

/** A message above a screen or a form. Screen readers announce it at once; `onClose` adds a Close button. */
export function Banner({
  kind,
  children,
  onClose,
}: {
  kind: keyof typeof LOOKS
  children: ReactNode
  onClose?: () => void
}) {
  return (
    <div role="alert" className={`mb-4 flex items-start gap-3 rounded-lg p-3 ${LOOKS[kind]}`}>
      <div className="min-w-0 flex-1">{children}</div>
      {onClose && (
        <button type="button" className="script-only -my-2 min-h-11 px-2 font-bold" onClick={onClose}>
          Close
        </button>
      )}
    </div>
  )
}
