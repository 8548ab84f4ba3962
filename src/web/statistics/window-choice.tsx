import type { FormEvent } from 'react'
import { useLocation } from '../ui/location.ts'
import { LAST_WINDOWS } from '../../domain/statistics/statistics.ts'
import { Button } from '../ui/button.tsx'
import { formText } from '../ui/form-text.ts'
import { CONTROL } from '../ui/control.ts'

interface Props {
  window: string
  years: readonly number[]
  /** The other choices of the screen, which the address keeps. Null for none. */
  kept?: Readonly<Record<string, string | null>>
}

/** Chooses which draws a statistic covers. The choice is kept in the address bar. */
export function WindowChoice({ window, years, kept }: Props) {
  const [path, navigate] = useLocation()
  const others = Object.entries(kept ?? {}).filter((entry): entry is [string, string] => entry[1] !== null)
  function choose(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const query = new URLSearchParams([['window', formText(event.currentTarget, 'window')], ...others])
    navigate(`${path}?${query}`)
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
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" kind="plain">
        Show
      </Button>
    </form>
  )
}
