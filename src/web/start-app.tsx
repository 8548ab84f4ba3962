import { hydrateRoot } from 'react-dom/client'
import { App, seedCache } from './app.tsx'
import type { Routes } from './app-routes.ts'
import { reloadWhenLeft, reloadWithNetwork, startDocument } from './site/documents.ts'
import { takeAnswers } from './start.ts'
import { afterScreen } from './ui/after-screen.ts'

/** Hydrates a page for a signed-in user, with the answers that it was rendered from. */
export async function startApp(routes: Routes): Promise<void> {
  reloadWhenLeft()
  // A page that was opened without a network may lack its policy.
  reloadWithNetwork(() => routes.find(location.pathname)!.policy)
  const answers = takeAnswers()
  const cache = seedCache(answers)
  const page = routes.find(location.pathname)!
  startDocument(page.policy)
  await routes.load(page)
  const { now, form } = answers
  hydrateRoot(document.getElementById('root')!, <App routes={routes} answers={{ now, form }} cache={cache} />)
  afterScreen(() => import('./later.ts')).then(
    (later) => later.startLater(cache, answers),
    () => undefined,
  )
}
