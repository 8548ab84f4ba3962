import { MESSAGES } from '../../platform/rules/base/messages.ts'
import { BallsToCome } from '../../platform/web/ui/ball.tsx'
import { ReloadNote } from '../../platform/web/ui/states.tsx'

const ROWS = [1, 2, 3]

/** Three empty rows in place of draws that load. They appear after a moment, so that quick answers do not flash. */
export function LoadingRows({ both = false }: { both?: boolean }) {
  return (
    <div className="late">
      <p role="status" className="visually-hidden">
        {MESSAGES.loading}
      </p>
      <ReloadNote />
      <div className="draw-rows" aria-hidden="true">
        {ROWS.map((row) => (
          <div key={row} className={`draw-row ${both ? 'draw-row-both' : ''}`}>
            <div className="draw-name space-y-2">
              <span className="skeleton w-24 max-w-full" />
              <span className="skeleton w-16 max-w-full" />
            </div>
            <BallsToCome />
          </div>
        ))}
      </div>
    </div>
  )
}
