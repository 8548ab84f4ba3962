import { MESSAGES } from '../../domain/messages.ts'
import { PATHS } from '../../domain/paths.ts'
import { Title } from '../ui/title.tsx'

export default function NotFoundPage() {
  return (
    <div className="text-center">
      <Title>{MESSAGES.notFound}</Title>
      <p className="mt-3 text-quiet">The address may be mistyped, or the page has moved.</p>
      <p className="mt-6">
        <a href={PATHS.start} className="link">
          Go home
        </a>
      </p>
    </div>
  )
}
