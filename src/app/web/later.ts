import { PATHS } from '../../platform/rules/site/paths.ts'
import { opens } from '../../platform/rules/access/plans.ts'
import { type Me, ME } from '../../platform/web/access/me.ts'
import type { Answers } from '../../platform/web/api/answers.ts'
import { SITE, type Site } from '../../platform/web/site/site.ts'
import type { OpenedDocument } from '../../platform/web/offline/messages.ts'
import type { AnswerCache } from '../../platform/web/api/answer-cache.ts'

/** A part that cannot be fetched is left out until the next page. */
const leaveOut = () => undefined

/**
 * Starts what a screen does not need at first: notifications, live results and, for players, the page views for an
 * analytics service, and the preparations for the loss of the network.
 */
export function startLater(cache: AnswerCache, answers: Answers, given: OpenedDocument | null): void {
  const isSeen = meOf(cache)?.seenUntil !== undefined
  if (isOpen(cache) && !isSeen) renewNotifications()
  startLiveResults(cache, answers.seq)
  if (isSeen || location.pathname.startsWith(PATHS.admin)) return
  addEventListener('beforeinstallprompt', (offer) => {
    import('./install-hint.tsx').then((hint) => hint.showInstallHint(offer), leaveOut)
  })
  if (isMeasured(cache))
    import('../../platform/web/site/note-screens.ts').then((notes) => notes.noteScreens(), leaveOut)
  import('./start-offline.ts').then((offline) => offline.default(answers, given), leaveOut)
}

/**
 * Starts live results if the plan has them, or for the one game that a player of a lower plan follows: now, or once it is
 * chosen.
 * @param rendered the version of the history that the page was rendered from
 */
export function startLiveResults(cache: AnswerCache, rendered?: number): void {
  let isStarted = false
  const start = () => {
    if (isStarted || !(isOpen(cache) || meOf(cache)?.liveGame != null)) return
    isStarted = true
    import('./start-live.ts').then((live) => live.startLive(cache, rendered), leaveOut)
  }
  start()
  cache.subscribe(ME, start)
}

const meOf = (cache: AnswerCache) => cache.known(ME).data as Me | null | undefined

/** Whether the plan has live results and notifications. */
function isOpen(cache: AnswerCache): boolean {
  const me = meOf(cache)
  return me != null && opens({ plan: me.subscription, role: me.role }, 'live-results')
}

function isMeasured(cache: AnswerCache): boolean {
  const site = cache.known(SITE).data as Site | null | undefined
  return site?.analytics === true
}

/** Each login ends the earlier session and its subscription, so every page renews it. */
function renewNotifications(): void {
  if ((globalThis as { Notification?: typeof Notification }).Notification?.permission !== 'granted') return
  import('../../reach/web/push/browser.ts').then((push) => push.renewSubscription()).catch(leaveOut)
}
