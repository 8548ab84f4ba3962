import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Button, buttonClasses } from '../../../platform/web/ui/button.tsx'
import { Field, TextArea, Checkbox, Select } from '../../../platform/web/ui/field.tsx'
import type { DeskDay } from './entry.ts'
import type { BoxInput } from './use-box-input.ts'
import type { Desk } from './use-desk.ts'
import { drawsWords } from '../../../platform/rules/base/words.ts'
import { formatDate, parseDate } from '../../../platform/rules/base/calendar.ts'
import type { DateQuestion } from '../../rules/ingest/ingest-plan.ts'
import { DATE_ORDERS, type DateOrder, readDay } from '../../rules/written-dates.ts'
import { STAFF_PATHS } from '../../../platform/rules/access/staff.ts'
import { DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import { gameMatcher, matchGame } from '../../rules/game-names.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { BallSet } from '../../../platform/web/ui/ball.tsx'
import { DataTable } from '../../../platform/web/ui/data-table.tsx'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { itemAt } from '../../../platform/rules/base/lists.ts'

/** The one box for whatever arrives: digits, a chat, several games, a file. Below it, what is not understood. */
export function Box({ desk, input }: { desk: Desk; input: BoxInput }) {
  const { entry } = desk
  const { arrival, file, isRows } = input
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The cells, of which one had the focus, give way to the rows.
    if (isRows && document.activeElement === document.body) place.current?.querySelector('textarea')?.focus()
  }, [isRows])

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    const isWhole = arrival.kind === 'draw' && (desk.draw !== null || !/\p{L}/u.test(entry.text))
    if (!isWhole && !event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    event.currentTarget.form!.requestSubmit()
  }

  return (
    <div ref={place} className="mt-2">
      {file ? (
        <p className="rounded-lg bg-soft p-3 font-bold wrap-anywhere">{file.name}</p>
      ) : (
        <div className="flex items-end gap-2">
          <div className="desk-box min-w-0 flex-1">
            <TextArea
              label="Type or paste what arrived"
              rows={Math.min(8, entry.text.split('\n').length)}
              placeholder="Numbers, a chat, several games"
              value={entry.text}
              onKeyDown={press}
              onPaste={(event) => {
                const [pasted] = event.clipboardData.files
                if (pasted) input.takeFile(pasted)
              }}
              onChange={(event) => input.setText(event.target.value)}
            />
          </div>
          {!entry.correcting && (
            <label
              className={`${buttonClasses('plain')} has-focus-visible:[outline:3px_solid] relative outline-offset-2`}
            >
              File
              <input
                type="file"
                className="visually-hidden"
                aria-label="File"
                accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
                onChange={(event) => {
                  const [chosen] = event.target.files!
                  if (chosen) input.takeFile(chosen)
                }}
              />
            </label>
          )}
        </div>
      )}
      {arrival.kind === 'problem' && (
        <p role="alert" className="mt-1 text-sm font-bold text-error">
          {arrival.problem}
        </p>
      )}
      {arrival.kind === 'draw' && (arrival.readAs !== null || arrival.unread.length > 0) && (
        <div role="status" className="mt-1 text-sm wrap-anywhere">
          {arrival.readAs && <p className="font-bold text-warn">{arrival.readAs}</p>}
          {arrival.unread.length > 0 && <p>Not read: {arrival.unread.join(' / ')}</p>}
        </div>
      )}
    </div>
  )
}

