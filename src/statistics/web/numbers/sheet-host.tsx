import { useEffect, useState } from 'react'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import type * as SheetCode from './number-sheet.tsx'

/** The link to a number's page that an event is on. */
const linkOf = ({ target }: Event) =>
  (target as Element).closest<HTMLAnchorElement>(`a[href^="${PATHS.number}/"]`)

const fetchCode = () => import('./number-sheet.tsx')

/** Fetches the sheet's code when a finger or pointer comes near a ball. The click reports a failure. */
function prefetch(event: Event): void {
  if (linkOf(event)) fetchCode().catch(() => undefined)
}

/**
 * Opens a number's sheet over the screen for a tap on any ball. One listener serves every ball. Other clicks, and browsers
 * without dialogs, follow the link to the number's page.
 */
export function NumberSheetHost() {
  const [code, setCode] = useState<typeof SheetCode | null>(null)
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const ball = linkOf(event)
      const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
      if (!ball || !isPlain || event.defaultPrevented || !('HTMLDialogElement' in window)) return
      event.preventDefault()
      // Marks the ball at once, because the first tap waits for the sheet's code.
      if (!ball.closest('dialog')) ball.setAttribute('aria-expanded', 'true')
      void fetchCode().then(
        (loaded) => {
          setCode(loaded)
          loaded.openNumber(ball)
        },
        () => location.assign(ball.href),
      )
    }
    document.addEventListener('click', onClick)
    document.addEventListener('pointerover', prefetch)
    return () => {
      document.removeEventListener('click', onClick)
      document.removeEventListener('pointerover', prefetch)
    }
  }, [])
  return code && <code.NumberSheet />
}
