import { ACCOUNT_MESSAGES } from '../../domain/accounts/messages.ts'
import { PATHS } from '../../domain/site/paths.ts'
import { buttonClasses } from '../ui/button.tsx'
import { Title } from '../ui/title.tsx'

export default function NotAuthorizedPage() {
  return (
    <>
      <Title>{ACCOUNT_MESSAGES.notAuthorized}</Title>
      <a href={PATHS.start} className={`${buttonClasses('plain')} mt-4 w-full`}>
        Go home
      </a>
    </>
  )
}
