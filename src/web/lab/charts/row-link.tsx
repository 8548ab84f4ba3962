import type { ReactNode } from 'react'
import { PageLink } from '../../ui/page-link.tsx'

/** A row of a picture: its name, drawing and value. It opens the draws behind it, if they can be opened. */
export function RowLink({
  to,
  className,
  children,
}: {
  to: string | null
  className: string
  children: ReactNode
}) {
  if (to === null) return <div className={className}>{children}</div>
  return (
    <PageLink to={to} className={className}>
      {children}
    </PageLink>
  )
}
