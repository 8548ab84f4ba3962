import type { ReactNode } from 'react'

/** The heading of a way in, below the product's name. */
export function SignedOutHeading({ children }: { children: ReactNode }) {
  return <h2 className="mb-3 text-lg leading-tight font-bold">{children}</h2>
}
