import { hydrateRoot } from 'react-dom/client'
import type { Answers } from './answers.ts'
import { noteServerTime } from './api/server-time.ts'
import { App, seedCache } from './app.tsx'
import { allowsPolicy, startDocument } from './site/documents.ts'
import { findPage, loadPage } from './routes.tsx'
import './ui/styles.css'

/** Hydrates the page that the server rendered, with the answers that it was rendered from. */
async function start(): Promise<void> {
  const element = document.getElementById('answers')!
  const answers = JSON.parse(element.textContent) as Answers
  // Answers may be paid content, and the tab may outlive the session. A logout clears only the cache.
  element.remove()
  const { now, form } = answers
  const cache = seedCache(answers)
  noteServerTime(now)
  const page = findPage(location.pathname)
  startDocument(page.policy)
  await loadPage(page)
  hydrateRoot(document.getElementById('root')!, <App answers={{ now, form }} cache={cache} />)
}

// A page from the back/forward cache may belong to a session that has ended.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())

// A page that was opened without a network may lack its policy.
addEventListener('online', () => allowsPolicy(findPage(location.pathname).policy) || location.reload())

void start()
