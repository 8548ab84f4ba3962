import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { FEATURES, opens, PLANS } from '../../../platform/rules/access/plans.ts'
import type { Following } from '../../../platform/rules/access/following.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { formatNaira } from '../../../platform/rules/base/words.ts'
import { useMe, useRefreshMe } from '../../../platform/web/access/me.ts'
import { CallError, send } from '../../../platform/web/api/call.ts'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { Button } from '../../../platform/web/ui/button.tsx'
import { Dialog } from '../../../platform/web/ui/dialog.tsx'
import { IconPath } from '../../../platform/web/ui/icon-path.tsx'
import { usePlan } from '../../../money/web/prices.ts'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { BELL } from './bell.tsx'
import { askPermission, findState, type Here, PUSH, STATES, turnOn } from './browser.ts'

/** What came of a tap. */
export interface Followed {
  /** Known after the browser has been asked. */
  here?: Here
  error?: string
}

const errorText = (error: unknown) =>
  error instanceof CallError
    ? (error.problem?.title ?? error.message)
    : 'This did not work. Please try again.'

const put = (game: string, following: Following | null) =>
  send(`PUT /api/follows/${game}` as 'PUT /api/follows/:game', { following })

/**
 * Turns the bell of a game on, and for notifications this browser.
 * @param isAllowed the answer to the browser's question; null for a plan without notifications
 * @returns null if there is nothing to say
 */
export async function follow(game: string, isAllowed: Promise<boolean> | null): Promise<Followed | null> {
  try {
    await put(game, 'every')
    if (!isAllowed) return {}
    const here = await turnOn(isAllowed)
    return here === 'on' ? null : { here }
  } catch (error) {
    return { error: errorText(error) }
  }
}

const WIDTH_PX = 372
const GAP_PX = 16

interface Props {
  game: { key: string; name: string }
  followed: Followed
  /** The bell that opened the sheet. */
  beside: RefObject<HTMLElement | null>
  onClose: () => void
}

/** What a player hears of a game, as choices: from below on a phone, beside the bell on a desktop. */
export function FollowSheet({ game, followed, beside, onClose }: Props) {
  const me = useMe()!
  const { name: PRO, kobo, per } = usePlan(FEATURES['live-results'])
  const refreshMe = useRefreshMe()
  const { data } = useCall('GET /api/push', PUSH)
  const [here, setHere] = useState(followed.here)
  const [error, setError] = useState(followed.error)
  const [busy, setBusy] = useState(false)
  const isPro = opens({ plan: me.subscription, role: me.role }, 'live-results')
  const current: Following | undefined = me.follows[game.key]
  const isLocked = !isPro && !current && data?.nextChangeAt != null

  useEffect(() => {
    if (isPro && here === undefined) void findState().then(setHere)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the sheet opens
  }, [])

  function place(dialog: HTMLElement) {
    const { bottom = 0, right = 0 } = beside.current?.getBoundingClientRect() ?? {}
    dialog.style.setProperty('--x', `${Math.max(GAP_PX, right - WIDTH_PX)}px`)
    dialog.style.setProperty('--y', `${bottom}px`)
  }

  async function save(form: FormData) {
    const chosen = (form.get('following') || null) as Following | null
    const isAllowed = chosen && isPro && here === 'off' ? askPermission() : null
    setBusy(true)
    try {
      if (chosen !== (current ?? null)) await put(game.key, chosen)
      await refreshMe()
      const now = isAllowed ? await turnOn(isAllowed) : here
      if (chosen && isPro && now !== 'on' && now !== here) setHere(now)
      else onClose()
    } catch (problem) {
      setError(errorText(problem))
    }
    setBusy(false)
  }

  const own = data?.games.find(({ key }) => key === game.key)
  return (
    <Dialog
      className="number-sheet"
      title={
        <span className="flex items-center gap-3">
          <IconPath path={BELL} />
          Tell me about {game.name}
        </span>
      }
      place={place}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save(new FormData(event.currentTarget))
        }}
      >
        <Choice value="every" current={current} isDisabled={isLocked} small={own?.times}>
          {isPro ? 'Every result' : 'Live in the app'}
        </Choice>
        {isPro && (
          <Choice
            value="mine"
            current={current}
            isDisabled={!own?.numbers.length && current !== 'mine'}
            small={own && (own.numbers.join(', ') || 'Save your numbers in My slip first.')}
          >
            Only when my numbers come
          </Choice>
        )}
        <Choice value="" current={current}>
          Off
        </Choice>
        <p role="status" className="py-3 text-sm text-quiet">
          {error ??
            (isPro ? noticeOf(here) : lowerPlanText(PLANS[me.subscription].name, me.liveGame, isLocked))}
        </p>
        {!isPro && (
          <p className="-mt-4 text-sm">
            <PageLink to={PATHS.paymentChannel} className="link inline-block py-3">
              With {PRO}: every game, and notifications, {formatNaira(kobo)} per {per}
            </PageLink>
          </p>
        )}
        <Button type="submit" className="min-h-13 w-full" disabled={busy}>
          Done
        </Button>
      </form>
    </Dialog>
  )
}

/** What the player should know of notifications in this browser. */
function noticeOf(here: Here | undefined): string {
  if (here === undefined) return ''
  if (here === 'off') return 'Your phone asks once whether we may send notices.'
  return STATES[here]
}

function lowerPlanText(plan: string, liveGame: string | null, isLocked: boolean): string {
  const now = liveGame ? ` Now it is ${liveGame}.` : ''
  const change = isLocked
    ? 'You have changed it today, and can change it again tomorrow.'
    : 'You can change it once a day.'
  return `With ${plan} you follow one game, live while the app is open.${now} ${change}`
}

interface ChoiceProps {
  value: Following | ''
  current: Following | undefined
  isDisabled?: boolean
  small?: string | undefined
  children: ReactNode
}

function Choice({ value, current, isDisabled = false, small, children }: ChoiceProps) {
  return (
    <label className="-mx-4 flex min-h-14 items-center border-b border-line px-4 leading-tight">
      <span className="flex-1">
        {children}
        {small && <small className="block text-label text-quiet">{small}</small>}
      </span>
      <input
        type="radio"
        name="following"
        value={value}
        defaultChecked={(current ?? '') === value}
        disabled={isDisabled}
        className="size-6 accent-brand"
      />
    </label>
  )
}
