import { LIVE_LIMITS } from '../../rules/base/streams.ts'
import { serverNow } from './server-time.ts'

/** How current the screen is. */
export interface Connection {
  /** `live`: changes arrive by themselves. `late`: they should, and do not. `copy`: they are fetched when they are asked for. */
  kind: 'live' | 'late' | 'copy'
  /** The server's time of its last sign of life, or of the answers that are shown, in milliseconds. */
  at: number
  /** Live again after a gap. */
  isBack: boolean
}

let state: Connection | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const readers = new Set<() => void>()

/** Null before the first answer that follows the draws. */
export const connection = (): Connection | null => state

export function subscribeToConnection(reader: () => void): () => void {
  readers.add(reader)
  return () => void readers.delete(reader)
}

function change(kind: Connection['kind'], at = state?.at ?? serverNow()): void {
  state = { kind, at, isBack: kind === 'live' && (state?.kind === 'late' || !!state?.isBack) }
  readers.forEach((reader) => reader())
}

function awaitSign(): void {
  clearTimeout(timer)
  timer = undefined
  noteLost()
}

/** Answers that follow the draws have arrived, as of a time of the server in milliseconds. */
function noteDraws(at: number): void {
  if (at > 0 && (!state || state.kind === 'copy')) change('copy', at)
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
export const noteLost = (): void => void (timer ??= setTimeout(() => change('late'), LIVE_LIMITS.lateMs))

/** Nothing is live here: in the background, without the plan, or where the network lets no streams through. */
export function noteNotLive(): void {
  clearTimeout(timer)
  timer = undefined
  if (state) change('copy')
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
