import { useEffect } from 'react'
import type { PagePolicy } from '../routes.tsx'

/** The policy that this document was served with. Steps inside the app change the address, never the policy. */
let policy: PagePolicy = 'plain'

/** Takes the policy of the page that the document was loaded as. What a step of the history held ends with a load. */
export function noteDocument(loaded: PagePolicy): void {
  policy = loaded
  if (!sessionStorage.getItem(STEP)) return history.replaceState(null, '')
  sessionStorage.removeItem(STEP)
  document.querySelector('h1')?.focus()
}

/** Marks a load of a document that is a step inside the app. Each such step puts the focus on the heading. */
const STEP = 'step'

/** Makes the next document of this tab put the focus on its heading, as a step inside the app does. */
export function noteStep(): void {
  sessionStorage.setItem(STEP, 'yes')
}

/**
 * Whether this document may load what a page with the wanted policy loads. Where somebody came by a step inside the app
 * and it is `needed`, the page is loaded anew under its own policy, once. Drawn on the server, it always has it.
 */
export function useDocumentPolicy(wanted: Exclude<PagePolicy, 'plain'>, needed: boolean): boolean {
  const has =
    typeof document === 'undefined' || policy === wanted || (wanted === 'pictures' && policy === 'uploads')
  useEffect(() => {
    if (!has && needed && !sessionStorage.getItem(STEP)) loadAnew(history.state)
  }, [has, needed])
  return has
}

/** Loads the present page anew, under its own policy. @param state what the step of the history holds across the load */
export function loadAnew(state: unknown): void {
  noteStep()
  history.replaceState(state, '')
  location.reload()
}