/** The rows that arrived, what each of them is, and the button that writes them. */
export function Rows({ desk, input, today }: { desk: Desk; input: BoxInput; today: DeskDay }) {
  const { entry } = desk
  const { verdicts, question, problem } = input
  return (
    <div className="mt-3">
      <Field
        label="Date for draws without one"
        type="date"
        value={entry.date}
        max={today.today}
        hint="A weekday such as Friday means the last Friday up to this date. In dates such as 07/08/2025 the day comes first."
        onChange={(event) => desk.setEntry({ ...entry, date: event.target.value })}
      />
      {question && (
        <DateOrderQuestion question={question} order={input.dateOrder} onChoose={input.setDateOrder} />
      )}
      {problem ? (
        <p role="alert" className="mt-2 font-bold text-error">
          {problem}
        </p>
      ) : (
        !verdicts && (
          <p role="status" className="mt-2 text-quiet">
            Checking...
          </p>
        )
      )}
      {verdicts && (
        <VerdictTable
          verdicts={verdicts}
          text={input.file ? null : entry.text}
          games={today.games}
          input={input}
        />
      )}
      <Button kind="quiet" className="mt-2" onClick={() => input.clear()}>
        Clear
      </Button>
    </div>
  )
}

const LABELS = { 'day-first': 'The day first', 'month-first': 'The month first' } as const

