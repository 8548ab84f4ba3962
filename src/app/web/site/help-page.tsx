import { type FormEvent, Fragment, type ReactNode, useState, useSyncExternalStore } from 'react'
import { DAY, formatInstant } from '../../../platform/rules/base/calendar.ts'
import { formatNaira } from '../../../platform/rules/base/words.ts'
import { PLANS } from '../../../platform/rules/access/plans.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { TICKET_BETS } from '../../../draws/rules/bets.ts'
import { BetHelpButton } from '../../../draws/web/bet-help-button.tsx'
import { answersWith, type HelpAnswer, helpGroups, helpWords } from '../../../operation/rules/help/answers.ts'
import { paymentAnswer } from '../../../money/rules/payment-outcomes.ts'
import { confirmPayment, type OwnPayment } from '../../../money/web/purchase-state.ts'
import { Reference, SlipLine } from '../../../money/web/slip.tsx'
import { type AnswerOf, get } from '../../../platform/web/api/call.ts'
import { useMe, useRefreshMe } from '../../../platform/web/access/me.ts'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { useNow } from '../../../platform/web/api/use-now.ts'
import type { Head as DocumentHead } from '../../../platform/web/site/page.ts'
import { useSite } from '../../../platform/web/site/site.ts'
import { Button, buttonClasses, CONTROL } from '../../../platform/web/ui/button.tsx'
import { Icon } from '../../../platform/web/ui/icons.tsx'
import { useSearch } from '../../../platform/web/ui/location.ts'
import { Empty } from '../../../platform/web/ui/states.tsx'
import { Head } from '../../../platform/web/ui/title.tsx'

type Help = AnswerOf<'GET /api/help'>

export const parameters = ['from', 'q']
const addressOf = (search: URLSearchParams) =>
  `/api/help?from=${encodeURIComponent((search.get('from') ?? '').slice(0, 200))}`

export const calls = (search: URLSearchParams) => [addressOf(search)]
export const head = (): DocumentHead => ({ title: 'Help' })

/** Answers, which a search filters, and how to ask the business. They need no network. */
export default function HelpPage() {
  const query = new URLSearchParams(useSearch())
  const [typed, setTyped] = useState(query.get('q') ?? '')
  const site = useSite()
  const help = useCall('GET /api/help', addressOf(query)).data
  const groups = helpGroups(site?.prices)
  const words = helpWords(typed)
  const found = answersWith(groups, words)
  const shown = words ? [{ title: '', answers: found }] : groups
  return (
    <>
      <Head title="Help" />
      <form role="search" className="relative mb-2" onSubmit={(event) => event.preventDefault()}>
        <span className="absolute top-3.5 left-3 text-quiet">
          <Icon name="search" />
        </span>
        <input
          type="search"
          name="q"
          aria-label="Search help"
          placeholder="Search help"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className={`${CONTROL} min-h-12 pl-10.5`}
        />
      </form>
      <p role="status" className="text-sm text-quiet empty:hidden">
        {words &&
          found.length > 0 &&
          `${found.length} answer${found.length > 1 ? 's' : ''} with “${typed.trim()}”`}
      </p>
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-8">
        <div>
          {words && found.length === 0 && (
            <Empty text={`No answer with “${typed.trim()}”.`} icon={<Icon name="search" size={32} />}>
              Try one word, or ask us.
            </Empty>
          )}
          {(words === '' || found.length > 0) &&
            shown.map(({ title, answers }, group) => (
              <section key={title} className="mb-3">
                {title && <h2 className="mb-1.5 font-bold">{title}</h2>}
                <div className="ruled">
                  {answers.map((answer, place) => (
                    <Answer
                      key={answer.question + words}
                      answer={answer}
                      words={words}
                      isOpen={words !== '' || group + place === 0}
                      last={help?.payment ?? null}
                    />
                  ))}
                </div>
              </section>
            ))}
        </div>
        <AskUs help={help} support={site?.support} />
      </div>
    </>
  )
}

function Answer({
  answer: { question, lines, link, checks, bets },
  words,
  isOpen,
  last,
}: {
  answer: HelpAnswer
  words: string
  isOpen: boolean
  last: string | null
}) {
  const [path, text] = link ?? []
  const me = useMe()
  return (
    <details className="disclosure" open={isOpen}>
      <summary className="flex min-h-13 items-center justify-between gap-2 py-2 font-bold">
        <span>{marked(question, words)}</span>
        <Icon name="down" />
      </summary>
      <div className="space-y-2 pb-3">
        {lines.map((line, place) => {
          const bet = bets && me ? TICKET_BETS[place] : undefined
          return (
            <Fragment key={line}>
              <p>
                {marked(line, words)}
                {bet && (
                  <span className="bet-help">
                    <BetHelpButton bet={bet} address="/api/ticket" />
                  </span>
                )}
              </p>
              {checks && place === 0 && <PaymentCheck last={last} />}
            </Fragment>
          )
        })}
        {path && (
          <a href={path} className="link tap">
            {text}
          </a>
        )}
      </div>
    </details>
  )
}

