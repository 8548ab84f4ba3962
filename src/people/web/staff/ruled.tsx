import type { ReactNode } from 'react'
import { Icon } from '../../../platform/web/ui/icons.tsx'

/** A list of rows between rules, edge to edge on a phone. */
export function Ruled({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul className="ruled" aria-label={label}>
      {children}
    </ul>
  )
}

/** A line that opens to its details, without script too. */
export function Disclosure({
  line,
  children,
  open = false,
  roomAtEnd = false,
}: {
  line: ReactNode
  children: ReactNode
  /** Whether the details are open at the start. */
  open?: boolean
  /** Leaves room for two buttons over the end of the line. */
  roomAtEnd?: boolean
}) {
  return (
    <details className="disclosure" open={open}>
      <summary className={`flex min-h-11 items-start gap-3 py-2.5 ${roomAtEnd ? 'pr-24' : ''}`}>
        <div className="min-w-0 flex-1">{line}</div>
        <Icon name="down" />
      </summary>
      <div className="pb-3">{children}</div>
    </details>
  )
}