/** Asks for the order of day and month, with what a date of the upload would be in each. */
function DateOrderQuestion({
  question: { monthFirst, either },
  order,
  onChoose,
}: {
  question: DateQuestion
  order: DateOrder | null
  onChoose: (order: DateOrder) => void
}) {
  const example = either ?? monthFirst
  const read = (as: DateOrder) => {
    const { date } = readDay(example, as)
    return `${example} ${date ? `is ${formatDate(date)}` : 'is refused'}`
  }
  return (
    <fieldset className="mt-3 min-w-0 rounded-lg bg-warn-soft p-3">
      <legend className="float-left w-full font-bold text-warn">What do the dates begin with?</legend>
      <p className="clear-both text-sm">
        {monthFirst} cannot begin with the day.
        {either && order === null && ` Until you choose, dates such as ${either} are refused.`}
      </p>
      {DATE_ORDERS.map((as) => (
        <label key={as} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name="date-order"
            className="size-6 shrink-0 accent-brand"
            checked={order === as}
            onChange={() => onChoose(as)}
          />
          <span>
            <span className="font-bold">{LABELS[as]}</span>: {read(as)}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

export type Verdicts = AnswerOf<'POST /api/admin/draws/check'>
type Verdict = Verdicts['verdicts'][number]

const VERDICT_LABELS = {
  new: 'New',
  complete: 'Adds',
  change: 'Changes',
  same: 'Unchanged',
  refused: 'Refused',
  unread: 'Not read',
} as const

/** What an upload would do, row by row and beside its text, and the button that writes it. */
function VerdictTable({
  verdicts: { verdicts, more, inserted, completed, corrected, unchanged, refused, columns },
  text,
  games,
  input: { correct, setCorrect, meant, setMeant, ...input },
}: {
  verdicts: Verdicts
  /** What arrived; null for a file. */
  text: string | null
  games: readonly KnownGame[]
  input: BoxInput
}) {
  // The server lists what needs a look first; a text that is listed whole is easier in its own order.
  const rows = more > 0 ? verdicts : [...verdicts].sort((a, b) => a.line - b.line)
  const lines = text?.split(/\r\n?|\n/)
  const good = inserted + completed + (correct ? corrected : 0)
  const asked = new Set([...Object.keys(meant), ...unknownNames(verdicts, games)])
  const nameOf = (key: string) => games.find((game) => game.key === key)?.name ?? key
  return (
    <div className="mt-3">
      <p role="status" className="font-bold">
        {inserted} new, {completed} to complete, {corrected} to change, {unchanged} unchanged, {refused}{' '}
        refused. Nothing is written yet.
      </p>
      {columns && <p className="text-sm wrap-anywhere">{columns}</p>}
      {[...asked].map((name) => (
        <UnknownGame
          key={name}
          name={name}
          games={games}
          value={meant[name] ?? ''}
          onChoose={(key) => setMeant({ ...meant, [name]: key })}
        />
      ))}
      <DataTable
        caption="Verdict on each row"
        captionHidden
        columns={[lines ? 'What arrived' : 'Line', 'Draw']}
        className="mt-2"
      >
        {rows.map((row, place) => (
          <tr key={`${row.line} ${row.game}`} className="align-top">
            <th scope="row" className="font-normal whitespace-pre-line wrap-anywhere">
              {lines
                ? lines
                    .slice(row.line - 1, rows[place + 1] && itemAt(rows, place + 1).line - 1)
                    .join('\n')
                    .trim()
                : row.line}
            </th>
            <td>
              {row.verdict !== 'unread' && <DrawOf row={row} name={nameOf(row.game)} />}
              <span className={row.verdict === 'refused' ? 'font-bold text-error' : 'font-bold'}>
                {VERDICT_LABELS[row.verdict]}
              </span>
              {row.notes.length > 0 && <span className="block">{row.notes.join(' ')}</span>}
            </td>
          </tr>
        ))}
      </DataTable>
      {more > 0 && <p className="text-sm text-quiet">And {more} more rows without problems.</p>}
      {corrected > 0 && (
        <Checkbox
          label={`Change ${corrected === 1 ? 'the recorded draw' : `the ${corrected} recorded draws`} listed as "Changes"`}
          checked={correct}
          onChange={(event) => setCorrect(event.target.checked)}
        />
      )}
      <Button type="submit" className="mt-3" disabled={input.busy || !input.isChecked || good === 0}>
        {good === 0 ? 'Nothing to write' : `Write ${drawsWords(good)}`}
      </Button>
    </div>
  )
}

/** Asks which game a name means: a known one, those that it resembles first, or a new one. */
function UnknownGame({
  name,
  games,
  value,
  onChoose,
}: {
  name: string
  games: readonly KnownGame[]
  /** The key of the chosen game, or empty. */
  value: string
  onChoose: (key: string) => void
}) {
  const known = new Set([...(matchGame(name, games).candidates ?? []), ...games])
  return (
    <div className="mt-2 flex flex-wrap items-end gap-x-3">
      <Select
        label={`Which game is “${name}”?`}
        value={value}
        options={[['', 'Choose a game'], ...[...known].map((game) => [game.key, game.name] as const)]}
        onChange={(event) => onChoose(event.target.value)}
      />
      {value === '' && (
        <PageLink
          to={`${STAFF_PATHS.games}?${new URLSearchParams({ add: name })}`}
          className="link inline-flex min-h-11 items-center"
        >
          Add {name}
        </PageLink>
      )}
    </div>
  )
}

type KnownGame = DeskDay['games'][number]

/** The names of refused rows that mean no game, at most five. */
function unknownNames(verdicts: readonly Verdict[], games: readonly KnownGame[]): string[] {
  const findGame = gameMatcher(games)
  const names = verdicts.flatMap(({ verdict, game }) => (verdict === 'refused' ? [game] : []))
  const isUnknown = (name: string) => name !== '' && !findGame.only(name) && !findGame.near(name)
  return [...new Set(names)]
    .filter((name) => name.length <= DRAW_LIMITS.gameName && isUnknown(name))
    .slice(0, 5)
}

/** The game, the day with its weekday, and both sets, as they would be stored; what was not understood as written. */
function DrawOf({ row: { date, numbers }, name }: { row: Verdict; name: string }) {
  const day = parseDate(date)
  return (
    <>
      <span className="block font-bold wrap-anywhere">{name.slice(0, DRAW_LIMITS.gameName)}</span>
      <span className="block">
        {day ? formatDate(day) : date.slice(0, DRAW_LIMITS.gameName)}
        {numbers?.serial != null && `, No. ${numbers.serial}`}
      </span>
      {numbers?.winning.length === 0 && <strong className="block">No draw</strong>}
      {numbers &&
        (['winning', 'machine'] as const).map(
          (type) =>
            numbers[type].length > 0 && (
              <BallSet key={type} type={type} numbers={numbers[type]} letter size={20} unlinked />
            ),
        )}
    </>
  )
}
