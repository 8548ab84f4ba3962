import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from './ui/location.ts'
import { MESSAGES } from '../domain/messages.ts'
import { redirectFrom } from '../domain/page-access.ts'
import { type Me, useMe } from './accounts/me.ts'
import { CallError, get } from './api/call.ts'
import { loadDocument } from './site/documents.ts'
import { PATHS, subjectOf } from '../domain/paths.ts'
import { type AppPage, RoutesContext } from './app-routes.ts'
import { SITE } from './site/site.ts'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { documentTitle } from './ui/document-title.ts'
import { Failure, Loading } from './ui/states.tsx'

/** The screen of the current address, guarded and in its layout. Its code is fetched on the first visit. */
export function Screen() {
  const [path] = useLocation()
  const page = useContext(RoutesContext)!.find(path)!
  const me = useMe()
  const elsewhere = useGuard(page, me)
  const { shown, failure, tryAgain } = useLoadedPage(page, path)
  if (elsewhere) return <Elsewhere to={elsewhere} />
  // The staff's layout shows its own check of the account.
  if (!shown || (page.access !== 'admin' && me === undefined)) return <Alone text={MESSAGES.loading} />
  const { Layout, Page } = shown
  return (
    <Layout>
      {shown.page === page ? (
        <ErrorBoundary key={path}>
          <Page subject={subjectOf(page.path, path) ?? ''} />
        </ErrorBoundary>
      ) : failure ? (
        <Failure text={failure} onRetry={tryAgain} />
      ) : (
        <Loading />
      )}
    </Layout>
  )
}

/** Before there is a layout. */
const Alone = ({ text }: { text: string }) => (
  <div className="p-3">
    <Loading text={text} />
  </div>
)

/** The redirect for a visitor who may not see the page. The server applies the same rule to the pages it renders. */
function useGuard({ access }: AppPage, me: Me | null | undefined): string | null {
  const [wasAdmin, setWasAdmin] = useState(false)
  const to = me === undefined ? null : redirectFrom(access, me)
  const isInside = access === 'admin' && (wasAdmin || me?.adminArea === 'open')
  if (isInside !== wasAdmin) setWasAdmin(isInside)
  // An admin who loses the role in the middle of work is not redirected: the staff's layout explains it.
  return isInside && to !== PATHS.secondFactor ? null : to
}

/** Redirects. The login is a new document: the memory of this one may hold what the player paid for. */
function Elsewhere({ to }: { to: string }) {
  const [, navigate] = useLocation()
  useLayoutEffect(() => {
    if (to === PATHS.login) loadDocument(to, true)
    else navigate(to, { replace: true })
  }, [to, navigate])
  return <Alone text={MESSAGES.pleaseWait} />
}

/** The page's code; while it is fetched, the code of the previous page, so that its layout stays. */
function useLoadedPage(page: AppPage, path: string) {
  const routes = useContext(RoutesContext)!
  const [last, setLast] = useState(page)
  const [failed, setFailed] = useState<{ page: AppPage; text: string } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const code = routes.loaded(page)
  useNavigationEffects(page, path, code !== undefined)
  useEffect(() => {
    routes.load(page).then(
      () => setLast(page),
      async () => setFailed({ page, text: await reloadOrExplain() }),
    )
  }, [routes, page, attempt])
  const previous = routes.loaded(last)
  return {
    shown: code ? { page, ...code } : previous && { page: last, ...previous },
    failure: failed?.page === page ? failed.text : null,
    tryAgain: () => {
      setFailed(null)
      setAttempt(attempt + 1)
    },
  }
}

const RELOADED = 'reloaded-for-new-build'

/**
 * Reloads the page once when its code cannot be fetched although the server answers: the code belongs to an older build.
 * Without a network the tab stays as it is.
 *
 * @returns the message to show when the page is not reloaded
 */
async function reloadOrExplain(): Promise<string> {
  try {
    await get<'GET /api/site'>(SITE)
  } catch (error) {
    if (error instanceof CallError) return error.message
    throw error
  }
  if (!sessionStorage.getItem(RELOADED)) {
    sessionStorage.setItem(RELOADED, 'yes')
    location.reload()
  }
  return 'This screen could not be shown.'
}

/** After navigation to another screen: sets the title, scrolls to the top and focuses the heading for screen readers. */
function useNavigationEffects({ title }: AppPage, path: string, ready: boolean): void {
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
