import '../../platform/web/ui/styles.css'
import { hydrateRoot } from 'react-dom/client'
import { areaOf } from '../../platform/rules/access/page-access.ts'
import type { Answers } from '../../platform/web/api/answers.ts'
import type { OpenedDocument } from '../../platform/web/offline/messages.ts'
import { noteFollowing } from '../../platform/web/api/connection.ts'
import { documentNote, documentTime, noteServerTime } from '../../platform/web/api/server-time.ts'
import { App, seedCache } from './app.tsx'
import { loadPage } from './load-page.ts'
import { findPage } from './pages.ts'
import {
  noteLoaded,
  reloadForNewBuild,
  reloadWhenLeft,
  reloadWithNetwork,
  startDocument,
} from '../../platform/web/site/documents.ts'
import { noteSaveData } from '../../platform/web/site/saves-data.ts'
import { keepTranslatedPagesTrue } from '../../platform/web/site/translated.ts'

/** By then a first visit on a slow network has the screen's own files, with which the others do not compete. */
const AFTER_SCREEN_MS = 3000

/** Hydrates the page with the answers that it was rendered from. The shell has none, and shows what the phone keeps. */
async function start(): Promise<void> {
  keepTranslatedPagesTrue()
  const given = givenDocument()
  const answers = takeAnswers()
  if (!answers) return (await import('./shell.tsx')).openShell()
  const page = findPage(location.pathname)
  const isForAccounts = areaOf(page.access) !== null
  if (isForAccounts) {
    reloadWhenLeft()
    // A page that was opened without a network may lack its policy.
    reloadWithNetwork(() => findPage(location.pathname).policy)
  }
  const cache = seedCache(answers)
  startDocument(page.policy)
  try {
    await loadPage(page)
  } catch {
    // The page stays as the server rendered it.
    return void reloadForNewBuild()
  }
  noteLoaded()
  hydrateRoot(document.getElementById('root')!, <App answers={answers} cache={cache} />)
  if (isForAccounts)
    setTimeout(() => {
      import('./later.ts').then(
        (later) => later.startLater(cache, answers, given),
        () => undefined,
      )
    }, AFTER_SCREEN_MS)
}

/** The document before the scripts change it, for the worker that the first visit installs; null if it is not to be kept. */
function givenDocument(): OpenedDocument | null {
  const etag = documentNote('etag')?.description
  if (!etag || !navigator.serviceWorker || navigator.serviceWorker.controller) return null
  const { pathname, search } = location
  const html = `<!doctype html>${document.documentElement.outerHTML}`
  return { address: pathname + search, etag: `"${etag}"`, html }
}

/** Takes the answers that the page was rendered from out of the document; null in the shell. */
function takeAnswers(): Answers | null {
  const element = document.getElementById('answers')
  if (!element) return null
  const answers = JSON.parse(element.textContent) as Answers
  // Answers may be paid content, and the tab may outlive the session. A logout clears only the cache.
  element.remove()
  const now = documentTime()
  // A kept document may be old: without its time the clock waits for the first answer.
  noteServerTime(now ?? answers.now, now || !navigator.serviceWorker?.controller ? performance.now() : NaN)
  noteSaveData(answers.savesData)
  for (const [address, { followsDraws }] of Object.entries(answers.calls))
    if (followsDraws) noteFollowing(address, now ?? answers.now)
  // A form may be answered with another page than the one at its own address.
  if (answers.address) history.replaceState(null, '', answers.address)
  return answers
}

// A page from the back/forward cache may belong to a session that has ended.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())

void start()
