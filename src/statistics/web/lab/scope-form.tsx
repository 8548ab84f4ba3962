import type { FormEvent, ReactNode } from 'react'
import { capitalised, FIRST_YEAR, WEEKDAYS } from '../../../platform/rules/base/calendar.ts'
import { labFigure, type LabFigureKey } from '../../rules/lab/figures.ts'
import { type LabField, SCOPE_FIELDS, type TypedLabQuery } from '../../rules/lab/query.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { Button } from '../../../platform/web/ui/button.tsx'
import { Field, Select } from '../../../platform/web/ui/field.tsx'
import { Icon } from '../../../platform/web/ui/icons.tsx'
import { useLocation } from '../../../platform/web/ui/location.ts'
import { labPath, placeOf } from './addresses.ts'

interface LabGame {
  key: string
  name: string
  operator: string
}

/** What is wrong with each field of a choice. */
export type Problems = Partial<Record<string, string>>

interface Props {
  figure: LabFigureKey
  typed: TypedLabQuery
  games: readonly LabGame[]
  problems: Problems
}

const LAST_DRAWS = [30, 100, 300, 1000]

/** Chooses the draws of a figure. Without script the form is sent as it is; with script the address has no empty field. */
export function ScopeForm({ figure, typed, games, problems }: Props) {
  const { sets, joinsDraws } = labFigure(figure)
  const isChosen = SCOPE_FIELDS.some((field) => typed[field])
  const isWrong = SCOPE_FIELDS.some((field) => problems[field])
  const operators = [...new Set(games.map(({ operator }) => operator))]
  return (
    <details className="disclosure mb-3 rounded-lg border border-line bg-sheet" open={isChosen || isWrong}>
      <summary className="flex min-h-11 items-center justify-between px-3 font-bold md:px-4">
        Choose the draws
        <Icon name="down" />
      </summary>
      <LabForm
        figure={figure}
        typed={typed}
        fields={SCOPE_FIELDS}
        className="space-y-3 px-3 pb-3 md:px-4 md:pb-4"
      >
        <Games games={games} chosen={typed.games ?? ''} error={problems.games} />
        <div className="grid gap-3 sm:grid-cols-2">
          <Select
            label="Operator"
            name="operator"
            defaultValue={typed.operator ?? ''}
            error={problems.operator}
            options={[['', 'All operators'], ...operators]}
          />
          <Select
            label="Weekday"
            name="weekday"
            defaultValue={typed.weekday ?? ''}
            error={problems.weekday}
            options={[['', 'All days'], ...WEEKDAYS.map((day) => [day, capitalised(day)] as const)]}
          />
          <Select
            label="Draws"
            name="window"
            defaultValue={typed.window ?? ''}
            error={problems.window}
            options={[
              ['', 'All, or the dates below'],
              ...LAST_DRAWS.map((last) => [`last ${last}`, `The last ${last} of each game`] as const),
              ...(typed.window === 'dates' ? [['dates', 'The dates below'] as const] : []),
            ]}
          />
          {sets.length > 1 && (
            <Select
              label="Winning or machine"
              name="set"
              defaultValue={typed.set ?? ''}
              error={problems.set}
              options={[
                ['', 'Winning'],
                ['machine', 'Machine'],
                ['both', 'Winning and machine'],
              ]}
            />
          )}
          {joinsDraws && (
            <Select
              label="Days without a draw"
              name="holes"
              defaultValue={typed.holes ?? ''}
              error={problems.holes}
              options={[
                ['', 'Join the draws around them'],
                ['out', 'Leave such pairs out'],
              ]}
            />
          )}
        </div>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-3">
          {(['from', 'to'] as const).map((field) => (
            <Field
              key={field}
              label={field === 'from' ? 'From' : 'To'}
              name={field}
              type="date"
              min={`${FIRST_YEAR}-01-01`}
              defaultValue={typed[field]}
              error={problems[field]}
            />
          ))}
        </div>
        <Button type="submit">Show these draws</Button>
      </LabForm>
    </details>
  )
}

function Games({
  games,
  chosen,
  error,
}: {
  games: readonly LabGame[]
  chosen: string
  error: string | undefined
}) {
  const keys = new Set(chosen.split(','))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-label font-bold">Games (tick none for all)</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-x-2">
        {games.map(({ key, name }) => (
          <label key={key} className="flex min-h-11 items-center gap-2 text-sm">
            <input
              type="checkbox"
              name="games"
              value={key}
              defaultChecked={keys.has(key)}
              className="size-6 shrink-0 accent-brand"
            />
            <span className="min-w-0">{name}</span>
          </label>
        ))}
      </div>
      {error && <p className="mt-1 text-sm font-bold text-error">{error}</p>}
    </fieldset>
  )
}

interface FormProps {
  figure: LabFigureKey
  typed: TypedLabQuery
  /** The fields that the form has; the others of the choice are kept. */
  fields: readonly LabField[]
  className: string
  children: ReactNode
}

/** A form that leads to the same figure with another choice. */
export function LabForm({ figure, typed, fields, className, children }: FormProps) {
  const [, navigate] = useLocation()
  function show(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const sent = new URLSearchParams()
    for (const [name, value] of new FormData(event.currentTarget))
      if (typeof value === 'string') sent.append(name, value)
    navigate(labPath(placeOf(sent)))
  }
  const kept = Object.entries({ figure, ...typed }).filter(([name]) => !fields.includes(name as LabField))
  return (
    <form
      key={JSON.stringify([figure, typed])}
      method="get"
      action={PATHS.statistics}
      onSubmit={show}
      className={className}
    >
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}
