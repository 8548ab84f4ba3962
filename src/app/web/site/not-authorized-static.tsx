import { ACCOUNT_MESSAGES } from '../../../platform/rules/access/messages.ts'
import { NotFound } from '../../../platform/web/site/not-found.tsx'

export default function NotAuthorizedPage() {
  return <NotFound title={ACCOUNT_MESSAGES.notAuthorized}>{null}</NotFound>
}
