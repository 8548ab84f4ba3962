import { PATHS } from '../../../platform/rules/site/paths.ts'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { Button } from '../../../platform/web/ui/button.tsx'
import { useSearch } from '../../../platform/web/ui/location.ts'
import { Head } from '../../../platform/web/ui/title.tsx'

export const parameters = ['link']
const addressOf = (search: URLSearchParams) =>
  `/api/stop-mails?link=${encodeURIComponent((search.get('link') ?? '').slice(0, 300))}`
export const calls = (search: URLSearchParams) => [addressOf(search)]

/** Where the link of a mail about plans leads. Only the button stops them: mail servers open every link. */
export default function StopMailsPage() {
  const { data } = useCall('GET /api/stop-mails', addressOf(new URLSearchParams(useSearch())))
  return (
    <>
      <Head title="Mails about plans" />
      <div className="max-w-[40rem]">{data && <State stopped={data.stopped} />}</div>
    </>
  )
}

const profile = (
  <a className="link" href={`${PATHS.profile}#plan-mails`}>
    your profile
  </a>
)

function State({ stopped }: { stopped: boolean | null }) {
  if (stopped === null)
    return <p>This link does not work. Use that of a newer mail, or log in and choose in {profile}.</p>
  if (stopped)
    return (
      <p role="status">
        <strong>Stopped.</strong> You get no more mails about plans. To get them again, log in and choose in{' '}
        {profile}.
      </p>
    )
  return (
    <>
      <p className="mb-3">
        You get a mail about plans once a week at most. After you press the button you get none. Receipts,
        reminders before your own plan ends, and mails about your login still come.
      </p>
      <form method="post">
        <Button type="submit" className="min-h-13 w-full">
          Stop these mails
        </Button>
      </form>
    </>
  )
}
