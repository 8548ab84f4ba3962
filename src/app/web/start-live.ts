import { ME } from '../../platform/web/access/me.ts'
import type { AnswerCache } from '../../platform/web/api/answer-cache.ts'
import { historyVersion, get } from '../../platform/web/api/call.ts'
import {
  awaitLive,
  connectionStore,
  noteLive,
  noteNotLive,
  followsDraws,
} from '../../platform/web/api/connection.ts'
import { listen } from '../../draws/web/live/listen.ts'
import { addDays, lagosDate } from '../../platform/rules/base/calendar.ts'
import { isCurrent, manyDraws, newsSentence } from '../../draws/rules/live/live-news.ts'
import { drawOfDay } from '../../platform/rules/site/paths.ts'
import { verdictWords } from '../../slip/rules/entry.ts'
import { isShown, noteNews } from '../../platform/web/api/draw-news.ts'
import { serverNow } from '../../platform/web/api/server-time.ts'
import { entryOf, SLIP, type Slip, verdictsIn } from '../../slip/web/parts/use-slip.ts'

/** The name of the lock and of the channel that this browser's tabs share. */
const SHARED_NAME = 'live'
/** A tab that becomes visible asks the others for their version with this message. */
const ASK = 'ask'
/** The stream of the tab that has it has given a sign of life. */
const ALIVE = 'alive'
/** What tabs tell each other: the version of the history, the question for it, or a sign of life. */
type Message = typeof ASK | typeof ALIVE | { seq: number; isReset: boolean }
/** All phones hear of a draw at once. Their calls arrive over this time. */
const SPREAD_MS = 400
/** How long after a change its rows may still move the page. */
const SETTLED_MS = 3000

/**
 * Shows new results on the open screen as they are saved. One visible tab of the browser holds the stream and passes each
 * version on to the others. A tab in the background holds nothing: a phone may freeze it with the stream open.
 * @param rendered the version of the history that the page was rendered from
 */
export function startLive(cache: AnswerCache, rendered: number | undefined): void {
  let position = rendered ?? null
  /** The version that the screen shows; null after a reset. */
  let shown = position
  let isWaiting = false
  let isRefused = false
  let leading: AbortController | null = null
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(SHARED_NAME) : null
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has only its own origin
  const tell = (message: Message) => channel?.postMessage(message)

  function onVersion(seq: number, isReset: boolean): void {
    if (!isReset && position !== null && seq <= position) return
    const isFirst = position === null
    position = seq
    historyVersion.header = { 'history-version': String(seq) }
    if (isReset) shown = null
    // The screen is renewed for the first version too. What follows it meanwhile is news.
    else if (isFirst) shown = seq
    tell({ seq, isReset })
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => void refresh(), Math.random() * SPREAD_MS)
  }

  async function refresh(): Promise<void> {
    isWaiting = false
    const from = shown
    shown = position
    keepPlace()
    await cache.renew(followsDraws)
    // The screen shows the news by now. Without a network they cannot be announced.
    if (from !== null && from !== shown) await announceNews(cache, from).catch(() => undefined)
  }

  function onAlive(): void {
    noteLive()
    tell(ALIVE)
  }

  function onRefused(): void {
    isRefused = true
    noteNotLive()
    // The screens follow from the account: the login, or what the plan still opens.
    void cache.renew((address) => address === ME)
  }

  function update(): void {
    if (document.visibilityState === 'hidden' || isRefused) {
      leading?.abort()
      leading = null
      noteNotLive()
    } else if (!leading) {
      leading = new AbortController()
      awaitLive()
      tell(ASK)
      const listener = { position: () => position, onAlive, onVersion, onRefused }
      lead(leading.signal, () => listen(listener, leading!.signal))
    }
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (!leading) return
    if (data === ALIVE) noteLive()
    else if (data === ASK) {
      if (position !== null) tell({ seq: position, isReset: false })
      if (connectionStore.get()?.kind === 'live') tell(ALIVE)
    } else if (data.isReset ? data.seq !== position : data.seq > (position ?? -1))
      onVersion(data.seq, data.isReset)
  })
  document.addEventListener('visibilitychange', update)
  addEventListener('pagehide', () => leading?.abort())
  update()
}

/**
 * Keeps what the reader looks at where it is while rows are added above it. The browser's own way loses its place where a
 * ball replaces its circle, so it is off meanwhile. At the top of the page nothing is above.
 */
function keepPlace(): void {
  const seen = document.elementFromPoint(innerWidth / 2, innerHeight / 3)
  const anchor = seen?.closest('li') ?? seen
  if (!anchor || scrollY === 0 || !('ResizeObserver' in window)) return
  const { style } = document.documentElement
  style.setProperty('overflow-anchor', 'none')
  const place = () => anchor.getBoundingClientRect().top + scrollY
  let before = place()
  const observer = new ResizeObserver(() => {
    if (!anchor.isConnected) return
    const moved = place() - before
    before += moved
    if (moved !== 0) scrollBy(0, moved)
  })
  observer.observe(document.body)
  setTimeout(() => {
    observer.disconnect()
    style.removeProperty('overflow-anchor')
  }, SETTLED_MS)
}

/** Runs in one tab of the browser at a time, where the browser has locks. */
function lead(signal: AbortSignal, run: () => Promise<void>): void {
  const { locks } = navigator as { locks?: LockManager }
  if (locks) locks.request(SHARED_NAME, { signal }, run).catch(() => undefined)
  else void run()
}

/**
 * Announces the draws that changed after a version, if they are of these days or on the screen, and marks corrections. A
 * result and what became of the player's numbers are one sentence.
 */
export async function announceNews(cache: AnswerCache, after: number): Promise<void> {
  const { draws, total } = await get<'GET /api/live/news'>(`/api/live/news?after=${after}`)
  const slip = cache.known(SLIP).data as Slip | undefined
  const yesterday = addDays(lagosDate(serverNow()), -1)
  const told = draws.filter(({ game, date }) => isCurrent(date, yesterday) || isShown(drawOfDay(game, date)))
  const sentences = told.map((news) =>
    [newsSentence(news), ...verdictsIn(slip, news).map((one) => verdictWords(entryOf(slip!, one), one))].join(
      ', ',
    ),
  )
  noteNews(told, sentences.length > 0 ? sentences.join('. ') : total > draws.length ? manyDraws(total) : '')
}
