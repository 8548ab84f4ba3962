import { MESSAGES } from '../../domain/messages.ts'
import { useMe } from '../accounts/me.ts'
import { PageLink } from '../page-link.tsx'
import { PATHS } from '../paths.ts'
import { Empty, Loading } from '../ui/states.tsx'
import { Title } from '../ui/title.tsx'

/** The staff's first page: checks the record itself, whatever the address guard has let through. */
export default function AdminPage() {
  const me = useMe()
  if (me === undefined) return <Loading text={MESSAGES.loading} />
  if (!me?.admin) return <Empty text={MESSAGES.notAdmin} />
  return (
    <>
      <Title>{MESSAGES.welcomeAdmin}</Title>
      <p className="mt-3">
        <PageLink to={PATHS.adminResults} className="link">
          Enter the draw that is due
        </PageLink>
      </p>
    </>
  )
}
