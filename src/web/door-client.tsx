import { hydrateRoot } from 'react-dom/client'
import { Door } from './door.tsx'
import { findDoorPage, loadDoorPage } from './door-routes.ts'
import { startDocument } from './site/documents.ts'
import { takeAnswers } from './start.ts'

/** Hydrates a page of the door, with the answers that it was rendered from. */
async function start(): Promise<void> {
  const answers = takeAnswers()
  startDocument('plain')
  const code = await loadDoorPage(findDoorPage(location.pathname))
  hydrateRoot(document.getElementById('root')!, <Door code={code} answers={answers} />)
}

void start()
