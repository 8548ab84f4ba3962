import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { destinationOf } from '../domain/destinations.ts'
import { MESSAGES } from '../domain/messages.ts'
import { AFTER_LOGIN, redirectFrom } from '../domain/page-access.ts'
import { destinationAfterSignIn, type Me, useMe } from './accounts/me.ts'
import { CallError, get } from './api/call.ts'
import { loadDocument } from './site/documents.ts'
import { PATHS } from '../domain/paths.ts'
import { findPage, loadedPage, loadPage, type Page } from './routes.tsx'
import { SITE, useSite } from './site/site.ts'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { Failure, Loading } from './ui/states.tsx'

/** The screen of the present address: guarded, in its layout, its code fetched when it is first visited. */
export function Screen() {
  const [path] = useLocation()
  const page = findPage(path)
  const me = useMe()
  const elsewhere = useGuard(page, me)
  const { shown, failure, tryAgain } = useLoadedPage(page)
  if (elsewhere) return <Elsewhere to={elsewhere} />
  // The staff's layout says itself what is not known yet.
  if (!shown || (page.access !== 'anyone' && page.access !== 'admin' && me === undefined))
    return <Loading text={MESSAGES.loading} full />
  const { Layout, Page } = shown
  return (
    <Layout>
      {shown.page === page ? (
        <ErrorBoundary key={page.path}>
          <Page />
        </ErrorBoundary>
      ) : failure ? (
        <Failure text={failure} onRetry={tryAgain} />
      ) : (
        <Loading text={MESSAGES.loading} />
      )}
    </Layout>
  )
}

/** Where a visitor who may not see the page is redirected. The server applies the same rule to the pages it renders. */
function useGuard({ access }: Page, me: Me | null | undefined): string | null {
  const site = useSite()
  const [wasAdmin, setWasAdmin] = useState(false)
  const to = me === undefined ? null : redirectFrom(access, me)
  const isInside = access === 'admin' && (wasAdmin || me?.adminArea === 'open')
  if (isInside !== wasAdmin) setWasAdmin(isInside)
  // An admin who loses the role in the middle of work stays, and the staff's layout says why nothing works any more.
  if (isInside && to !== PATHS.secondFactor) return null
  if (to !== AFTER_LOGIN) return to
  return (
    destinationAfterSignIn() ??
    (site ? destinationOf({ ...me!, plan: me!.subscription }, site.destinations) : null)
  )
}

/** Redirects. The login is a new document: the memory of this one may hold what the player paid for. */
function Elsewhere({ to }: { to: string }) {
  const [, navigate] = useLocation()
  useLayoutEffect(() => {
    if (to === PATHS.login) loadDocument(to, true)
    else navigate(to, { replace: true })
  }, [to, navigate])
  return <Loading text={MESSAGES.pleaseWait} full />
}

/** The page's code, or, while it is fetched, that of the page before, so that its layout stays where it is. */
function useLoadedPage(page: Page) {
  const [last, setLast] = useState(page)
  const [failed, setFailed] = useState<{ page: Page; text: string } | null>(null)
  const [tries, setTries] = useState(0)
  const code = loadedPage(page)
  useArrival(page, code !== undefined)
  useEffect(() => {
    loadPage(page).then(
      () => setLast(page),
      async () => setFailed({ page, text: await reloadOrCause() }),
    )
  }, [page, tries])
  const before = loadedPage(last)
  return {
    shown: code ? { page, ...code } : before && { page: last, ...before },
    failure: failed?.page === page ? failed.text : null,
    tryAgain: () => {
      setFailed(null)
      setTries(tries + 1)
    },
  }
}

const RELOADED = 'reloaded-for-new-build'

/**
 * A page's code that cannot be fetched although the server answers belongs to an older build: the page is loaded anew,
 * but only once. Without a network the tab stays as it is.
 *
 * @returns what to tell when nothing is loaded anew
 */
async function reloadOrCause(): Promise<string> {
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

/** After a step to another screen: its title, its top, and its heading for those who listen. */
function useArrival(page: Page, ready: boolean): void {
  const first = useRef(true)
  useEffect(() => {
    if (!ready) return
    document.title = titleOf(page)
    if (first.current) {
      first.current = false
      return
    }
    document.querySelector('h1')?.focus({ preventScroll: true })
    if (!location.hash) window.scrollTo(0, 0)
  }, [page, ready])
}

/** The browser's title of a page. */
export function titleOf(page: Pick<Page, 'title'>): string {
  return `${page.title} | Lotto Forecast`
}
