import { hydrateRoot } from 'react-dom/client'
import type { Answers } from './answers.ts'
import { noteServerTime } from './api/server-time.ts'
import { App } from './app.tsx'
import { noteDocument } from './document-policy.ts'
import { findPage, loadPage } from './routes.tsx'
import './ui/styles.css'

/** Starts from the page that the server drew and from the answers that it was drawn from. */
async function start(): Promise<void> {
  const answers = JSON.parse(document.getElementById('answers')!.textContent) as Answers
  noteServerTime(answers.now)
  const page = findPage(location.pathname)
  noteDocument(page.policy)
  await loadPage(page)
  hydrateRoot(document.getElementById('root')!, <App answers={answers} />)
}

void start()
