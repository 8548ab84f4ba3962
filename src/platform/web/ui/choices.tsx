import type { FormEvent } from 'react'
import { Button, CONTROL } from './button.tsx'
import { type Option, Options } from './field.tsx'
import { useLocation } from './location.ts'

export interface Choice {
  label: string
  name: string
  value: string
  options: readonly Option[]
}

/** What a statistic shows. A choice is an address; without script a button sends it. */
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
        <div key={name} className="min-w-0 flex-[1_1_10rem]">
          <select
            key={value}
            aria-label={label}
            name={name}
            defaultValue={value}
            className={`${CONTROL} pr-1 pl-2`}
          >
            <Options of={options} />
          </select>
        </div>
      ))}
      {kept?.game && <input type="hidden" name="game" value={kept.game} />}
      <noscript>
        <Button type="submit" kind="plain">
          Choose
        </Button>
      </noscript>
    </form>
  )
}
