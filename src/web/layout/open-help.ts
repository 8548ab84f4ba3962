import { PATHS } from '../../domain/site/paths.ts'
import { get } from '../api/call.ts'

/** After this time without an app, the page of help opens. */
const NO_APP_MS = 1500

/**
 * Lets a tap on Help open the message itself where the business has one channel. With two channels, or without a network,
 * the link opens its page.
 */
export function openHelpAtOnce(): void {
  const open = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
    const { ctrlKey, metaKey, shiftKey, altKey, button } = event
    if (link?.pathname !== PATHS.help || ctrlKey || metaKey || shiftKey || altKey || button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    void get<'GET /api/help'>(`/api/help${link.search}`)
      .then(({ links }) => Object.values(links).filter((one) => one !== null))
      .catch(() => [])
      .then(([only, ...more]) => {
        if (only === undefined || more.length > 0) return location.assign(link.href)
        location.assign(only)
        // Where no app opens a mail, the page stays in front.
        if (only.startsWith('mailto:'))
          setTimeout(() => document.hasFocus() && location.assign(link.href), NO_APP_MS)
      })
  }
  // Before the router, which would load the page.
  document.addEventListener('click', open, { capture: true })
}
