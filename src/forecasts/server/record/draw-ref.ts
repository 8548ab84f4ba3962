import { drawOfDay } from '../../../platform/rules/site/paths.ts'
import { findDraw } from '../../../draws/rules/history.ts'
import { dayOf, type LagosDate } from '../../../platform/rules/base/calendar.ts'
import { drawName } from '../../rules/log/leaves.ts'
import type { Snapshot } from '../../../draws/server/memory.ts'
import type { RecordState } from './record-memory.ts'
import type { DrawRef } from './shapes.ts'

/** A draw with its game and its public page, by the day on which it took place. */
export function drawRef(
  { games, history }: Snapshot,
  { replay }: Pick<RecordState, 'replay'>,
  { game, date }: { game: string; date: LagosDate },
): DrawRef {
  const found = games.find(({ key }) => key === game)
  const drawnOn = replay.draws.get(drawName({ game, date }))?.results.at(-1)?.drawn ?? date
  return {
    game,
    name: found?.name ?? game,
    operator: found?.operator ?? '',
    date,
    page: findDraw(history, game, dayOf(drawnOn)) ? drawOfDay(game, drawnOn) : null,
  }
}
