import { type DragEvent, type FormEvent, type RefObject, useState } from 'react'
import { clockOf, formatDate, parseDate } from '../../../platform/rules/base/calendar.ts'
import { STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { Button } from '../../../platform/web/ui/button.tsx'
import { Field, Select } from '../../../platform/web/ui/field.tsx'
import { Box, Rows } from './box.tsx'
import { Cells } from './cells.tsx'
import { DayLine, EarlyNote, Recorded } from './draw-notes.tsx'
import { DeskNotice, ConflictView } from './desk-notice.tsx'
import { type DeskDay, type DeskGame, type Entry, hasTyped, withSerial } from './entry.ts'
import type { BoxInput } from './use-box-input.ts'
import type { Desk } from './use-desk.ts'

/**
 * The form for whatever arrives, usable by keyboard alone: one draw, or the rows of a text or a file. Errors show at their
 * fields; Enter saves and opens the next draw.
 */
export function DeskForm({
  desk,
  input,
  today,
  grid,
}: {
  desk: Desk
  input: BoxInput
  today: DeskDay
  grid: RefObject<HTMLDivElement | null>
}) {
  function submit(event: FormEvent) {
    event.preventDefault()
    void (input.isRows ? input.write() : desk.save())
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    const [file] = event.dataTransfer.files
    if (file) input.takeFile(file)
    else input.addText(event.dataTransfer.getData('text'))
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the box's button takes a file too
    <form
      aria-label="Upload result"
      onSubmit={submit}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      noValidate
      className="scroll-mt-16 rounded-lg border border-line bg-sheet p-3"
    >
      <h2 className="font-bold">Upload result</h2>
      <noscript>
        <p className="mt-2 text-sm text-warn">To enter results, switch on JavaScript in your browser.</p>
      </noscript>
      <Box desk={desk} input={input} />
      {input.isRows ? (
        <Rows desk={desk} input={input} today={today} />
      ) : (
        <OneDraw desk={desk} input={input} today={today} grid={grid} />
      )}
      <DeskNotice desk={desk} today={today} />
    </form>
  )
}

/** The draw that was read or typed, which every field can change. */
function OneDraw({ desk, input, today, grid }: Parameters<typeof DeskForm>[0]) {
  const { entry, setEntry, problems } = desk
  const recorded =
    desk.line?.draw && desk.line.draw.source !== 'sample' && !entry.correcting ? desk.line.draw : null
  return (
    <>
      <DrawFields desk={desk} today={today} />
      <DayLine desk={desk} today={today} />
      {recorded && <Recorded desk={desk} draw={recorded} />}
      <Cells
        entry={entry}
        onText={input.addText}
        onChange={setEntry}
        grid={grid}
        problems={{
          ...(problems.winning && { winning: problems.winning }),
          ...(problems.machine && { machine: problems.machine }),
        }}
      />
      <CellsNote entry={entry} setEntry={setEntry} />
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
      <EarlyNote desk={desk} />
      <ConflictView desk={desk} />
      <Actions key={`${entry.game} ${entry.date}`} desk={desk} />
    </>
  )
}

/** Which draw it is. */
function DrawFields({ desk, today }: { desk: Desk; today: DeskDay }) {
  const { entry, setEntry, problems } = desk
  const lines = desk.day?.date === entry.date ? desk.day.games : []
  const closeOf = (game: string) =>
    closeText(
      lines.find(({ key }) => key === game),
      desk.now,
    )
  return (
    <div className="mt-2 flex flex-wrap items-start gap-2 *:min-w-0">
      <div className="flex-[2_1_13rem]">
        <Select
          label="Game name"
          value={entry.game}
          error={problems.game}
          disabled={entry.correcting !== null}
          onChange={(event) => setEntry({ ...entry, game: event.target.value })}
          options={[
            ...(entry.game === '' ? [['', 'Choose a game'] as const] : []),
            ...today.games.map(({ key, name }) => [key, name + closeOf(key)] as const),
          ]}
        />
      </div>
      <div className="flex-[1.4_1_8.75rem]">
        <Field
          label="Date"
          type="date"
          value={entry.date}
          max={today.today}
          error={problems.date}
          onChange={(event) => setEntry({ ...entry, date: event.target.value })}
        />
      </div>
      <div className="flex-[0.7_1_6.5rem]">
        <Field
          label="Serial number"
          inputMode="numeric"
          autoComplete="off"
          value={withSerial(entry, desk.day).serial}
          error={problems.serial}
          onChange={(event) => setEntry({ ...entry, serial: event.target.value })}
        />
      </div>
    </div>
  )
}

/** `, closed 15:30` for a game that draws on the day of the entry. */
function closeText(line: DeskGame | undefined, now: number): string {
  if (!line?.schedule) return ''
  const { closesAt } = line.schedule
  return `, ${now < closesAt ? 'closes' : 'closed'} ${clockOf(closesAt)}`
}

/** How to type, or why a set cannot be typed and how to change that. */
function CellsNote({ entry, setEntry }: { entry: Entry; setEntry: (entry: Entry) => void }) {
  const isOff = entry.noDraw || entry.machineLater
  return (
    <p className="my-2 text-xs text-quiet">
      {entry.noDraw
        ? 'The game had no draw.'
        : entry.machineLater
          ? 'The machine numbers come later.'
          : 'The cursor moves on by itself.'}{' '}
      {isOff && (
        <button
          type="button"
          className="link -my-3 py-3"
          onClick={() => setEntry({ ...entry, noDraw: false, machineLater: false })}
        >
          {entry.noDraw ? 'Type the numbers' : 'Type them now'}
        </button>
      )}
    </p>
  )
}

/** Upload, the two shorter ways, and a question before "no draw", which one slip must not publish. */
function Actions({ desk }: { desk: Desk }) {
  const { entry, busy } = desk
  const [asks, setAsks] = useState(false)
  const date = parseDate(entry.date)
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button type="submit" disabled={busy} className="max-sm:w-full">
          {busy ? 'Saving...' : entry.correcting ? 'Save the correction' : 'Upload'}
        </Button>
        <Button
          kind="plain"
          disabled={busy}
          onClick={() => desk.saveAs({ ...entry, machineLater: true, noDraw: false })}
        >
          Machine later
        </Button>
        <Button kind="plain" disabled={busy} onClick={() => setAsks(true)}>
          No draw
        </Button>
        {(entry.correcting || hasTyped(entry)) && (
          <Button kind="quiet" onClick={() => desk.openNext()}>
            {entry.correcting ? 'Cancel the correction' : 'Clear'}
          </Button>
        )}
      </div>
      {asks && (
        <div role="group" aria-label="No draw" className="mt-3 rounded-lg bg-warn-soft p-3 text-sm">
          <p className="font-bold text-warn">
            Record that {desk.nameOf(entry.game)} had no draw{date && ` on ${formatDate(date)}`}?
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button
              disabled={busy}
              onClick={() => {
                setAsks(false)
                desk.saveAs({ ...entry, noDraw: true })
              }}
            >
              Record no draw
            </Button>
            <Button kind="plain" onClick={() => setAsks(false)}>
              Back
            </Button>
          </div>
        </div>
      )}
    </>
  )
}
