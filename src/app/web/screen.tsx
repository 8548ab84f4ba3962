import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation, useSearch } from '../../platform/web/ui/location.ts'
import { MESSAGES } from '../../platform/rules/base/messages.ts'
import { loginAt } from '../../platform/rules/site/destinations.ts'
import { areaOf, redirectFrom } from '../../platform/rules/access/page-access.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { type Me, useMe } from '../../platform/web/access/me.ts'
import { CallError, get, withoutNetwork } from '../../platform/web/api/call.ts'
import { loadDocument, reloadForNewBuild } from '../../platform/web/site/documents.ts'
import { BreakNote } from '../../people/web/break-note.tsx'
import { loadedLayout, loadedPage, loadPage, type LoadedPage } from './load-page.ts'
import { findPage, type Page, subjectAt } from './pages.ts'
import { ErrorBoundary, Failure, Loading } from '../../platform/web/ui/states.tsx'
import { documentTitle, Title } from '../../platform/web/ui/title.tsx'
import type { AnswerCache } from '../../platform/web/api/answer-cache.ts'
import { useAnswerCache } from '../../platform/web/api/use-call.ts'

/** The screen of the current address, guarded and in its layout. Its code is fetched on the first visit. */
export function Screen() {
  const [path] = useLocation()
  const page = findPage(path)
  const needsAccount = areaOf(page.access) !== null
  const me = useMe(needsAccount)
  const elsewhere = useGuard(page, me)
  const { code, Layout, failure, tryAgain } = usePageCode(page)
  useNavigationEffects(page, path, code !== undefined || failure !== null)
  if (elsewhere) return <Elsewhere to={elsewhere} />
  // The staff's layout shows its own check of the account.
  const isUnknown = needsAccount && page.access !== 'admin' && me === undefined
  if (isUnknown || !(Layout || failure)) return <Alone text={MESSAGES.loading} />
  const content =
    page.pausedByBreak && me?.breakUntil ? (
      <BreakNote until={me.breakUntil} title={page.title} />
    ) : code ? (
      <ErrorBoundary key={path}>
        <KeptScreen page={page} code={code} subject={subjectAt(page, path)} />
      </ErrorBoundary>
    ) : failure ? (
      <CodeFailure page={page} failure={failure} onRetry={tryAgain} />
    ) : (
      <LoadingPage page={page} />
    )
  return Layout ? <Layout>{content}</Layout> : <div className="p-3">{content}</div>
}

/** The heading is in sight from the tap on; screen readers wait for the real one. A page about one subject has another title. */
const LoadingPage = ({ page: { path, title } }: { page: Page }) => (
  <>
    {path.includes(':') || (
      <p
        aria-hidden="true"
        className="mb-3 text-lg leading-tight font-bold tracking-tight md:mb-4 md:text-xl"
      >
        {title}
      </p>
    )}
    <Loading />
  </>
)

/** Before there is a layout. */
const Alone = ({ text }: { text: string }) => (
  <div className="p-3">
    <Loading text={text} />
  </div>
)

/** The redirect for a visitor who may not see the page. The server applies the same rule to the pages it renders. */
function useGuard(page: Page, me: Me | null | undefined): string | null {
  const { access } = page
  const [wasAdmin, setWasAdmin] = useState(false)
  const to = me === undefined ? null : redirectFrom(page, me)
  const isInside = access === 'admin' && (wasAdmin || me?.adminArea === 'open')
  if (isInside !== wasAdmin) setWasAdmin(isInside)
  // An admin who loses the role in the middle of work is not redirected: the staff's layout explains it.
  return isInside && to !== PATHS.secondFactor && to !== PATHS.admin ? null : to
}

/** Redirects. The login leads back, and is a new document: the memory of this one may hold what the player paid for. */
function Elsewhere({ to }: { to: string }) {
  const [, navigate] = useLocation()
  useLayoutEffect(() => {
    if (to === PATHS.login) loadDocument(loginAt(location.pathname), true)
    else navigate(to, { replace: true })
  }, [to, navigate])
  return <Alone text={MESSAGES.pleaseWait} />
}

