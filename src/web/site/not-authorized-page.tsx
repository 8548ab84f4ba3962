import { MESSAGES } from '../../domain/messages.ts'
import { PageLink } from '../ui/page-link.tsx'
import { PATHS } from '../../domain/paths.ts'
import { Title } from '../ui/title.tsx'

export default function NotAuthorizedPage() {
  return (
    <div className="text-center">
      <Title>{MESSAGES.notAuthorized}</Title>
      <p className="mt-6">
        <PageLink to={PATHS.start} className="link">
          Go home
        </PageLink>
      </p>
    </div>
  )
}
