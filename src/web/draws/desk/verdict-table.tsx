import { STAFF_PATHS } from '../../../domain/admin/staff.ts'
import { formatDate, parseDate } from '../../../domain/base/calendar.ts'
import { DRAW_LIMITS } from '../../../domain/base/balls.ts'
import { matchGame } from '../../../domain/draws/game-names.ts'
import type { AnswerOf } from '../../api/call.ts'
import { BallSet } from '../../ui/ball.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { itemAt } from '../../../domain/base/lists.ts'

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
  verdicts: { verdicts, more, inserted, completed, corrected, unchanged, refused },
  text,
  games,
  busy,
  correct,
  onCorrect,
}: {
  verdicts: Verdicts
  /** What arrived; null for a file. */
  text: string | null
  games: readonly { key: string; name: string }[]
  busy: boolean
  /** Whether recorded draws may change. */
  correct: boolean
  onCorrect: (correct: boolean) => void
}) {
  // The server lists what needs a look first; a text that is listed whole is easier in its own order.
  const rows = more > 0 ? verdicts : [...verdicts].sort((a, b) => a.line - b.line)
  const lines = text?.split(/\r\n?|\n/)
  const good = inserted + completed + (correct ? corrected : 0)
  const unknown = unknownNames(verdicts, games)
  const nameOf = (key: string) => games.find((game) => game.key === key)?.name ?? key
  return (
    <div className="mt-3">
      <p role="status" className="font-bold">
        {inserted} new, {completed} to complete, {corrected} to change, {unchanged} unchanged, {refused}{' '}
        refused. Nothing is written yet.
      </p>
      {unknown.length > 0 && (
        <p>
          Unknown games:{' '}
          {unknown.map((name) => (
            <PageLink
              key={name}
              to={`${STAFF_PATHS.games}?${new URLSearchParams({ add: name })}`}
              className="link mr-3 inline-flex min-h-11 items-center"
            >
              Add {name}
            </PageLink>
          ))}
        </p>
      )}
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
          onChange={(event) => onCorrect(event.target.checked)}
        />
      )}
      <Button type="submit" className="mt-3" disabled={busy || good === 0}>
        {good === 0 ? 'Nothing to write' : `Write ${good} draw(s)`}
      </Button>
    </div>
  )
}

/** The games of refused rows that no name or usual spelling fits, at most five. */
function unknownNames(
  verdicts: readonly Verdict[],
  games: readonly { key: string; name: string }[],
): string[] {
  const refused = verdicts.filter(
    ({ verdict, numbers, game }) => verdict === 'refused' && !numbers && game !== '',
  )
  const names = refused.map(({ game }) => game.slice(0, DRAW_LIMITS.gameName))
  return [...new Set(names)].filter((name) => !matchGame(name, games).game).slice(0, 5)
}

/** The game, the day with its weekday, and both sets, as they would be stored; of a refused row, what it says. */
function DrawOf({ row: { game, date, numbers }, name }: { row: Verdict; name: string }) {
  const day = parseDate(date)
  return (
    <>
      <span className="block font-bold wrap-anywhere">
        {(numbers ? name : game).slice(0, DRAW_LIMITS.gameName)}
      </span>
      <span className="block">
        {numbers && day ? formatDate(day) : date.slice(0, DRAW_LIMITS.gameName)}
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
