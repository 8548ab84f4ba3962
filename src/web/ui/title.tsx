import type { ReactNode } from 'react'

/** The heading of a screen. Navigation moves the focus here. */
export function Title({ children }: { children: ReactNode }) {
  return (
    <h1 tabIndex={-1} className="text-xl font-bold">
      {children}
    </h1>
  )
}
