import type { ReactNode } from 'react'

/** One line of a slip, the `dl` with dashed rules. */
export function SlipLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
