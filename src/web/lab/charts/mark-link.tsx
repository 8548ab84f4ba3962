import type { ReactNode } from 'react'
import type { LabMark } from '../../../domain/lab/answer.ts'
import { formatCount } from '../../../domain/base/words.ts'
import { PageLink } from '../../ui/page-link.tsx'

/** The address of the draws behind a mark; null if they cannot be opened. */
export type PathOf = (mark: LabMark) => string | null

interface Props {
  mark: LabMark
  pathOf: PathOf
  children: ReactNode
}

/**
 * A mark of a drawing as a link to its draws. The drawings are hidden from screen readers and left out of the tab order,
 * because the table below each of them has the same links.
 */
export function MarkLink({ mark, pathOf, children }: Props) {
  const to = pathOf(mark)
  const title = <title>{`${mark.label}: ${formatCount(mark.count)}`}</title>
  if (to === null)
    return (
      <g>
        {title}
        {children}
      </g>
    )
  return (
    <PageLink to={to} tabIndex={-1}>
      {title}
      {children}
    </PageLink>
  )
}
