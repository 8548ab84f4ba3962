import { useState } from 'react'
import { clockOf, formatDayMonth, lagosDate } from '../../platform/rules/base/calendar.ts'
import { SLIP_LIMITS, type SlipBet } from '../rules/entry.ts'
import { BETS, TICKET_BETS } from '../../draws/rules/bets.ts'
import { TICKET_LIMITS, USUAL_STAKE } from '../rules/tickets/check.ts'
import type { AnswerOf } from '../../platform/web/api/call.ts'
import { useNow } from '../../platform/web/api/use-now.ts'
import { NumberCells } from './tickets/number-cells.tsx'
import { Field, Select } from '../../platform/web/ui/field.tsx'
import { IconPath } from '../../platform/web/ui/icon-path.tsx'
import { Segments } from '../../platform/web/ui/segments.tsx'
import type { Entry } from './parts/use-slip.ts'

type Game = AnswerOf<'GET /api/slip/games'>['games'][number]

const SHORT = new Set<SlipBet>(['watch', 'two_sure', 'perm'])
const CLOCK = 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4.5l3 2'
const BELL = 'M6.5 17v-6a5.5 5.5 0 0 1 11 0v6l1.5 1.5H5zM10 21a2.2 2.2 0 0 0 4 0'

interface BetProps {
  entry: Entry | undefined
  bet: SlipBet
  onBet: (bet: SlipBet) => void
  errors: Readonly<Record<string, string>>
}

/** Which bet the numbers are, with what only some bets have. */
export function BetFields({ entry, bet, onBet, errors }: BetProps) {
  const [isMore, setMore] = useState(!SHORT.has(bet))
  return (
    <>
      {bet === 'against' && (
        <NumberCells
          legend="Against"
          name="against"
          values={entry?.against.map(String) ?? []}
          cells={SLIP_LIMITS.numbers - 1}
          error={errors.against}
        />
      )}
      <Segments
        legend="Bet"
        name="kind"
        options={[
          { value: 'watch', text: 'Only watch' },
          { value: 'two_sure', text: 'Two sure' },
          { value: 'perm', text: 'Perm' },
          { value: 'more', text: 'More' },
        ]}
        defaultValue={isMore ? 'more' : bet}
        onChange={(value) => {
          setMore(value === 'more')
          onBet(value === 'more' ? 'nap' : (value as SlipBet))
        }}
      />
      {isMore && (
        <Select
          label="Which bet"
          name="bet"
          value={bet}
          onChange={({ target }) => onBet(target.value as SlipBet)}
          options={TICKET_BETS.map((key) => [key, `${BETS[key].name}: ${BETS[key].about}`])}
        />
      )}
      {bet === 'perm' && (
        <Segments
          legend="Perm of how many?"
          name="lineOf"
          options={TICKET_LIMITS.lineOf.map((size) => ({ value: String(size), text: String(size) }))}
          defaultValue={String(entry?.lineOf ?? 2)}
          error={errors.lineOf}
        />
      )}
    </>
  )
}

interface GameProps extends Omit<BetProps, 'onBet'> {
  /** By their next close. */
  games: readonly Game[]
  /** Empty for any game. */
  game: string
  onGame: (game: string) => void
}

/** The stake and the game. */
export function GameFields({ entry, games, game, onGame, bet, errors }: GameProps) {
  const now = useNow(60_000)
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-2">
      {bet !== 'watch' && (
        <Field
          label={bet === 'two_sure' ? 'Stake, ₦' : 'Stake a line, ₦'}
          name="stake"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={entry?.stake ? String(entry.stake / 100) : USUAL_STAKE}
          error={errors.stake}
        />
      )}
      <Select
        label="Game"
        name="game"
        value={game}
        onChange={({ target }) => onGame(target.value)}
        error={errors.game}
        options={[
          ...games.map(({ key, name, closesAt }) => [key, `${name}, ${closeWords(closesAt!, now)}`] as const),
          ['', 'Any game'],
        ]}
      />
    </div>
  )
}

interface DrawProps extends Omit<BetProps, 'onBet'> {
  /** Undefined for any game. */
  game: Game | undefined
  isEvery: boolean
  onEvery: (isEvery: boolean) => void
  hasNotices: boolean
}

/** The draws in which the entry plays, and whether the player hears of them. */
export function DrawFields({ entry, game, bet, isEvery, onEvery, errors, hasNotices }: DrawProps) {
  return (
    <div className="-mx-3 border-t border-line px-3 md:mx-0 md:px-0">
      <label className="line">
        <IconPath path={CLOCK} />
        <span>
          Every draw of {game?.name ?? 'any game'}
          <small>{game ? game.times : 'Every day'}</small>
        </span>
        <Switch checked={isEvery} onChange={onEvery} />
      </label>
      {isEvery && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-2 py-2">
          <Field
            key={game?.key}
            label="From (empty: the next draw)"
            name="from"
            type="date"
            defaultValue={entry?.game === (game?.key ?? null) ? entry.from : ''}
            error={errors.from}
          />
          <Field
            label="Until (empty: no end)"
            name="until"
            type="date"
            defaultValue={entry?.until ?? ''}
            error={errors.until}
          />
        </div>
      )}
      {hasNotices && (
        <label className="line">
          <IconPath path={BELL} />
          <span>
            {bet === 'watch' ? 'Tell me if they come' : 'Tell me if I won'}
            <small>a notice on this phone</small>
          </span>
          <input type="checkbox" name="notify" defaultChecked={entry?.notify ?? true} className="switch" />
        </label>
      )}
    </div>
  )
}

function Switch({ checked, onChange }: { checked: boolean; onChange: (on: boolean) => void }) {
  return (
    <input
      type="checkbox"
      name="every"
      className="switch"
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
  )
}

/** `15:30` today, `Thu 15:30` in this week. */
function closeWords(closesAt: number, now: number): string {
  const date = lagosDate(closesAt)
  const clock = clockOf(closesAt)
  return date === lagosDate(now) ? clock : `${formatDayMonth(date).slice(0, 3)} ${clock}`
}
