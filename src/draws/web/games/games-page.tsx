import { useState } from 'react'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { useAnswerCache } from '../../../platform/web/api/use-call.ts'
import { STAFF_PATHS } from '../../../platform/rules/access/staff.ts'
import { useLocation, useSearch } from '../../../platform/web/ui/location.ts'
import { Banner } from '../../../platform/web/ui/banner.tsx'
import { IconPath } from '../../../platform/web/ui/icon-path.tsx'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { Failure, Loading } from '../../../platform/web/ui/states.tsx'
import { Head } from '../../../platform/web/ui/title.tsx'
import { failureText, sendAdminCall, useAdminCall } from '../../../people/web/staff/calls.ts'
import { Disclosure } from '../../../people/web/staff/ruled.tsx'
import { stripeOf } from '../operator.tsx'
import { Times } from './times.tsx'
import { AddGame, EndForm, GameForm } from './game-forms.tsx'

const UP = 'M12 19V5M6 11l6-6 6 6'
const DOWN = 'M12 5v14M6 13l6 6 6-6'

const GAMES = '/api/admin/games'
type Answer = AnswerOf<'GET /api/admin/games'>
export type StaffGame = Answer['games'][number]

export const parameters = ['add']

export const calls = () => [GAMES]

/** The staff screen of games: names, order, times, and whether a game is played. */
export default function GamesPage() {
  const { data, error, refetch } = useAdminCall('GET /api/admin/games', GAMES)
  return (
    <>
      <Head title="Games" />
      {data ? (
        <Games answer={data} refetch={refetch} />
      ) : error ? (
        <Failure text={failureText(error)} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </>
  )
}

function Games({ answer, refetch }: { answer: Answer; refetch: () => void }) {
  const { games } = answer
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [added, setAdded] = useState<string | null>(null)
  const [, navigate] = useLocation()
  const cache = useAnswerCache()
  const proposed = new URLSearchParams(useSearch()).get('add')

  async function move(place: number, by: number) {
    const seen = games.map(({ key }) => key)
    const keys = [...seen]
    const [key] = keys.splice(place, 1)
    keys.splice(place + by, 0, key!)
    setBusy(true)
    setFailure(null)
    try {
      await sendAdminCall('PUT /api/admin/games-order', { body: { keys, seen } })
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      setBusy(false)
      refetch()
    }
  }

  return (
    <>
      {failure && <Banner kind="bad">{failure}</Banner>}
      <div role="status">
        {added && (
          <Banner kind="good">
            {added} is added.{' '}
            <PageLink to={STAFF_PATHS.results} className="link -my-3 inline-block py-3">
              Enter its results
            </PageLink>
          </Banner>
        )}
      </div>
      <div className="mb-3 rounded-lg border border-line bg-sheet px-3">
        <Disclosure open={proposed !== null} line={<span className="font-bold text-brand">Add a game</span>}>
          <AddGame
            proposed={proposed ?? ''}
            earliest={answer.earliestSlot}
            operators={games.map(({ operator }) => operator)}
            onSaved={(name) => {
              setAdded(name)
              navigate(STAFF_PATHS.games, { replace: true })
              scrollTo(0, 0)
              refetch()
              // The desk knows the game by its name.
              void cache.renew((address) => address.startsWith('/api/admin/desk'))
            }}
          />
        </Disclosure>
      </div>
      <ul className="ruled">
        {games.map((game, place) => (
          <li key={game.key} className={`stripe relative ${stripeOf(game.operator, game.colour)}`}>
            <Disclosure
              roomAtEnd
              line={
                <>
                  <span className="font-bold">{game.name}</span>{' '}
                  <span className="text-sm text-quiet">
                    {game.operator}
                    {!game.active && ', paused'}
                  </span>
                </>
              }
            >
              <GameForm game={game} onSaved={refetch} />
              <Times game={game} today={answer.today} earliest={answer.earliestSlot} onSaved={refetch} />
              <EndForm game={game} earliest={answer.earliestSlot} onSaved={refetch} />
            </Disclosure>
            <div className="absolute top-0 right-1 flex md:right-2">
              <Move
                label={`Move ${game.name} up`}
                icon={UP}
                disabled={busy || place === 0}
                onClick={() => void move(place, -1)}
              />
              <Move
                label={`Move ${game.name} down`}
                icon={DOWN}
                disabled={busy || place === games.length - 1}
                onClick={() => void move(place, 1)}
              />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function Move({
  label,
  icon,
  disabled,
  onClick,
}: {
  label: string
  icon: string
  disabled: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      className="grid size-11 shrink-0 place-items-center text-brand disabled:opacity-40"
      onClick={onClick}
    >
      <IconPath path={icon} />
    </button>
  )
}
