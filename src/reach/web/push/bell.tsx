import { useRef, useState } from 'react'
import { opens } from '../../../platform/rules/access/plans.ts'
import { useMe, useRefreshMe } from '../../../platform/web/access/me.ts'
import { IconPath } from '../../../platform/web/ui/icon-path.tsx'
import type * as SheetCode from './follow-sheet.tsx'

export const BELL = 'M6.5 17v-6a5.5 5.5 0 0 1 11 0v6l1.5 1.5H5zM10 21a2.2 2.2 0 0 0 4 0'

const fetchCode = () => import('./follow-sheet.tsx')

interface Props {
  game: { key: string; name: string }
  /** With its words beside it, or as a line of a draw's page. */
  look?: 'words' | 'line'
}

/**
 * Follows a game. The first tap turns it on, and a later one opens the choices: with Pro by notifications, with a lower plan
 * live in the app, for one game. The browser asks for permission at the first tap, never when a page loads.
 */
export function Bell({ game, look }: Props) {
  const me = useMe()
  const refreshMe = useRefreshMe()
  const button = useRef<HTMLButtonElement>(null)
  const [code, setCode] = useState<typeof SheetCode | null>(null)
  const [result, setResult] = useState<SheetCode.Followed | null>(null)
  if (!me || me.breakUntil) return null
  const isPro = opens({ plan: me.subscription, role: me.role }, 'live-results')
  const isOn = game.key in me.follows
  // The one game of a lower plan is not exchanged without a question.
  const isFirstTap = !isOn && (isPro || me.liveGame === null)

  async function tap() {
    const isAllowed =
      isFirstTap && isPro && 'Notification' in globalThis
        ? Notification.requestPermission().then((answer) => answer === 'granted')
        : Promise.resolve(false)
    try {
      const loaded = await fetchCode()
      setCode(loaded)
      if (!isFirstTap) return setResult({})
      const followed = await loaded.follow(game.key, isPro ? isAllowed : null)
      await refreshMe()
      setResult(followed)
    } catch {
      // Without a network the bell stays as it is.
    }
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={look === 'line' ? 'line bell-line' : `bell ${isOn ? 'text-brand' : 'text-quiet'}`}
        aria-pressed={isOn}
        aria-label={look === 'line' ? undefined : `Tell me the result of ${game.name}`}
        onClick={() => void tap()}
      >
        <IconPath path={BELL} />
        {look === 'words' && 'Tell me the result'}
        {look === 'line' && (
          <>
            <span className="line-words">
              Tell me the result<span className="visually-hidden"> of {game.name}</span>
              <small>{isPro ? 'a notice on this phone' : 'live in the app'}</small>
            </span>
            <span className="switch" />
          </>
        )}
      </button>
      {code && result && (
        <code.FollowSheet game={game} followed={result} beside={button} onClose={() => setResult(null)} />
      )}
    </>
  )
}