/** The text with the first place of the searched words marked. */
function marked(text: string, words: string): ReactNode {
  const at = words ? text.toLowerCase().indexOf(words) : -1
  if (at < 0) return text
  const end = at + words.length
  return (
    <>
      {text.slice(0, at)}
      <mark className="rounded-xs bg-gold text-on-gold">{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  )
}

/** Asks the server, and the server Paystack, about the newest payment of this account. Without script its own page does. */
function PaymentCheck({ last }: { last: string | null }) {
  const me = useMe()
  const refresh = useRefreshMe()
  const [isAsking, setIsAsking] = useState(false)
  const [found, setFound] = useState<OwnPayment | 'none' | Error | null>(null)
  async function ask(event: FormEvent) {
    event.preventDefault()
    setIsAsking(true)
    try {
      const [newest] = (await get<'GET /api/payments'>('/api/payments')).payments
      setFound(newest ? await confirmPayment(newest.reference) : 'none')
      await refresh()
    } catch (error) {
      setFound(error as Error)
    }
    setIsAsking(false)
  }
  if (!me)
    return (
      <a href={PATHS.login} className="link tap">
        Log in to check your payment
      </a>
    )
  const isOver =
    found !== null && !(found instanceof Error) && (found === 'none' || found.outcome !== 'pending')
  return (
    <>
      <div role="status" className="empty:hidden">
        {found instanceof Error && <p className="font-bold text-error">{found.message}</p>}
        {found === 'none' && <b>No payment found. If you paid with another account, log in to that one.</b>}
        {found && found !== 'none' && !(found instanceof Error) && <Found payment={found} />}
      </div>
      {!isOver && (
        <form action={PATHS.paymentChannel} onSubmit={(event) => void ask(event)}>
          <Button type="submit" kind="plain" name="reference" value={last ?? ''} disabled={isAsking}>
            {isAsking ? 'Asking Paystack…' : found ? 'Check again' : 'Check my payment now'}
          </Button>
        </form>
      )}
    </>
  )
}

const OLD_DAYS = 7

function Found({ payment }: { payment: OwnPayment }) {
  const now = useNow(60_000)
  const { plan, kobo, createdAt, reference } = payment
  const [state, next] = paymentAnswer(payment, now)
  return (
    <>
      {now - createdAt > OLD_DAYS * DAY && <p>No payment found in {OLD_DAYS} days. This is your last one.</p>}
      <p className="font-bold">{state}</p>
      <p>{next}</p>
      <dl className="slip max-w-md">
        <SlipLine name="For">
          {PLANS[plan].name}, {formatNaira(kobo)}
        </SlipLine>
        <SlipLine name="Started">{formatInstant(createdAt)}</SlipLine>
        <SlipLine name="Reference">
          <Reference>{reference}</Reference>
        </SlipLine>
      </dl>
    </>
  )
}

function followNetwork(onChange: () => void): () => void {
  const events = ['online', 'offline']
  events.forEach((event) => addEventListener(event, onChange))
  return () => events.forEach((event) => removeEventListener(event, onChange))
}

/** The links open a message that carries the facts. Without a network the address is text. */
function AskUs({ help, support }: { help: Help | undefined; support: string | null | undefined }) {
  const isOffline = useSyncExternalStore(
    followNetwork,
    () => !navigator.onLine,
    () => false,
  )
  if (help && !help.links.mail && !help.links.whatsapp)
    return <p>The owner of this site has not set an address for help yet.</p>
  const { hours, facts = [], links, email = support, whatsapp } = help ?? {}
  return (
    <section aria-labelledby="ask" className="rounded-lg border border-line bg-sheet p-3 lg:sticky lg:top-20">
      <h2 id="ask" className="font-bold">
        Ask us
      </h2>
      {hours && <p className="text-sm">We answer {hours}.</p>}
      {isOffline || !links ? (
        <>
          {whatsapp && <p className="mt-2">WhatsApp: +{whatsapp}</p>}
          {email && <p className="mt-2 wrap-anywhere">Mail: {email}</p>}
        </>
      ) : (
        <div className="mt-2 flex flex-wrap gap-3">
          {links.whatsapp && (
            <a href={links.whatsapp} className={buttonClasses('main')}>
              <Icon name="chat" />
              WhatsApp
            </a>
          )}
          {links.mail && (
            <a href={links.mail} className={buttonClasses(links.whatsapp ? 'plain' : 'main')}>
              Mail
            </a>
          )}
        </div>
      )}
      {facts.length > 0 && (
        <dl className="slip">
          {facts.map(({ name, value }) => (
            <SlipLine key={name} name={name}>
              <span className="wrap-anywhere">{value}</span>
            </SlipLine>
          ))}
        </dl>
      )}
      <p className="mt-2 text-xs text-quiet">
        {facts.length > 0 &&
          (isOffline ? 'Write these lines in your message. ' : 'Your message carries these lines. ')}
        We never ask for your password or PIN.
      </p>
    </section>
  )
}
