import { useState } from 'react'
import { opens } from '../../domain/billing/plans.ts'
import { PATHS } from '../../domain/site/paths.ts'
import { SLIP_LIMITS, type SlipBet } from '../../domain/slip/entry.ts'
import { changeErrorText } from '../accounts/complete-sign-in.ts'
import { useMe } from '../accounts/me.ts'
import { type AnswerOf, call, get } from '../api/call.ts'
import { useAnswerCache, useCall } from '../api/use-call.ts'
import { useForm } from '../api/use-form.ts'
import { Cause } from '../layout/cause.tsx'
import { NumberCells } from '../tickets/number-cells.tsx'
import { Button } from '../ui/button.tsx'
import { formText } from '../ui/form-text.ts'
import { useLocation, useSearch } from '../ui/location.ts'
import { Failure, Loading } from '../ui/states.tsx'
import { Head } from '../ui/title.tsx'
import { type Entry, SLIP } from './parts/use-slip.ts'
import { formatClock, formatDayMonth, lagosDate, lagosMinutes } from '../../domain/base/calendar.ts'
import { TICKET_BET_KEYS, TICKET_BETS } from '../../domain/tickets/bets.ts'
import { TICKET_LIMITS, USUAL_STAKE } from '../../domain/tickets/check.ts'
import { useNow } from '../api/use-now.ts'
import { Field, Select } from '../ui/field.tsx'
import { IconPath } from '../ui/icon-path.tsx'
import { Segments } from '../ui/segments.tsx'

const GAMES = '/api/slip/games'
type Games = AnswerOf<'GET /api/slip/games'>['games']

/** `entry` is the id of an entry to change; `numbers` and `game` fill a new one. */
export const parameters = ['entry', 'numbers', 'game']

export const calls = () => [SLIP, GAMES]

/** Saves numbers, or changes what was saved. */
export default function AddPage() {
  const search = new URLSearchParams(useSearch())
  const slip = useCall('GET /api/slip', SLIP)
  const games = useCall('GET /api/slip/games', GAMES)
  const error = slip.error ?? games.error
  const entry = slip.data?.entries.find(({ id }) => String(id) === search.get('entry'))
  return (
    <>
      <Head title={entry ? 'Change my numbers' : 'Add to my slip'} />
      {slip.data && games.data ? (
        <EntryForm
          games={games.data.games}
          entry={entry}
          numbers={search.get('numbers') ?? ''}
          game={search.get('game')}
        />
      ) : error ? (
        <Failure text="Your slip could not be loaded." detail={<Cause error={error} />} />
      ) : (
        <Loading />
      )}
    </>
  )
}

interface Props {
  games: Games
  entry: Entry | undefined
  numbers: string
  game: string | null
}

function EntryForm({ games, entry, numbers: given, game: wanted }: Props) {
  const me = useMe()
  const cache = useAnswerCache()
  const [, navigate] = useLocation()
  const { busy, result, fields, run, submit } = useForm(
    (error) => changeErrorText(error) ?? 'Please check the marked fields.',
  )
  const planned = games.filter(({ closesAt }) => closesAt !== null)
  const sorted = planned.sort((a, b) => a.closesAt! - b.closesAt!)
  const [numbers, setNumbers] = useState<readonly string[]>(entry?.numbers.map(String) ?? [given])
  const [bet, setBet] = useState<SlipBet>(entry?.bet ?? 'two_sure')
  const [game, setGame] = useState(entry ? (entry.game ?? '') : (wanted ?? sorted[0]?.key ?? ''))
  const [isEvery, setEvery] = useState(entry ? entry.until !== entry.from : false)
  const named = games.find(({ key }) => key === game)
  const gameName = named?.name ?? 'any game'
  const hasNotices = me != null && opens({ plan: me.subscription, role: me.role }, 'live-results')

  async function finish() {
    await cache.load(SLIP, get).catch(() => undefined)
    navigate(PATHS.slip)
  }

  const save = submit(async (form) => {
    const all = (name: string) => new FormData(form).getAll(name).map(String).join(' ').trim()
    await call(entry ? 'PUT' : 'POST', entry ? `${SLIP}/${entry.id}` : SLIP, {
      bet,
      numbers: all('number'),
      against: all('against'),
      lineOf: bet === 'perm' ? formText(form, 'lineOf') : '',
      stake: formText(form, 'stake'),
      game,
      from: isEvery ? formText(form, 'from') : entry?.game === (game || null) ? entry.from : '',
      until: formText(form, 'until'),
      once: !isEvery,
      notify: !hasNotices || new FormData(form).has('notify'),
    })
    await finish()
  })
  const remove = () =>
    void run(async () => {
      await call('DELETE', `${SLIP}/${entry!.id}`)
      await finish()
    })

  const filled = numbers.flatMap((cell) => cell.match(/\d+/g) ?? [])
  return (
    <form onSubmit={save} noValidate className="max-w-xl space-y-3">
      <NumberCells
        legend="Numbers"
        name="number"
        values={numbers}
        cells={SLIP_LIMITS.numbers}
        error={fields.numbers}
        hint="Or paste 41-21 from a message."
        onChange={setNumbers}
      />
      <BetFields entry={entry} bet={bet} onBet={setBet} errors={fields} />
      <GameFields
        entry={entry}
        games={sorted}
        game={game}
        onGame={setGame}
        bet={bet}
        // The day of one draw has no field.
        errors={isEvery || !fields.from ? fields : { ...fields, game: fields.from }}
      />
      <DrawFields
        entry={entry}
        game={named}
        bet={bet}
        isEvery={isEvery}
        onEvery={setEvery}
        errors={fields}
        hasNotices={hasNotices}
      />
      {result?.kind === 'bad' && (
        <p role="alert" className="font-bold text-error">
          {result.text}
        </p>
      )}
      <noscript>
        <p className="text-sm text-warn">To save numbers, switch on JavaScript in your browser.</p>
      </noscript>
      <Button type="submit" disabled={busy} className="min-h-13 w-full">
        Save {filled.join(', ')} for {gameName}
      </Button>
      {entry && (
        <Button kind="danger" disabled={busy} onClick={remove} className="w-full">
          Delete
        </Button>
      )}
      <p className="text-center text-sm text-quiet">We keep the numbers. We do not sell tickets.</p>
    </form>
  )
}

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
function BetFields({ entry, bet, onBet, errors }: BetProps) {
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
          value={bet}
          onChange={({ target }) => onBet(target.value as SlipBet)}
          options={TICKET_BET_KEYS.map((key) => [key, `${TICKET_BETS[key].name}: ${TICKET_BETS[key].about}`])}
        />
      )}
      {bet === 'perm' && (
        <Segments
          legend="Numbers in a line"
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
function GameFields({ entry, games, game, onGame, bet, errors }: GameProps) {
  const now = useNow(60_000)
  return (
    <div className="grid grid-cols-2 gap-2">
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
function DrawFields({ entry, game, bet, isEvery, onEvery, errors, hasNotices }: DrawProps) {
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
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2 py-2">
          <Field
            key={game?.key}
            label="From (empty: the next)"
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
      className="switch"
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
  )
}

/** `15:30` today, `Thu 15:30` in this week. */
function closeWords(closesAt: number, now: number): string {
  const date = lagosDate(closesAt)
  const clock = formatClock(lagosMinutes(closesAt))
  return date === lagosDate(now) ? clock : `${formatDayMonth(date).slice(0, 3)} ${clock}`
}
