import { PATHS } from '../domain/site/paths.ts'
import { opens } from '../domain/billing/plans.ts'
import { type Me, ME } from './accounts/me.ts'
import type { Answers } from './api/answers.ts'
import { openHelpAtOnce } from './layout/open-help.ts'
import { SITE, type Site } from './site/site.ts'
import type { AnswerCache } from './api/answer-cache.ts'

/** A part that cannot be fetched is left out until the next page. */
const leaveOut = () => undefined

/**
 * Starts what a screen does not need at first: notifications, live results and, for players, the page views for an
 * analytics service, help in one tap, and the preparations for the loss of the network.
 */
export function startLater(cache: AnswerCache, answers: Answers): void {
  if (isOpen(cache)) renewNotifications()
  startLiveResults(cache, answers.seq)
  if (location.pathname.startsWith(PATHS.admin)) return
  openHelpAtOnce()
  if (isMeasured(cache)) import('./site/note-screens.ts').then((notes) => notes.noteScreens(), leaveOut)
  import('./offline/start.ts').then((offline) => offline.default(answers), leaveOut)
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
    import('./live/start-live.ts').then((live) => live.startLive(cache, rendered), leaveOut)
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
  import('./push/browser.ts').then((push) => push.renewSubscription()).catch(leaveOut)
}
