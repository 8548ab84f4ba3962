import type { FormEvent, RefObject } from 'react'
import { STAFF_LIMITS } from '../../../domain/staff-limits.ts'
import { DayGame } from '../day-game.tsx'
import { PATHS } from '../../../domain/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field, Select } from '../../ui/field.tsx'
import { Cells } from './cells.tsx'
import { ConflictView } from './conflict.tsx'
import { type DeskDay, type DeskGame, entryOf } from './entry.ts'
import type { Desk } from './use-desk.ts'

/** The form for one draw, usable by keyboard alone. Errors show at their fields; Enter saves and opens the next draw. */
export function DeskForm({
  desk,
  today,
  grid,
}: {
  desk: Desk
  today: DeskDay
  grid: RefObject<HTMLDivElement | null>
}) {
  const { entry, setEntry, problems } = desk
  const line =
    desk.day?.date === entry.date ? desk.day.games.find(({ key }) => key === entry.game) : undefined
  const recorded = line?.draw && line.draw.source !== 'sample' && !entry.correcting ? line.draw : null

  function submit(event: FormEvent) {
    event.preventDefault()
    void desk.save()
  }

  return (
    <form
      aria-label="Draw desk"
      onSubmit={submit}
      noValidate
      className="rounded-lg border border-line bg-sheet p-3"
    >
      {desk.notice && (
        <Banner kind={desk.notice.kind}>
          {desk.notice.text}{' '}
          {desk.notice.login && (
            <a className="link" href={PATHS.login}>
              Login
            </a>
          )}
        </Banner>
      )}
      <div className="grid gap-2 *:min-w-0 sm:grid-cols-[5fr_4fr_4fr]">
        <Select
          label="Game"
          value={entry.game}
          error={problems.game}
          disabled={entry.correcting !== null}
          onChange={(event) => setEntry({ ...entry, game: event.target.value })}
        >
          {today.games.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </Select>
        <Field
          label="Draw date"
          type="date"
          value={entry.date}
          max={today.today}
          error={problems.date}
          onChange={(event) => setEntry({ ...entry, date: event.target.value })}
        />
        <Field
          label="Serial number"
          inputMode="numeric"
          autoComplete="off"
          value={entry.serial}
          error={problems.serial}
          onChange={(event) => setEntry({ ...entry, serial: event.target.value })}
        />
      </div>
      {recorded && <Recorded desk={desk} draw={recorded} />}
      <Cells
        entry={entry}
        games={today.games}
        onChange={setEntry}
        grid={grid}
        problems={{
          ...(problems.winning && { winning: problems.winning }),
          ...(problems.machine && { machine: problems.machine }),
        }}
      />
      <div className="mt-2 flex flex-wrap gap-x-6">
        <Checkbox
          label="Machine numbers later"
          checked={entry.machineLater}
          disabled={entry.noDraw}
          onChange={(event) => setEntry({ ...entry, machineLater: event.target.checked })}
        />
        <Checkbox
          label="No draw"
          checked={entry.noDraw}
          onChange={(event) => setEntry({ ...entry, noDraw: event.target.checked })}
        />
      </div>
      {entry.correcting && (
        <Field
          label="Reason"
          value={entry.reason}
          maxLength={STAFF_LIMITS.reason}
          error={problems.reason}
          onChange={(event) => setEntry({ ...entry, reason: event.target.value })}
        />
      )}
      {desk.warnings.length > 0 && (
        <ul role="status" className="mt-2 list-inside list-disc text-sm text-warn">
          {desk.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      {desk.draw && line && <Preview desk={desk} line={line} />}
      <ConflictView desk={desk} />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button type="submit" disabled={desk.busy}>
          {desk.busy ? 'Saving...' : entry.correcting ? 'Save the correction' : 'Save'}
        </Button>
        <Button kind="plain" onClick={() => desk.openNext()}>
          {entry.correcting ? 'Cancel the correction' : 'Clear'}
        </Button>
      </div>
    </form>
  )
}

function Recorded({ desk, draw }: { desk: Desk; draw: NonNullable<DeskGame['draw']> }) {
  if (draw.hidden) {
    return (
      <p className="mt-2 text-sm">
        Entered by another user. Type the numbers from your own source to confirm them.
      </p>
    )
  }
  const waiting = draw.state === 'unconfirmed' ? ' It waits for a second person.' : ''
  const lacksMachine = draw.state !== 'no_draw' && draw.machine.length === 0
  const stored = (reason: string) => entryOf(desk.entry.game, draw, reason)
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2 rounded-lg bg-soft px-3 py-2 text-sm">
      <p>
        Already recorded: {draw.state === 'no_draw' ? 'no draw' : draw.winning.join(' - ')}
        {lacksMachine && ', machine numbers missing'}.{waiting}
      </p>
      {lacksMachine && (
        <Button
          kind="plain"
          onClick={() => desk.open({ ...stored('Machine numbers published'), machineLater: false })}
        >
          Add machine numbers
        </Button>
      )}
      <Button kind="plain" onClick={() => desk.open(stored(''))}>
        Correct it
      </Button>
    </div>
  )
}

/** A preview of the draw on the Day Result screen, to proofread before saving. */
function Preview({ desk, line }: { desk: Desk; line: DeskGame }) {
  const draw = desk.draw!
  const state = draw.state === 'no_draw' ? 'no-draw' : desk.day?.secondPerson ? 'unconfirmed' : 'result-in'
  return (
    <section aria-label="As players will see it" className="mt-3">
      <p className="text-sm font-bold text-quiet">As players will see it</p>
      <ul className="mt-1">
        <DayGame
          game={{ ...line, draw: { ...draw, winning: draw.winning, machine: draw.machine, sample: false } }}
          state={state}
          now={desk.now}
          today
        />
      </ul>
    </section>
  )
}
