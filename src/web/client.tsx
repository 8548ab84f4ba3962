import { hydrateRoot } from 'react-dom/client'
import { App, seedCache } from './app.tsx'
import { allowsPolicy, startDocument } from './site/documents.ts'
import { findPage, loadPage } from './routes.tsx'
import { takeAnswers } from './start.ts'
import './ui/styles.css'

/** Hydrates a page of the app, with the answers that it was rendered from. */
async function start(): Promise<void> {
  const answers = takeAnswers()
  const cache = seedCache(answers)
  const page = findPage(location.pathname)!
  startDocument(page.policy)
  await loadPage(page)
  const { now, form } = answers
  hydrateRoot(document.getElementById('root')!, <App answers={{ now, form }} cache={cache} />)
}

// A page that was opened without a network may lack its policy.
addEventListener('online', () => allowsPolicy(findPage(location.pathname)!.policy) || location.reload())

void start()
