import { cookieName, STYLES_COOKIE } from '../../domain/cookies.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

let started = false
let complete: Promise<void> | undefined

/**
 * Loads the complete style sheet, unless this document has it. A first visit's document has only the styles of its own
 * page, so that it can be read soon. The cookie lets later documents link the sheet that the browser has stored.
 */
export function startStyles(): void {
  started = true
  void stylesReady()
}

/** Resolves when another page can be shown. A sheet that could not be fetched is fetched again for the next page. */
export async function stylesReady(): Promise<void> {
  if (!started) return
  complete ??= load()
  await complete
}

async function load(): Promise<void> {
  const address = document.querySelector<HTMLStyleElement>('style[data-sheet]')?.dataset.sheet
  if (!address) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = address
  const isLoaded = await new Promise<boolean>((resolve) => {
    link.addEventListener('load', () => resolve(true))
    link.addEventListener('error', () => resolve(false))
    document.head.append(link)
  })
  if (isLoaded) {
    const name = cookieName(location.origin, STYLES_COOKIE)
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    document.cookie = `${name}=${address}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`
  } else {
    link.remove()
    complete = undefined
  }
}
