import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { PageLink } from '../ui/page-link.tsx'
import { PATHS } from '../../domain/paths.ts'

interface Item {
  to: string
  label: ReactNode
}

/** The seven links of the specification, in its order. */
export const MAIN_LINKS: readonly Item[] = [
  { to: PATHS.overview, label: 'Overview' },
  { to: PATHS.prediction, label: 'Prediction' },
  { to: PATHS.frequentNumbers, label: 'Frequent Number' },
  { to: PATHS.dayResult, label: 'Day Result' },
  { to: PATHS.pastResults, label: 'Games Results' },
  { to: PATHS.classification, label: 'Classification' },
  { to: PATHS.paymentChannel, label: 'Payment Channel' },
]

export const MORE_LINKS: readonly Item[] = [
  { to: PATHS.movingNumbers, label: 'Moving Numbers' },
  { to: PATHS.assistant, label: 'AI Assistant' },
]

/** A list of links to screens; the present one is marked. */
export function NavList({ items, onFollow }: { items: readonly Item[]; onFollow?: () => void }) {
  const [path] = useLocation()
  return (
    <ul>
      {items.map(({ to, label }) => (
        <li key={to}>
          <PageLink
            to={to}
            onClick={onFollow}
            aria-current={path === to ? 'page' : undefined}
            className={`flex min-h-11 items-center rounded-lg px-3 ${path === to ? 'bg-soft font-semibold text-action' : ''}`}
          >
            {label}
          </PageLink>
        </li>
      ))}
    </ul>
  )
}

export function NavHeading({ children }: { children: ReactNode }) {
  return <p className="mt-4 px-3 text-xs font-semibold text-quiet">{children}</p>
}
