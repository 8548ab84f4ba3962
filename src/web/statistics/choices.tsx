import type { FormEvent } from 'react'
import { LAST_WINDOWS } from '../../domain/statistics/statistics.ts'
import { Button } from '../ui/button.tsx'
import { CONTROL } from '../ui/control.ts'
import { useLocation } from '../ui/location.ts'

interface Choice {
  label: string
  name: string
  value: string
  options: readonly { value: string; text: string }[]
}

/** What a statistic covers. A choice is an address; without script a button sends it. */
export function Choices({ choices, kept }: { choices: readonly Choice[]; kept?: { game: string | null } }) {
  const [path, navigate] = useLocation()
  function show(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const sent = [...new FormData(event.currentTarget)].filter(([, value]) => value !== '')
    navigate(`${path}?${new URLSearchParams(sent as [string, string][])}`)
  }
  return (
    <form
      method="get"
      action={path}
      onChange={(event) => event.currentTarget.requestSubmit()}
      onSubmit={show}
      className="flex max-w-xl flex-wrap gap-2"
    >
      {choices.map(({ label, name, value, options }) => (
        <div key={name} className="min-w-0 flex-[1_1_8rem]">
          <select key={value} aria-label={label} name={name} defaultValue={value} className={CONTROL}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.text}
              </option>
            ))}
          </select>
        </div>
      ))}
      {kept?.game && <input type="hidden" name="game" value={kept.game} />}
      <noscript>
        <Button type="submit" kind="plain">
          Show
        </Button>
      </noscript>
    </form>
  )
}

/** The choice of the draws: the last ones, all, or a year. */
export const windowChoice = (window: string, years: readonly number[]): Choice => ({
  label: 'Draws',
  name: 'window',
  value: window,
  options: [
    ...LAST_WINDOWS.map((last) => ({ value: String(last), text: `Last ${last} draws` })),
    { value: 'all', text: 'All draws' },
    ...years.map((year) => ({ value: String(year), text: `Year ${year}` })),
  ],
})
