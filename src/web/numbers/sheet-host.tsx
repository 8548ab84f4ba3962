import { useEffect, useState } from 'react'
import { PATHS } from '../../domain/paths.ts'
import type * as SheetCode from './number-sheet.tsx'

/**
 * Opens a number's sheet over the screen for a tap on any ball. One listener serves every ball, and the sheet's code is
 * fetched with the first tap. Other clicks, and browsers without dialogs, follow the link to the number's page.
 */
export function NumberSheetHost() {
  const [code, setCode] = useState<typeof SheetCode | null>(null)
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const ball = (event.target as Element).closest<HTMLAnchorElement>(`a[href^="${PATHS.number}/"]`)
      const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
      if (!ball || !isPlain || event.defaultPrevented || !('HTMLDialogElement' in window)) return
      event.preventDefault()
      void import('./number-sheet.tsx').then(
        (loaded) => {
          setCode(loaded)
          loaded.openNumber(ball)
        },
        () => location.assign(ball.href),
      )
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [])
  return code && <code.NumberSheet />
}
