import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { FOLLOWS_HEADER, OFFLINE_LIMITS } from '../../platform/rules/offline/offline.ts'
import { areaOf } from '../../platform/rules/access/page-access.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { noteAnswer } from '../../platform/web/api/answer-age.ts'
import type { Answers } from '../../platform/web/api/answers.ts'
import { withoutNetwork } from '../../platform/web/api/call.ts'
import { ME } from '../../platform/web/access/me.ts'
import { noteFollowing } from '../../platform/web/api/connection.ts'
import { timeOf } from '../../platform/web/api/kept.ts'
import { noteServerTime } from '../../platform/web/api/server-time.ts'
import { App, seedCache } from './app.tsx'
import { Masthead } from './layout/masthead.tsx'
import { KEPT_LOGOUT } from '../../platform/web/offline/messages.ts'
import { answerFromDraws } from './kept-draws.ts'
import { startNote } from '../../platform/web/offline/network-note.tsx'
import { startLiveResults } from './later.ts'
import { NotKept } from '../../platform/web/offline/not-kept.tsx'
import { type LoadedPage, loadPage } from './load-page.ts'
import { findPage, subjectAt } from './pages.ts'
import {
  loadDocument,
  reloadWhenLeft,
  reloadWithNetwork,
  startDocument,
} from '../../platform/web/site/documents.ts'
import { SITE } from '../../platform/web/site/site.ts'
import { IconPath } from '../../platform/web/ui/icon-path.tsx'
import { NavigateContext } from '../../platform/web/ui/location.ts'
import { OFFLINE } from '../../platform/web/ui/more-icons.ts'
import { Empty } from '../../platform/web/ui/states.tsx'
import { Title } from '../../platform/web/ui/title.tsx'

/** What this phone keeps of some calls, and the newest of the server's times, in milliseconds. */
async function keptAnswers(addresses: readonly string[]): Promise<Answers> {
  const answers: Answers = { now: 0, calls: {} }
  await Promise.all(
    addresses.map(async (address) => {
      const response = await fetch(address, { cache: 'only-if-cached', mode: 'same-origin' }).catch(
        () => null,
      )
      const kept = response?.ok ? await keptAnswer(address, response) : await answerFromDraws(address, true)
      if (!kept) return
      answers.now = Math.max(answers.now, kept.at)
      answers.calls[address] = { status: 200, body: kept.body }
    }),
  )
  return answers
}

async function keptAnswer(address: string, response: Response) {
  const at = timeOf(response)
  noteAnswer(address, at)
  if (response.headers.has(FOLLOWS_HEADER)) noteFollowing(address, at)
  return { at, body: (await response.json()) as unknown }
}

/** Starts the document that opens without a network, or while the network takes too long: from what this phone keeps. */
export async function openShell(): Promise<void> {
  reloadWhenLeft()
  startDocument('plain')
  startNote()
  withoutNetwork.answer = answerFromDraws
  withoutNetwork.NotKept = NotKept
  const page = findPage(location.pathname)
  const isScreen = areaOf(page.access) === 'players'
  const [frame, own] = await Promise.all([
    keptAnswers([ME, SITE]),
    // Without the code, the screen says that it is not kept.
    isScreen ? loadPage(page).then(ownAnswers, () => NO_ANSWERS) : NO_ANSWERS,
  ])
  const root = createRoot(document.getElementById('root')!)
  if (!(ME in frame.calls) || !isScreen) {
    reloadWithNetwork()
    const isLoggedOut = await isLogoutKept()
    if (isLoggedOut) setInterval(() => void sendLogout(), OFFLINE_LIMITS.logoutAgainMs)
    return root.render(<Frame>{isLoggedOut ? LOGGED_OUT : ME in frame.calls ? UNKNOWN : SIGNED_OUT}</Frame>)
  }
  reloadWithNetwork(() => findPage(location.pathname).policy)
  const answers = { now: Math.max(frame.now, own.now), calls: { ...frame.calls, ...own.calls } }
  noteServerTime(answers.now, NaN)
  const cache = seedCache(answers)
  // At once: `renew` forgets the answers that no screen reads yet.
  flushSync(() => root.render(<App answers={answers} cache={cache} />))
  // The network may only have been slow.
  if (navigator.onLine) void cache.renew(() => true)
  startLiveResults(cache)

  function ownAnswers({ calls }: LoadedPage): Promise<Answers> {
    return keptAnswers(calls(new URLSearchParams(location.search), subjectAt(page, location.pathname)))
  }
}

const NO_ANSWERS: Answers = { now: 0, calls: {} }

const isLogoutKept = async () => (await caches.match(KEPT_LOGOUT)) !== undefined

/** The service worker sends a kept logout before any call. */
async function sendLogout(): Promise<void> {
  await fetch(ME).catch(() => undefined)
  if (!(await isLogoutKept())) location.reload()
}

const retry = () => location.reload()

const SIGNED_OUT = (
  <NotKept title="You are signed out" onRetry={retry}>
    Log in as soon as you have a network. From then on the results open without one.
  </NotKept>
)

const LOGGED_OUT = (
  <>
    <Title>You are logged out</Title>
    <Empty
      icon={<IconPath path={OFFLINE} />}
      text="You are logged out on this phone. We tell the server as soon as there is a network."
    />
  </>
)

const UNKNOWN = <NotKept title="Lotto Forecast" onRetry={retry} />

/** The bar above a text, where there is no person or no page for the app's own frame. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <NavigateContext value={(to) => loadDocument(to)}>
      <header className="contents">
        <Masthead home={PATHS.start} welcome="">
          {null}
        </Masthead>
      </header>
      <main id="content" className="mx-auto w-full max-w-(--frame) px-3 pt-3 md:px-6 md:pt-5">
        {children}
      </main>
    </NavigateContext>
  )
}
