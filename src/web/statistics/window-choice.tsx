import type { FormEvent } from 'react'
import { useLocation } from '../ui/location.ts'
import { LAST_WINDOWS } from '../../domain/statistics.ts'
import { Button } from '../ui/button.tsx'
import { formText } from '../ui/form-text.ts'
import { CONTROL } from '../ui/control.ts'

/** Chooses which draws a statistic covers. The choice is kept in the address bar. */
export function WindowChoice({ window, years }: { window: string; years: readonly number[] }) {
  const [path, navigate] = useLocation()
  function choose(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    navigate(`${path}?window=${formText(event.currentTarget, 'window')}`)
  }
  return (
    <form method="get" action={path} onSubmit={choose} className="flex min-w-0 grow basis-52 flex-wrap gap-2">
      <div className="max-w-max flex-[1_1_9rem]">
        <select key={window} aria-label="Draws" name="window" defaultValue={window} className={CONTROL}>
          {LAST_WINDOWS.map((last) => (
            <option key={last} value={last}>
              Last {last} draws
            </option>
          ))}
          <option value="all">All draws</option>
          {years.map((year) => (
            <option key={year} value={year}>
              Year {year}
            </option>
          ))}
        </select>
      </div>
      <Button type="submit" kind="plain">
        Show
      </Button>
    </form>
  )
}
