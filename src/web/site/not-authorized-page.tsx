import { ACCOUNT_MESSAGES } from '../../domain/accounts/messages.ts'
import { NotFound } from './not-found.tsx'

export default function NotAuthorizedPage() {
  return <NotFound title={ACCOUNT_MESSAGES.notAuthorized}>{null}</NotFound>
}