interface Failed {
  page: Page
  /** Why the server does not answer; null if it does. */
  error: CallError | null
}

/** The page's code, fetched if it is not loaded. */
function usePageCode(page: Page) {
  const [failed, setFailed] = useState<Failed | null>(null)
  const [attempt, setAttempt] = useState(0)
  // Not the page itself: its code may arrive after the last of the other renders.
  const [, setLoaded] = useState<Page | null>(null)
  const code = loadedPage(page)
  useEffect(() => {
    loadPage(page).then(
      () => setLoaded(page),
      async () => setFailed({ page, error: await reloadForNewBuild() }),
    )
  }, [page, attempt])
  return {
    code,
    Layout: loadedLayout(page),
    failure: failed?.page === page ? failed : null,
    tryAgain: () => {
      setFailed(null)
      setAttempt(attempt + 1)
    },
  }
}

function CodeFailure({ page, failure, onRetry }: { page: Page; failure: Failed; onRetry: () => void }) {
  const { error } = failure
  const { NotKept } = withoutNetwork
  if (NotKept && error?.status === 0) return <NotKept title={page.title} onRetry={onRetry} />
  return (
    <>
      <Title>{page.title}</Title>
      <Failure text={error?.message ?? 'This screen could not be shown.'} onRetry={onRetry} />
    </>
  )
}

/** After navigation to another screen: sets the title, scrolls to the top and focuses the heading for screen readers. */
function useNavigationEffects({ title }: Page, path: string, ready: boolean): void {
  const first = useRef(true)
  // A page about one subject sets its own title in an effect, which runs later.
  useLayoutEffect(() => {
    if (ready) document.title = documentTitle(title)
  }, [title, path, ready])
  useEffect(() => {
    if (!ready) return
    if (first.current) {
      first.current = false
      return
    }
    document.querySelector('h1')?.focus({ preventScroll: true })
    if (!location.hash) window.scrollTo(0, 0)
  }, [path, ready])
}

/** Pages that show something without any answer, or whose form stays when an answer is missing. */
const COMPLETE: ReadonlySet<string> = new Set([PATHS.classification, PATHS.pastResults])

/** A page, or in its place that it needs a network: when neither the network nor the phone has an answer for any of its calls. */
function KeptScreen({
  page,
  code: { Page, calls },
  subject,
}: {
  page: Page
  code: LoadedPage
  subject: string
}) {
  const cache = useAnswerCache()
  const isKeepable = areaOf(page.access) === 'players' && !COMPLETE.has(page.path)
  const addresses = calls(new URLSearchParams(useSearch()), subject)
  const isMissing = useIsMissing(cache, isKeepable ? addresses.join('\n') : '')
  const { NotKept } = withoutNetwork
  if (!NotKept || !isMissing) return <Page subject={subject} />
  return <NotKept title={page.title} onRetry={() => fetchAll(cache, addresses)} />
}

function fetchAll(cache: AnswerCache, addresses: readonly string[]): void {
  for (const address of addresses) cache.load(address, get).catch(() => undefined)
}

/** Whether all of some calls, one a line, failed without a network. It asks again with the network. */
function useIsMissing(cache: AnswerCache, lines: string): boolean {
  const addresses = lines === '' ? [] : lines.split('\n')
  const subscribe = (reader: () => void) => {
    const ends = addresses.map((address) => cache.subscribe(address, reader))
    return () => ends.forEach((end) => end())
  }
  const read = () =>
    addresses.length > 0 &&
    addresses.every((address) => {
      const { data, error } = cache.known(address)
      return data === undefined && error instanceof CallError && error.status === 0
    })
  const isMissing = useSyncExternalStore(subscribe, read, read)
  useEffect(() => {
    if (!isMissing) return
    const ask = () => fetchAll(cache, lines.split('\n'))
    addEventListener('online', ask)
    return () => removeEventListener('online', ask)
  }, [cache, lines, isMissing])
  return isMissing
}
