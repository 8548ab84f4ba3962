import { hydrateRoot } from 'react-dom/client'
import type { Answers } from './answers.ts'
import { noteServerTime } from './api/server-time.ts'
import { App, cacheOf } from './app.tsx'
import { noteDocument } from './site/document-policy.ts'
import { findPage, loadPage } from './routes.tsx'
import './ui/styles.css'

/** Starts from the page that the server drew and from the answers that it was drawn from. */
async function start(): Promise<void> {
  const element = document.getElementById('answers')!
  const answers = JSON.parse(element.textContent) as Answers
  // They may be paid for, and the tab may outlive the session: from here on the cache alone holds them.
  element.remove()
  const { now, form } = answers
  const cache = cacheOf(answers)
  noteServerTime(now)
  const page = findPage(location.pathname)
  noteDocument(page.policy)
  await loadPage(page)
  hydrateRoot(document.getElementById('root')!, <App answers={{ now, form }} cache={cache} />)
}

// A page that comes back from the browser's memory may belong to a session that has ended.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())

void start()
