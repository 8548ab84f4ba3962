import { MESSAGES } from '../../domain/base/messages.ts'
import { PATHS } from '../../domain/site/paths.ts'
import { buttonClasses } from '../ui/button.tsx'
import { Title } from '../ui/title.tsx'

export default function NotFoundPage() {
  return (
    <>
      <Title>{MESSAGES.notFound}</Title>
      <p className="mt-1 text-quiet">The address may be mistyped, or the page has moved.</p>
      <a href={PATHS.start} className={`${buttonClasses('plain')} mt-4 w-full`}>
        Go home
      </a>
    </>
  )
}
