import type { ReactNode } from 'react'
import { Logo } from '../site/brand.tsx'

/** The heading of the screens before the login. */
export function SignedOutHeading({ children }: { children: ReactNode }) {
  return (
    <div className="mb-6 text-center">
      <Logo size={48} className="mx-auto mb-3" />
      <h1 tabIndex={-1} className="text-2xl font-bold tracking-tight">
        LOTTO FORECAST
      </h1>
      <h2 className="text-lg text-quiet">{children}</h2>
    </div>
  )
}
