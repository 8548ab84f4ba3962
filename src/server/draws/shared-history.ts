import type { GameDraws, History } from '../../domain/draws/history.ts'

/** The same history in shared memory. A game that is shared already stays as it is. */
export function sharedHistory(history: History): History {
  return { games: new Map([...history.games].map(([key, draws]) => [key, sharedDraws(draws)])) }
}

/** The same draws of a game in shared memory. */
function sharedDraws(draws: GameDraws): GameDraws {
  const { game, length, days, flags, serials, balls } = draws
  if (days.buffer instanceof SharedArrayBuffer) return draws
  return {
    game,
    length,
    days: new Int32Array(shared(days)),
    flags: new Uint8Array(shared(flags)),
    serials: new Uint16Array(shared(serials)),
    balls: new Uint8Array(shared(balls)),
  }
}

function shared({ buffer, byteOffset, byteLength }: ArrayBufferView): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(byteLength)
  new Uint8Array(memory).set(new Uint8Array(buffer, byteOffset, byteLength))
  return memory
}
