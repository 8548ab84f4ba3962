import { PageLink } from './page-link.tsx'

interface Props {
  /** The accessible name of the group. */
  label: string
  options: readonly { to: string; text: string; isCurrent: boolean }[]
}

/** Joined links that look like `Segments`. Each choice is an address, so it works without script. */
export function SegmentLinks({ label, options }: Props) {
  return (
    <nav aria-label={label} className="segments min-w-[min(15rem,100%)]">
      {options.map(({ to, text, isCurrent }) => (
        <PageLink key={to} to={to} aria-current={isCurrent ? 'true' : undefined}>
          <span>{text}</span>
        </PageLink>
      ))}
    </nav>
  )
}
