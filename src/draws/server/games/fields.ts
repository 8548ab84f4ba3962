import { z } from 'zod'
import { DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import { plainText } from '../../../platform/server/api/form-fields.ts'
import { GAME_COLOURS } from '../../rules/operators.ts'

/** What staff can change of a game. The calls, the check for a change and its audit row follow from this list. */
export const gameFields = z.strictObject({
  name: plainText(200),
  operator: plainText(200),
  active: z.boolean(),
  colour: z.enum(GAME_COLOURS).nullable(),
  firstSerial: z.int().min(1).max(DRAW_LIMITS.highestSerial).nullable(),
})

/** A change of a game: a colour or a first serial number that is left out stays as it is. */
export const changedFields = gameFields.extend({
  colour: gameFields.shape.colour.exactOptional(),
  firstSerial: gameFields.shape.firstSerial.exactOptional(),
})
