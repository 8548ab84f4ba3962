import { MESSAGES } from '../../domain/messages.ts'
import { PATHS } from '../../domain/paths.ts'
import { Title } from '../ui/title.tsx'

export default function NotAuthorizedPage() {
  return (
    <div className="text-center">
      <Title>{MESSAGES.notAuthorized}</Title>
      <p className="mt-6">
        <a href={PATHS.start} className="link">
          Go home
        </a>
      </p>
    </div>
  )
}
