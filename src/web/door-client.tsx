import { hydrateRoot } from 'react-dom/client'
import { subjectOf } from '../domain/paths.ts'
import { Door } from './door.tsx'
import { findDoorPage, loadDoorPage } from './door-routes.ts'
import { startDocument } from './site/documents.ts'
import { takeAnswers } from './start.ts'

/** Hydrates a page of the door, with the answers that it was rendered from. */
async function start(): Promise<void> {
  const answers = takeAnswers()
  startDocument('plain')
  const page = findDoorPage(location.pathname)
  const code = await loadDoorPage(page)
  const subject = subjectOf(page.path, location.pathname) ?? ''
  hydrateRoot(document.getElementById('root')!, <Door code={code} subject={subject} answers={answers} />)
}

void start()
