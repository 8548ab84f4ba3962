import { useState } from 'react'
import { MESSAGES } from '../../../domain/messages.ts'
import type { AnswerOf } from '../../api/call.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Failure, Loading } from '../../ui/states.tsx'
import { Title } from '../../ui/title.tsx'
import { failureText, sendAdminCall, useAdminCall } from '../../admin/calls.ts'
import { GameForm } from './game-form.tsx'
import { Times } from './times.tsx'

const GAMES = '/api/admin/games'
type Answer = AnswerOf<'GET /api/admin/games'>
export type StaffGame = Answer['games'][number]

export const calls = () => [GAMES]

/** The staff screen of games: names, order, times, and whether a game is played. */
export default function GamesPage() {
  const { data, error, refetch } = useAdminCall('GET /api/admin/games', GAMES)
  return (
    <>
      <Title>Games</Title>
      {data ? (
        <Games answer={data} refetch={refetch} />
      ) : error ? (
        <Failure text={failureText(error)} onRetry={refetch} />
      ) : (
        <Loading text={MESSAGES.loading} />
      )}
    </>
  )
}

function Games({ answer, refetch }: { answer: Answer; refetch: () => void }) {
  const { games } = answer
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function move(place: number, by: number) {
    const keys = games.map(({ key }) => key)
    const [key] = keys.splice(place, 1)
    keys.splice(place + by, 0, key!)
    setBusy(true)
    setFailure(null)
    try {
      await sendAdminCall('PUT /api/admin/games-order', { body: { keys } })
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
      <ul className="mt-3 divide-y divide-line rounded-lg border border-line bg-sheet">
        {games.map((game, place) => (
          <li key={game.key} className="flex items-start gap-2 p-2">
            <details className="min-w-0 flex-1">
              <summary className="min-h-11 cursor-pointer py-2">
                <span className="font-bold">{game.name}</span>{' '}
                <span className="text-sm text-quiet">
                  {game.operator}
                  {!game.active && ', off'}
                </span>
              </summary>
              <GameForm game={game} onSaved={refetch} />
              <Times game={game} today={answer.today} earliest={answer.earliestSlot} onSaved={refetch} />
            </details>
            <Button
              kind="plain"
              className="px-3"
              aria-label={`Move ${game.name} up`}
              disabled={busy || place === 0}
              onClick={() => void move(place, -1)}
            >
              ↑
            </Button>
            <Button
              kind="plain"
              className="px-3"
              aria-label={`Move ${game.name} down`}
              disabled={busy || place === games.length - 1}
              onClick={() => void move(place, 1)}
            >
              ↓
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
