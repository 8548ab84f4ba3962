import { useEffect, useRef, useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { destinationOf } from '../domain/identity.ts'
import { MESSAGES } from '../domain/messages.ts'
import { afterSignIn, type Me, useMe } from './accounts/me.ts'
import { PATHS } from './paths.ts'
import { findPage, loadedPage, loadPage, type Page } from './routes.tsx'
import { useSite } from './site/site.ts'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { Loading } from './ui/states.tsx'

/** The screen of the present address: guarded, in its layout, its code fetched when it is first visited. */
export function Screen() {
  const [path] = useLocation()
  const page = findPage(path)
  const me = useMe()
  const elsewhere = useGuard(page, me)
  const shown = useLoadedPage(page)
  if (elsewhere) return <Elsewhere to={elsewhere} />
  if (!shown || (page.access !== 'anyone' && me === undefined))
    return <Loading text={MESSAGES.loading} full />
  const { Layout, Page } = shown
  return (
    <Layout>
      {shown.page === page ? (
        <ErrorBoundary key={page.path}>
          <Page />
        </ErrorBoundary>
      ) : (
        <Loading text={MESSAGES.loading} />
      )}
    </Layout>
  )
}

/** Where somebody who does not belong on a page is sent; the server has decided the same for pages it drew. */
function useGuard({ access }: Page, me: Me | null | undefined): string | null {
  const site = useSite()
  if (access === 'anyone' || me === undefined) return null
  if (me === null) return access === 'signed-out' ? null : PATHS.login
  if (access === 'signed-out' || access === 'start') {
    const usual = site && destinationOf({ role: me.role, plan: me.subscription }, site.destinations)
    return afterSignIn() ?? usual ?? null
  }
  return access === 'admin' && !me.admin ? PATHS.overview : null
}

/** Goes to another screen, or to another host. */
function Elsewhere({ to }: { to: string }) {
  useEffect(() => {
    if (!to.startsWith('/')) location.assign(to)
  }, [to])
  return to.startsWith('/') ? <Redirect to={to} replace /> : <Loading text={MESSAGES.pleaseWait} full />
}

/** The page's code, or, while it is fetched, that of the page before, so that its layout stays where it is. */
function useLoadedPage(page: Page) {
  const [last, setLast] = useState(page)
  const code = loadedPage(page)
  useArrival(page, code !== undefined)
  useEffect(() => {
    loadPage(page).then(() => setLast(page), reloadOnce)
  }, [page])
  if (code) return { page, ...code }
  const before = loadedPage(last)
  return before && { page: last, ...before }
}

const RELOADED = 'reloaded-for-new-build'

/** A page's code that cannot be fetched belongs to an older build: the page is loaded anew, but only once. */
function reloadOnce(): void {
  if (sessionStorage.getItem(RELOADED)) return
  sessionStorage.setItem(RELOADED, 'yes')
  location.reload()
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
