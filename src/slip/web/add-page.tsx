import { useRef, useState } from 'react'
import { opens } from '../../platform/rules/access/plans.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { SLIP_LIMITS, type SlipBet } from '../rules/entry.ts'
import { changeErrorText } from '../../people/web/complete-sign-in.ts'
import { useMe } from '../../platform/web/access/me.ts'
import { type AnswerOf, call, get } from '../../platform/web/api/call.ts'
import { useAnswerCache, useCall } from '../../platform/web/api/use-call.ts'
import { useForm } from '../../platform/web/api/use-form.ts'
import { Cause } from '../../platform/web/ui/cause.tsx'
import { DraftNote } from '../../platform/web/ui/draft-note.tsx'
import { NumberCells } from './tickets/number-cells.tsx'
import { Button } from '../../platform/web/ui/button.tsx'
import { formText } from '../../platform/web/ui/form-text.ts'
import { useLocation, useSearch } from '../../platform/web/ui/location.ts'
import { Failure, Loading } from '../../platform/web/ui/states.tsx'
import { Head } from '../../platform/web/ui/title.tsx'
import { BetFields, DrawFields, GameFields } from './entry-fields.tsx'
import { type Entry, SLIP } from './parts/use-slip.ts'

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
  const form = useRef<HTMLFormElement>(null)
  const { busy, result, fields, draft, run, submit } = useForm(
    (error) => changeErrorText(error) || 'Please check the marked fields.',
    {},
    { form, name: useSearch() },
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

  const save = submit(async (form, id) => {
    const all = (name: string) => new FormData(form).getAll(name).map(String).join(' ').trim()
    const body = {
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
    }
    await (entry ? call('PUT', `${SLIP}/${entry.id}`, body) : call('POST', SLIP, body, id))
    await finish()
  })
  const remove = () =>
    void run(async () => {
      await call('DELETE', `${SLIP}/${entry!.id}`)
      await finish()
    })

  const filled = numbers.flatMap((cell) => cell.match(/\d+/g) ?? [])
  return (
    <form ref={form} onSubmit={save} noValidate className="max-w-xl space-y-3">
      <DraftNote of={draft} />
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
