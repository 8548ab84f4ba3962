import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { buttonClasses } from '../../../platform/web/ui/button.tsx'
import { useSearch } from '../../../platform/web/ui/location.ts'
import { Head } from '../../../platform/web/ui/title.tsx'
import type { Head as DocumentHead } from '../../../platform/web/site/page.ts'

type Help = AnswerOf<'GET /api/help'>

export const parameters = ['from']
const addressOf = (search: URLSearchParams) =>
  `/api/help?from=${encodeURIComponent((search.get('from') ?? '').slice(0, 200))}`

export const calls = (search: URLSearchParams) => [addressOf(search)]
export const head = (): DocumentHead => ({ title: 'Help' })

/** How to reach the business. Its links open a message that names the screen, the account and the last payment. */
export default function HelpPage() {
  const help = useCall('GET /api/help', addressOf(new URLSearchParams(useSearch()))).data
  return (
    <div className="max-w-[34rem]">
      <Head title="Help" />
      {help && (help.links.mail || help.links.whatsapp ? <Reach help={help} /> : <Nobody />)}
    </div>
  )
}

const Nobody = () => <p>The owner of this site has not set an address for help yet.</p>

function Reach({ help: { links, email, whatsapp, hours, screen, account, payment } }: { help: Help }) {
  const facts = [
    ['Screen', screen],
    ['Account', account],
    ['Last payment', payment],
  ].filter(([, value]) => value !== null)
  return (
    <>
      {hours && <p className="mb-3">We answer {hours}.</p>}
      <div className="flex flex-wrap gap-3">
        {links.whatsapp && (
          <a href={links.whatsapp} className={buttonClasses('main')}>
            WhatsApp +{whatsapp}
          </a>
        )}
        {links.mail && (
          <a href={links.mail} className={`${buttonClasses(whatsapp ? 'plain' : 'main')} wrap-anywhere`}>
            Mail to {email}
          </a>
        )}
      </div>
      {facts.length > 0 && (
        <>
          <p className="mt-5 text-sm text-quiet">Your message already says:</p>
          <dl className="ruled mt-1">
            {facts.map(([name, value]) => (
              <div key={name} className="flex flex-wrap justify-between gap-x-4 py-2 text-sm">
                <dt>{name}</dt>
                <dd className="font-bold wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  )
}
