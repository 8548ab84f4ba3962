import { type MouseEvent, useState } from 'react'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { IconPath } from '../../../platform/web/ui/icon-path.tsx'
import type * as SheetCode from './tv-sheet.tsx'

/** Leads to the results for a TV. A phone shows the address for the TV's own browser first; without a network the results. */
export function ShowOnTv({ className }: { className: string }) {
  const [sheet, setSheet] = useState<typeof SheetCode | null>(null)

  function open(event: MouseEvent) {
    if (!matchMedia('(max-width: 47.99rem)').matches) return
    event.preventDefault()
    import('./tv-sheet.tsx').then(setSheet, () => location.assign(PATHS.tv))
  }
  return (
    <>
      <a href={PATHS.tv} className={className} onClick={open}>
        <IconPath path="M3 5h18v12H3zM8 20.5h8" />
        Show on a TV
      </a>
      {sheet && <sheet.TvSheet onClose={() => setSheet(null)} />}
    </>
  )
}
