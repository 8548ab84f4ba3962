import { Button } from '../../../platform/web/ui/button.tsx'
import { Checkbox, Select } from '../../../platform/web/ui/field.tsx'
import type { DeskDay } from './entry.ts'
import type { BoxInput } from './use-box-input.ts'
import { drawsWords } from '../../../platform/rules/base/words.ts'
import { formatDate, parseDate } from '../../../platform/rules/base/calendar.ts'
import { STAFF_PATHS } from '../../../platform/rules/access/staff.ts'
import { DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import { gameMatcher, matchGame } from '../../rules/game-names.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { BallSet } from '../../../platform/web/ui/ball.tsx'
import { DataTable } from '../../../platform/web/ui/data-table.tsx'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { itemAt } from '../../../platform/rules/base/lists.ts'

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
export function VerdictTable({
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
