import { IconPath } from '../../ui/icon-path.tsx'
import { PageLink } from '../../ui/page-link.tsx'

const LEFT = 'M14.5 6l-6 6 6 6'
const RIGHT = 'M9.5 6l6 6-6 6'

/** A link to the week before or after. */
export const Arrow = ({
  to,
  before = false,
  className,
}: {
  to: string
  before?: boolean
  className?: string
}) => (
  <PageLink to={to} aria-label={before ? 'Week before' : 'Week after'} className={className}>
    <IconPath path={before ? LEFT : RIGHT} />
  </PageLink>
)
