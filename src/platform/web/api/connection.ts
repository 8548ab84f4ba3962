import { LIVE_LIMITS } from '../../rules/base/streams.ts'
import { serverNow } from './server-time.ts'
import { createStore } from './store.ts'

/** How current the screen is. */
export interface Connection {
  /** `live`: changes arrive by themselves. `late`: they should, and do not. `copy`: they are fetched when they are asked for. */
  kind: 'live' | 'late' | 'copy'
  /** The server's time of its last sign of life, or of the answers that are shown, in milliseconds. */
  at: number
  /** Live again after a gap. */
  isBack: boolean
}

/** Null before the first answer that follows the draws. */
export const connectionStore = createStore<Connection | null>(null)

function change(kind: Connection['kind'], at?: number): void {
  const before = connectionStore.get()
  connectionStore.set({
    kind,
    at: at ?? before?.at ?? serverNow(),
    isBack: kind === 'live' && (before?.kind === 'late' || !!before?.isBack),
  })
}

/** Runs until the next sign of life is late. */
const wait: { timer?: ReturnType<typeof setTimeout> | undefined } = {}

function endWait(): void {
  clearTimeout(wait.timer)
  wait.timer = undefined
}

function awaitSign(): void {
  endWait()
  noteLost()
}

/** Answers that follow the draws have arrived, as of a time of the server in milliseconds. */
function noteDraws(at: number): void {
  if (at > 0 && (connectionStore.get()?.kind ?? 'copy') === 'copy') change('copy', at)
}

/** The stream has brought a sign of life. */
export function noteLive(): void {
  awaitSign()
  change('live', serverNow())
}

/** The stream is about to open. */
export function awaitLive(): void {
  awaitSign()
  change('copy')
}

/** The server cannot be reached. The words wait, as after any sign of life. */
export const noteLost = (): void => void (wait.timer ??= setTimeout(() => change('late'), LIVE_LIMITS.lateMs))

/** Nothing is live here: in the background, without the plan, or where the network lets no streams through. */
export function noteNotLive(): void {
  endWait()
  if (connectionStore.get()) change('copy')
}

/** The addresses whose answers have said that they change with draws, games or forecasts. */
const following = new Set<string>()

/**
 * An answer has said that it follows the draws.
 * @param at the server's time of the answer, in milliseconds
 */
export function noteFollowing(address: string, at: number | string | null): void {
  following.add(address)
  noteDraws(Number(at))
}

/** Whether the answer of an address changes with a draw, a game or a forecast. */
export const followsDraws = (address: string): boolean => following.has(address)
